import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { CeremonyError, deviceOk } from '#features/sealing/core/joint/ceremony.ts'
import { checkDealing, judge } from '#features/sealing/core/joint/dealing.ts'
import { checkJointKey, confirmationOk } from '#features/sealing/core/joint/joint-key.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { logRecord } from '#server/public-log.ts'
import { demandFreshFactor } from '#features/passport/server/public.ts'
import type * as c from '../contract.ts'
import { CEREMONY, type CeremonyAction } from '../rules.ts'
import { type Attempt, factsOf, type OfficerRow, ownAttempt } from './access.ts'
import { transcriptRecord } from './late-transcripts.ts'
import { advance, failed, told } from './progress.ts'
import { ceremonyOf, dealingsOf, recordOf } from './view.ts'

type Ctx = Context<Actor>

export async function device(ctx: Ctx, ceremonyId: string, body: BodyOf<typeof c.giveDevice>): Promise<void> {
  const attempt = await acting(ctx, ceremonyId, 'device')
  const place = {
    tenantId: String(ctx.tenantId),
    orderId: attempt.row.orderId,
    ceremonyId,
    officerId: ctx.actor.userId,
  }
  if (!deviceOk(place, body)) throw new AppError('tampered', '设备密钥的证明不成立，请重新生成')
  const taken = attempt.officers.some(
    (officer) => (officer.device as { deviceKey?: string } | null)?.deviceKey === body.deviceKey,
  )
  if (taken) throw new AppError('conflict', '该设备密钥已被登记')
  await give(ctx, attempt, { device: body })
  record(ctx, attempt, { action: 'joint-key.device', summary: '登记联合密钥保管设备', data: body })
  if (others(attempt).every((officer) => officer.device !== null)) await step(ctx, attempt, { action: 'allDevices' })
}

export async function dealing(ctx: Ctx, ceremonyId: string, body: BodyOf<typeof c.giveDealing>): Promise<void> {
  const attempt = await acting(ctx, ceremonyId, 'deal')
  if (body.from !== attempt.own.idx) throw new AppError('tampered', '分发的分片不是以本人名义生成的')
  protocol(() => checkDealing(ceremonyOf(ctx, attempt), body))
  await give(ctx, attempt, { dealing: body })
  const { commitments } = body
  record(ctx, attempt, { action: 'joint-key.deal', summary: '分发联合密钥分片', data: { commitments } })
  if (others(attempt).every((officer) => officer.dealing !== null)) await step(ctx, attempt, { action: 'allDealt' })
}

/** The last confirmation makes the key: its whole record is checked once more before it counts. */
export async function confirmation(
  ctx: Ctx,
  ceremonyId: string,
  body: BodyOf<typeof c.giveConfirmation>,
): Promise<void> {
  const attempt = await acting(ctx, ceremonyId, 'confirm')
  const { own } = attempt
  const fits = body.by === own.idx && confirmationOk(ceremonyOf(ctx, attempt), dealingsOf(attempt), body)
  if (!fits) throw new AppError('tampered', '确认的证明不成立')
  await give(ctx, attempt, { confirmation: body })
  record(ctx, attempt, { action: 'joint-key.confirm', summary: '确认联合密钥分片', data: body })
  if (!others(attempt).every((officer) => officer.confirmation !== null)) return
  const officers = attempt.officers.map((officer) =>
    officer.idx === own.idx ? { ...own, confirmation: body } : officer,
  )
  const transcript = recordOf(ctx, { ...attempt, officers })
  const { fingerprint } = protocol(() => checkJointKey(transcript))
  logRecord(ctx, transcriptRecord(attempt.row.orderId, transcript))
  await step(ctx, attempt, { action: 'allConfirmed', fingerprint })
}

/** Either the dealer is shown to have lied or the one who complains: the attempt is over in both cases. */
export async function complaint(ctx: Ctx, ceremonyId: string, body: BodyOf<typeof c.giveComplaint>) {
  const attempt = await acting(ctx, ceremonyId, 'complain')
  if (body.by !== attempt.own.idx) throw new AppError('tampered', '申告不是以本人名义提出的')
  const against = dealingsOf(attempt).find((dealt) => dealt.from === body.against)
  if (!against) throw new AppError('notFound')
  const { liar } = judge(ceremonyOf(ctx, attempt), against, body)
  await give(ctx, attempt, { complaint: body })
  const name = attempt.officers.find((officer) => officer.idx === liar)?.name ?? ''
  const failure = liar === body.by ? `${name}申告的分片经核验无误，申告不实` : `${name}分发的分片与公开承诺不符`
  await failed(ctx, attempt, { failure, liars: [liar] })
  return { liars: [liar] }
}

type Own = Attempt & { own: OfficerRow }

async function acting(ctx: Ctx, ceremonyId: string, action: CeremonyAction): Promise<Own> {
  const attempt = await ownAttempt(ctx, ceremonyId, 'update')
  await demandFreshFactor(ctx)
  const now = ctx.clock.now().getTime()
  CEREMONY.next(action, { record: factsOf(attempt, attempt.own), who: { part: 'officer' }, now })
  return attempt
}

/** The service's own move when the last officer has done a step. */
async function step(
  ctx: Ctx,
  attempt: Own,
  { action, fingerprint }: { action: CeremonyAction; fingerprint?: string },
): Promise<void> {
  const subject = { record: factsOf(attempt, null), who: { part: 'service' as const }, now: ctx.clock.now().getTime() }
  await advance(ctx, attempt, { status: CEREMONY.next(action, subject), ...(fingerprint && { fingerprint }) })
}

type Given = 'device' | 'dealing' | 'confirmation' | 'complaint'

async function give(ctx: Ctx, attempt: Own, given: Partial<Record<Given, object>>): Promise<void> {
  const columns = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)]))
  await ctx.update('joint_officer', { ceremonyId: attempt.row.id, idx: attempt.own.idx }, columns)
  told(ctx, attempt)
}

function others({ officers, own }: Own): OfficerRow[] {
  return officers.filter((officer) => officer.idx !== own.idx)
}

function record(ctx: Ctx, attempt: Own, fact: { action: string; summary: string; data: unknown }): void {
  const { action, summary, data } = fact
  const entityId = attempt.row.orderId
  const named = `${summary}：${attempt.own.name}（第${attempt.own.idx}名）`
  ctx.audit({
    action,
    entity: 'order',
    entityId,
    summary: named,
    data: { ceremonyId: attempt.row.id, ...(data as object) },
  })
}

/** A refusal of the protocol, for people. */
function protocol<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof CeremonyError) throw new AppError('tampered', cause.message, { officers: cause.officers })
    throw cause
  }
}
