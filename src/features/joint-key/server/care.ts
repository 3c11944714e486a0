import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import type { AllowedAction } from '#contract/transition.ts'
import { jointKeyPlace } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import { named, orderRow, tellOwners } from '#features/procurement/server/public.ts'
import { selfCheckOk } from '#features/sealing/core/joint/self-check.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type { Subscriber } from '#server/events.ts'
import type * as c from '../contract.ts'
import { CARE, type CareFacts, CeremonyStatus } from '../rules.ts'
import {
  type Any,
  type Attempt,
  attemptsOf,
  type OfficerRow,
  orderOfOwner,
  ownAttempt,
  ownersAttempt,
} from './access.ts'
import { CARE_WANTED, notifyOfficers } from './messages.ts'
import { told } from './progress.ts'
import { recordOf } from './view.ts'

const DUE = 'joint-key.care-due'
/** How far a device's clock may be off. */
const SKEW = 10 * MINUTE
/** Devices are to be checked from this long before the opening on. */
export const CARE_FROM = 3 * DAY
/** Officers are asked to check their device then; who has not is asked again the day before. */
const ASKED_BEFORE = [CARE_FROM, DAY]

/** Takes an officer's proof that the own device still holds the share. */
export async function selfCheck(ctx: Context<Actor>, ceremonyId: string, body: BodyOf<typeof c.giveSelfCheck>) {
  const attempt = await ownAttempt(ctx, ceremonyId, 'update')
  const { own } = attempt
  const now = ctx.clock.now()
  CARE.next('check', {
    record: await careFacts(ctx, attempt, { officer: own, lock: 'share' }),
    who: { part: 'officer' },
    now: now.getTime(),
  })
  if (Math.abs(new Date(body.at).getTime() - now.getTime()) > SKEW)
    throw new AppError('invalid', '本机时间与服务器相差过大，请刷新页面后重试')
  if (body.by !== own.idx || !selfCheckOk(recordOf(ctx, attempt), body))
    throw new AppError('tampered', '自检的证明不成立：本机的密钥分片已不可用，请用备份文件恢复后重试')
  await setOfficer(ctx, { row: attempt.row, idx: own.idx }, { checkedAt: now })
  ctx.audit({
    action: 'joint-key.self-check',
    entity: 'order',
    entityId: attempt.row.orderId,
    summary: `联合密钥自检通过：${own.name}（第${own.idx}名）`,
    data: { ceremonyId, ...body },
  })
  told(ctx, attempt)
}

/** Takes an officer out of the opening because of a tie to a bidder. Refused when too few would be left to open anything. */
export async function excuse(
  ctx: Context<Employee>,
  at: { orderId: string; index: number },
  reason: string,
): Promise<void> {
  await orderOfOwner(ctx, at.orderId, 'update')
  const attempt = await ownersAttempt(ctx, at.orderId, ({ status }) => status === CeremonyStatus.values.ready)
  const officer = attempt.officers.find((one) => one.idx === at.index)
  if (!officer) throw new AppError('notFound')
  const now = ctx.clock.now()
  CARE.next('excuse', {
    record: await careFacts(ctx, attempt, { officer, lock: 'update' }),
    who: { part: 'owner' },
    now: now.getTime(),
  })
  await setOfficer(
    ctx,
    { row: attempt.row, idx: officer.idx },
    { excusedAt: now, excusedBy: ctx.actor.userId, excuse: reason },
  )
  ctx.audit({
    action: 'joint-key.excuse',
    entity: 'order',
    entityId: at.orderId,
    summary: `联合密钥保管人${officer.name}（第${officer.idx}名）回避：${reason}`,
    data: { ceremonyId: attempt.row.id, index: officer.idx, reason },
  })
  ctx.emit({ kind: 'joint-key.excused', payload: { orderId: at.orderId, ceremonyId: attempt.row.id, index: at.index } })
  told(ctx, attempt)
}

/**
 * What decides on checks and excuses. `officer`: the one it is about. `lock`: on the opening, where officers answer, so
 * that nobody steps back in the instant in which the own answer begins it.
 */
export async function careFacts(
  ctx: Any,
  attempt: Attempt,
  { officer, lock }: { officer: OfficerRow | null; lock?: 'share' | 'update' },
): Promise<CareFacts> {
  const { row, officers, isDraft, isOver } = attempt
  const opening = await ctx.tx
    .selectFrom('joint_opening')
    .select(['closedAt', 'begunAt', 'doneAt'])
    .where('tenantId', '=', ctx.tenantId)
    .where('ceremonyId', '=', row.id)
    .$if(lock === 'share', (q) => q.forShare())
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  // A key of quotes opens one round after the other: between two its officers are free again.
  const round = await ctx.one(
    'quote_opening',
    { ceremonyId: row.id, doneAt: NULL },
    { columns: ['closedAt', 'begunAt'] },
  )
  return {
    status: row.status as CeremonyStatus,
    isDraft,
    isOver,
    isAnswering: opening?.closedAt != null || round?.closedAt != null,
    hasBegun: opening?.begunAt != null || opening?.doneAt != null || round?.begunAt != null,
    isExcused: officer?.excusedAt != null,
    left: officers.filter((one) => one.excusedAt === null).length,
    threshold: row.threshold,
  }
}

