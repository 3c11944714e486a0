import type { Workbench } from '#contract/workbench.ts'
import { jointKeyPlace } from '#features/procurement/methods/places.ts'
import { notify } from '#features/messages/server/public.ts'
import { named, orderRow, tellOwners } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { CeremonyStatus } from '../rules.ts'
import { type Any, attemptOf } from './access.ts'
import { STEP_TAKEN } from './progress.ts'

const KIND = 'joint-key.step'
export const CARE_WANTED = 'joint-key.care'
export const TIE = 'joint-key.tie'
export const INVITATION = 'joint-key.invitation'

const KEY = { group: '联合密钥', channels: URGENT, isEssential: true } as const
const EVERYBODY = { ...KEY, workbenches: ['purchaser', 'agency', 'supplier'] } as const

export const messageKinds: readonly MessageKind[] = [
  { ...EVERYBODY, kind: KIND, label: '联合密钥的生成' },
  { ...EVERYBODY, kind: CARE_WANTED, label: '联合密钥的自检' },
  { ...EVERYBODY, kind: INVITATION, label: '联合密钥监督人的邀请' },
  { ...KEY, kind: TIE, label: '联合密钥保管人的回避', workbenches: ['purchaser', 'agency'] },
]

/** What each step asks of the officers. */
const ASKED: Record<number, [title: string, duty: string]> = {
  [CeremonyStatus.values.devices]: ['请登记联合密钥保管设备', '您被指定为联合密钥的保管人，请在本人设备上登记'],
  [CeremonyStatus.values.dealing]: ['请分发联合密钥分片', '全体保管人的设备已登记，请在登记的设备上分发分片'],
  [CeremonyStatus.values.confirming]: ['请核对联合密钥分片', '全体保管人已分发分片，请在登记的设备上核对并确认'],
}

/** Tells officers what is asked of them, and the order's owner how it ended. */
export const tellOfSteps: Subscriber = {
  name: 'joint-key: tell officers',
  kind: STEP_TAKEN,
  async handle(ctx, { id: eventId, payload }) {
    const attempt = await attemptOf(ctx, String(payload.ceremonyId))
    if (!attempt) return
    const { row, officers } = attempt
    const order = await orderRow(ctx, row.orderId)
    const status = Number(payload.status)
    const asked = ASKED[status]
    const userIds = officers.map((officer) => officer.userId)
    if (asked) {
      const [title, duty] = asked
      await notifyOfficers(ctx, {
        userIds,
        title,
        content: `${named(order)}：${duty}。`,
        ceremonyId: row.id,
        kind: KIND,
        eventId,
      })
      return
    }
    const ready = status === CeremonyStatus.values.ready
    const title = ready ? '联合密钥已就绪' : '联合密钥已作废'
    const content = ready
      ? `${named(order)}的联合密钥已由全体保管人确认，可以发布公告。`
      : `${named(order)}的联合密钥已作废：${row.failure}。`
    const link = (reader: 'purchaser' | 'agency') => jointKeyPlace(order, reader)
    await tellOwners({ ctx, order, event: { id: eventId, kind: KIND } }, { title, content, link })
    await notifyOfficers(ctx, { userIds, title, content, ceremonyId: row.id, kind: KIND, eventId })
  },
}

/** A message to officers, each in a workbench of their own company, with a link to their page of the key. */
export async function notifyOfficers(
  ctx: Any,
  message: {
    userIds: readonly string[]
    ceremonyId: string
    kind: string
    title: string
    content: string
    eventId: number
  },
): Promise<void> {
  const { userIds, ceremonyId, ...rest } = message
  const identities = await identitiesOf(ctx, userIds)
  for (const [identity, people] of Map.groupBy(userIds, (userId) => identities.get(userId) ?? 'purchaser'))
    await notify(ctx, { to: { userIds: people }, identity, link: `/joint-keys/${ceremonyId}`, ...rest })
}

/** A workbench of each person's own company. */
export async function identitiesOf(ctx: Any, userIds: readonly string[]): Promise<Map<string, Workbench>> {
  if (userIds.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company_tenant as c', (j) =>
      j.onRef('c.tenantId', '=', 'e.tenantId').onRef('c.companyId', '=', 'e.companyId'),
    )
    .select(['e.userId', 'c.isPurchaser', 'c.isAgency'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.userId', 'in', userIds)
    .where('e.deletedAt', 'is', null)
    .orderBy('e.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.userId, row.isPurchaser ? 'purchaser' : row.isAgency ? 'agency' : 'supplier']))
}
