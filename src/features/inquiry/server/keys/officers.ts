import { bindRow } from '#server/bound-rows.ts'
import { ANSWERS } from './bound.ts'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { answerHolds, holdersOf, jointKeyOf, officerIn } from '#features/joint-key/server/public.ts'
import { demandFreshFactor } from '#features/passport/server/public.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { type Lock, orderRow } from '#features/procurement/server/public.ts'
import { roundRows } from '#features/quotes/server/public.ts'
import { closingEvidence } from '#features/sealed-bids/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { enqueue } from '#server/work/worker.ts'
import * as contract from '../../contract-keys.ts'
import { HOST } from '../quote-host.ts'
import { extensionsOf } from './extension.ts'
import { answersOf, endOf, openingOf, type Opening, releasesOf } from './opening.ts'
import { jointState, phaseOf } from './view.ts'
import { OPENING_WORK } from './work.ts'

type Ctx = Context<Actor>

/** False answers of one officer that are kept; more say nothing new, and would fill the record. */
const MOST_LIES = 5

export const officerRoutes: readonly Route[] = [
  implementForPerson(contract.officerRound, {}, (ctx, { params }) => officerRound(ctx, params.ceremonyId)),
  implementForPerson(contract.answerRound, {}, (ctx, { params, body }) => answer(ctx, params, body)),
]

/** What an officer's device needs to answer. */
async function officerRound(ctx: Ctx, ceremonyId: string): Promise<OutputOf<typeof contract.officerRound>> {
  const { order, index } = await ofOfficer(ctx, ceremonyId)
  const opening = (await openingsOf(ctx, ceremonyId)).at(-1)
  if (!opening) return null
  const round = await roundIn(ctx, order.id, opening.roundId)
  const phase = phaseOf(opening)
  return {
    ...(await jointState(ctx, order.id, opening))!,
    roundId: round.id,
    round: round.roundNo,
    label: HOST.label(round.roundNo),
    phase,
    end: (await endOf(ctx, opening)).toISOString(),
    extensions: await extensionsOf(ctx, round.id),
    released: (await releasesOf(ctx, round.id)).length,
    bids: (opening.bids ?? []).map(({ bidderId, part }) => ({ bidderId, part })),
    record: { ...(await keyOf(ctx, order.id)).record },
    evidence: phase === 'answering' ? { ...(await closingEvidence(ctx, order, round.roundNo)) } : {},
    blocked: (await refusalOf(ctx, { order, opening, index })) || null,
  }
}

/**
 * Takes an officer's answer for all quotes of the list. One that does not hold is refused, and stays on record with the
 * officer's name; with the last true one needed the round is opened.
 */
async function answer(
  ctx: Ctx,
  { ceremonyId, roundId }: { ceremonyId: string; roundId: string },
  body: BodyOf<typeof contract.answerRound>,
): Promise<{ missing: number }> {
  const { order, index, name } = await ofOfficer(ctx, ceremonyId, 'update')
  const opening = (await openingsOf(ctx, ceremonyId)).find((one) => one.roundId === roundId)
  if (!opening) throw new AppError('notFound')
  await demandFreshFactor(ctx)
  const refusal = await refusalOf(ctx, { order, opening, index })
  if (refusal) throw new AppError('wrongState', refusal)
  if (body.by !== index) throw new AppError('tampered', '该结果不是以本人名义生成的')
  const before = await answersOf(ctx, roundId)
  if (before.filter(({ idx, holds }) => idx === index && !holds).length >= MOST_LIES)
    throw new AppError('tooMany', '多次提交的结果不成立，已记录在案，请联系采购方')
  const parts = opening.bids!.map(({ part }) => part)
  const holds = await answerHolds(await keyOf(ctx, order.id), parts, body)
  const now = ctx.clock.now()
  const id = ctx.newId()
  await ctx.insert('quote_answer', {
    id,
    roundId,
    idx: index,
    userId: ctx.actor.userId,
    answer: JSON.stringify(body),
    holds,
    at: now,
  })
  bindRow(ctx, ANSWERS, [id])
  const named = `第${index}名保管人${name}`
  HOST.record(ctx, order.id, {
    action: holds ? 'joint-answer' : 'joint-lie',
    summary: holds ? `${named}参与共同开启，证明成立` : `${named}提交的开启结果不成立，未采用`,
    data: { ceremonyId, roundId, index, quotes: parts.length },
  })
  HOST.tell(ctx, order.id, [])
  if (!holds) throw new KeptRefusal(new AppError('tampered', '提交的开启结果不成立，未被采用，已记录在案'))
  const { threshold } = (await holdersOf(ctx, order.id))!
  const given = new Set(before.filter((one) => one.holds).map(({ idx }) => idx)).add(index).size
  if (given >= threshold) {
    await ctx.update('quote_opening', { roundId }, { begunAt: now })
    await enqueue(ctx, OPENING_WORK, order.id)
  }
  return { missing: Math.max(0, threshold - given) }
}

/** Why the officer with this index does not answer now; empty when it may. */
async function refusalOf(
  ctx: Ctx,
  { order, opening, index }: { order: Awaited<ReturnType<typeof orderRow>>; opening: Opening; index: number },
): Promise<string> {
  if (isOver(order)) return '采购已终止，不再开启'
  if (opening.doneAt) return '本轮报价已开启'
  if (opening.begunAt) return '参与的保管人已达人数，正在开启'
  if (!opening.bids) return '供应商正在提交密钥，截止后请您参与共同开启'
  const key = await holdersOf(ctx, order.id)
  if (key?.officers.some((one) => one.index === index && one.isExcused)) return '您已回避，不参与本次开启'
  const hasAnswered = (await answersOf(ctx, opening.roundId)).some(({ idx, holds }) => holds && idx === index)
  return hasAnswered ? '您已提交，请等待其他保管人' : ''
}

async function keyOf(ctx: Ctx, orderId: string) {
  const key = await jointKeyOf(ctx, orderId)
  if (!key) throw new AppError('notFound')
  return key
}

/** The rounds that a ceremony's key opens, in their order. */
async function openingsOf(ctx: Ctx, ceremonyId: string): Promise<Opening[]> {
  const rows = await ctx.many('quote_opening', { ceremonyId }, { columns: ['roundId'], orderBy: ['since'] })
  return Promise.all(rows.map(async ({ roundId }) => (await openingOf(ctx, roundId))!))
}

async function roundIn(ctx: Ctx, orderId: string, id: string) {
  const [row] = await roundRows(ctx, { orderId, kind: HOST.kind, id })
  if (!row) throw new AppError('notFound')
  return row
}

/** The officer's own order; `notFound` for everybody else. Officers act one after the other, by the order's row. */
async function ofOfficer(ctx: Ctx, ceremonyId: string, lock?: Lock) {
  const { orderId, index, name } = await officerIn(ctx, ceremonyId)
  return { order: await orderRow(ctx, orderId, lock), index, name }
}