/** From the publication on officers are reminded of their devices. */
export const beginCare: Subscriber = {
  name: 'joint-key: begin care',
  kind: 'order.status',
  async handle(ctx, { payload }) {
    if (payload.to !== 'publish.open') return
    await scheduleCare(ctx, String(payload.orderId))
  },
}

/**
 * Asks those who have not checked their device since it was time to. The opening may have been moved meanwhile, so the
 * next time is computed anew.
 */
export const careDue: Subscriber = {
  name: 'joint-key: care due',
  kind: DUE,
  async handle(ctx, { id: eventId, payload }) {
    const order = await orderRow(ctx, String(payload.orderId))
    const attempt = (await attemptsOf(ctx, order.id)).find(({ row }) => row.status === CeremonyStatus.values.ready)
    if (!attempt || !order.openAt || order.state !== 'publish.open') return
    const left = order.openAt.getTime() - ctx.clock.now().getTime()
    if (left <= 0) return
    if (left <= CARE_FROM) {
      const late = unchecked(attempt)
      if (late.length > 0)
        await notifyOfficers(ctx, {
          userIds: late.map((officer) => officer.userId),
          ceremonyId: attempt.row.id,
          kind: CARE_WANTED,
          title: '请自检联合密钥',
          content: `${named(order)}即将${say(order, '{opening}')}，请在登记的设备上自检密钥分片；设备已丢失的，请用备份文件恢复。`,
          eventId,
        })
      const problem = tooFew(attempt, ctx.clock.now())
      if (problem && left <= ASKED_BEFORE[1]!)
        await tellOwners(
          { ctx, order, event: { id: eventId, kind: CARE_WANTED } },
          {
            title: '联合密钥可能无法开启',
            content: `${named(order)}：${problem}`,
            link: (reader) => jointKeyPlace(order, reader),
          },
        )
    }
    await scheduleCare(ctx, order.id)
  },
}

/** What the owner should know before bids are opened, in words. */
export function careWarnings(attempt: Attempt, facts: CareFacts, now: Date): string[] {
  const problem = isCareTime(attempt, facts, now) ? tooFew(attempt, now) : ''
  return problem ? [problem] : []
}

/** What an officer may do with a finished key; the check is the next thing to do while it is wanted. */
export async function careActions(ctx: Any, attempt: Attempt, own: OfficerRow): Promise<AllowedAction[]> {
  const now = ctx.clock.now()
  const facts = await careFacts(ctx, attempt, { officer: own })
  const isWanted = isCareTime(attempt, facts, now) && unchecked(attempt).includes(own)
  return CARE.allowed(facts, { part: 'officer' }, now.getTime()).map((action) => ({ ...action, primary: isWanted }))
}

/** Who takes part in the opening and has not shown lately that the own device works. */
export function unchecked({ officers, openAt }: Attempt): OfficerRow[] {
  const since = (openAt?.getTime() ?? 0) - 2 * CARE_FROM
  return officers.filter((one) => one.excusedAt === null && (one.checkedAt?.getTime() ?? -1) < since)
}

/** Devices are to be checked: the opening is near or has come, and nothing is open yet. */
function isCareTime({ openAt }: Attempt, facts: CareFacts, now: Date): boolean {
  const { status, isDraft, isAnswering, isOver } = facts
  if (status !== CeremonyStatus.values.ready || isDraft || isAnswering || isOver || !openAt) return false
  return openAt.getTime() - now.getTime() <= CARE_FROM
}

function tooFew(attempt: Attempt, now: Date): string {
  const { row, officers, openAt } = attempt
  const able = officers.filter((one) => one.excusedAt === null).length - unchecked(attempt).length
  if (able >= row.threshold) return ''
  const rest = openAt && now < openAt ? '；确已无法恢复的，应在截止前终止并重新采购' : ''
  return `仅 ${able} 名保管人近期自检通过，少于开启所需的 ${row.threshold} 名。到时不足 ${row.threshold} 名将无法开启，任何人都不能代为开启，请督促保管人自检或以备份文件恢复${rest}。`
}

async function scheduleCare(ctx: Any, orderId: string): Promise<void> {
  const order = await orderRow(ctx, orderId)
  if (!isJoint(order.settings) || !order.openAt) return
  const now = ctx.clock.now().getTime()
  const next = ASKED_BEFORE.map((before) => order.openAt!.getTime() - before).find((at) => at > now)
  if (next === undefined) return
  await ctx.schedule(`joint-key:${orderId}`, new Date(next), { kind: DUE, payload: { orderId } })
}

async function setOfficer(
  ctx: Any,
  { row, idx }: Pick<Attempt, 'row'> & Pick<OfficerRow, 'idx'>,
  values: Partial<Pick<OfficerRow, 'checkedAt' | 'excusedAt' | 'excusedBy' | 'excuse'>>,
): Promise<void> {
  await ctx.update('joint_officer', { ceremonyId: row.id, idx }, values)
}
