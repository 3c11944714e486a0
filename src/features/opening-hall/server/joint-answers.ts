import { bindRow } from '#server/bound-rows.ts'
import { ANSWERS } from './bound.ts'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { answerHolds, jointKeyOf, officerIn } from '#features/joint-key/server/public.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { FIRST_ROUND } from '#features/sealed-bids/rules.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import { enqueue } from '#server/work/worker.ts'
import { closingEvidence } from '#features/sealed-bids/server/public.ts'
import { demandFreshFactor } from '#features/passport/server/public.ts'
import type * as c from '../contract-joint.ts'
import { JOINT_OPENING } from '../rules-joint.ts'
import { tell } from './host.ts'
import { type Joint, jointFacts, jointOf, setJoint } from './joint-access.ts'
import { JOINT_WORK } from './joint-open.ts'
import { jointView } from './joint-view.ts'

type Ctx = Context<Actor>

/** False answers of one officer that are kept; more say nothing new, and would fill the record. */
const MOST_LIES = 5

/** What an officer's device needs to answer; null while the opening has not begun. */
export async function officerOpening(ctx: Ctx, ceremonyId: string): Promise<OutputOf<typeof c.officerOpening>> {
  const { joint, index } = await ofOfficer(ctx, ceremonyId)
  if (!joint) return null
  const now = ctx.clock.now().getTime()
  return {
    ...jointView(joint),
    round: FIRST_ROUND,
    bids: (joint.row.bids ?? []).map(({ bidderId, part }) => ({ bidderId, part })),
    record: { ...(await recordOf(ctx, joint)).record },
    evidence: { ...(await closingEvidence(ctx, joint.order, FIRST_ROUND)) },
    actions: JOINT_OPENING.allowed(jointFacts(joint, index), { part: 'officer' }, now).filter(
      ({ reason }) => reason === undefined,
    ),
  }
}

/**
 * Takes an officer's answer for all bids of the list. One that does not hold is refused, and stays on record with the
 * officer's name; with the last true one needed the bids are opened, all of them.
 */
export async function answer(ctx: Ctx, ceremonyId: string, body: BodyOf<typeof c.giveAnswer>) {
  const { joint, index, name } = await ofOfficer(ctx, ceremonyId, 'update')
  if (!joint) throw new AppError('wrongState', '开标尚未开始')
  await demandFreshFactor(ctx)
  const { order, row, key } = joint
  const now = ctx.clock.now()
  JOINT_OPENING.next('answer', { record: jointFacts(joint, index), who: { part: 'officer' }, now: now.getTime() })
  if (body.by !== index) throw new AppError('tampered', '该结果不是以本人名义生成的')
  const lies = joint.answers.filter((one) => one.idx === index && !one.holds).length
  if (lies >= MOST_LIES) throw new AppError('tooMany', '多次提交的结果不成立，已记录在案，请联系采购方')
  const parts = row.bids!.map((bid) => bid.part)
  const holds = await answerHolds(await recordOf(ctx, joint), parts, body)
  const id = ctx.newId()
  await ctx.insert('joint_answer', {
    id,
    orderId: order.id,
    idx: index,
    userId: ctx.actor.userId,
    answer: JSON.stringify(body),
    holds,
    at: now,
  })
  bindRow(ctx, ANSWERS, [id])
  const named = `第${index}名保管人${name}`
  ctx.audit({
    action: holds ? 'opening.jointAnswer' : 'opening.jointLie',
    entity: 'order',
    entityId: order.id,
    summary: holds ? `${named}参与共同开启，证明成立` : `${named}提交的开启结果不成立，未采用`,
    data: { ceremonyId, index, bids: parts.length },
  })
  tell(ctx, 'opening.jointAnswer', { orderId: order.id })
  if (!holds) throw new KeptRefusal(new AppError('tampered', '提交的开启结果不成立，未被采用，已记录在案'))
  const given = new Set(joint.answers.filter((one) => one.holds).map((one) => one.idx)).add(index).size
  const begun = row.begunAt === null && given >= key.threshold
  if (begun) await begin(ctx, joint)
  return { begun: begun || row.begunAt !== null, missing: Math.max(0, key.threshold - given) }
}

async function recordOf(ctx: Ctx, { order }: Joint) {
  const key = await jointKeyOf(ctx, order.id)
  if (!key) throw new AppError('notFound')
  return key
}

/** Enough have answered: hands the bids over to whoever opens them. */
async function begin(ctx: Ctx, joint: Joint): Promise<void> {
  const { order } = joint
  const now = ctx.clock.now()
  JOINT_OPENING.next('begin', { record: jointFacts(joint, null), who: { part: 'service' }, now: now.getTime() })
  await setJoint(ctx, order.id, { begunAt: now })
  await enqueue(ctx, JOINT_WORK, order.id)
  ctx.audit({
    action: 'opening.jointBegin',
    entity: 'order',
    entityId: order.id,
    summary: `保管人已达 ${joint.key.threshold} 名，开始共同开启 ${joint.row.bids!.length} 份投标`,
  })
}

/** The opening of the officer's order. Officers act one after the other: the lock is on the joint opening. */
async function ofOfficer(ctx: Ctx, ceremonyId: string, lock?: 'update') {
  const { orderId, index, name } = await officerIn(ctx, ceremonyId)
  const found = await jointOf(ctx, await orderRow(ctx, orderId), lock)
  // An attempt that failed has officers too; the opening belongs to the one that gave the key.
  const joint = found?.row.ceremonyId === ceremonyId ? found : null
  return { joint, index, name }
}
