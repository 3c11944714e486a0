import { bindRow } from '#server/bound-rows.ts'
import { RELEASES } from './bound.ts'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { isJoint, isTimed } from '#features/procurement/rules/key-mode.ts'
import { type Lock, ownTrade, supplier } from '#features/procurement/server/public.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { bidSuite, closedBids, submissionFiles } from '#features/sealed-bids/server/public.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { assertContentKey } from '#features/sealing/core/envelope.ts'
import type { EnvelopeHeader } from '#features/sealing/core/envelope-header.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { enqueue } from '#server/work/worker.ts'
import * as contract from '../../contract-keys.ts'
import { HOST } from '../quote-host.ts'
import { askedTo } from '../sealed-rounds.ts'
import { extensionsOf } from './extension.ts'
import { OPENING_WORK } from './work.ts'
import { endOf, openingOf, releasesOf } from './opening.ts'

type Ctx = Context<Employee>

export const releaseRoutes: readonly Route[] = [
  supplier(contract.ownRelease, async (ctx, { params }) => ({ release: await ownRelease(ctx, params) })),
  supplier(contract.releaseQuote, (ctx, { params, body }) => release(ctx, params, body)),
]

interface Asked {
  orderId: string
  round: number
}

async function ownRelease(ctx: Ctx, asked: Asked): Promise<OutputOf<typeof contract.ownRelease>['release']> {
  const { order, trade, round } = await ownRound(ctx, asked)
  const opening = round && (await openingOf(ctx, round.id))
  if (!opening || isAbortive(order)) return null
  const bid = (await closedBids(ctx, order.id, asked.round)).find(({ tradeId }) => tradeId === trade.id)
  if (!bid) return null
  const given = (await releasesOf(ctx, opening.roundId)).find(({ tradeId }) => tradeId === trade.id)
  const end = await endOf(ctx, opening)
  const isOver = opening.closedAt !== null || opening.doneAt !== null || ctx.clock.now() >= end
  const state = given ? 'released' : isOver ? 'missed' : 'waiting'
  const [files, { keyFingerprint }] = await Promise.all([
    state === 'waiting' ? submissionFiles(ctx, bid.submissionId) : [],
    bidSuite(ctx, bid.submissionId),
  ])
  return {
    state,
    end: end.toISOString(),
    extensions: await extensionsOf(ctx, opening.roundId),
    releasedAt: given?.releasedAt.toISOString() ?? null,
    releasedName: given?.releasedName ?? '',
    isJoint: opening.ceremonyId !== null,
    isOpened: opening.doneAt !== null,
    keyFingerprint,
    files: files.map(({ position, name, header }) => ({ position, name, header })),
  }
}

/** Takes the keys of the own quote. A key that opens nothing is refused, where that can be told before the opening. */
async function release(ctx: Ctx, asked: Asked, { keys }: BodyOf<typeof contract.releaseQuote>): Promise<void> {
  const { order, trade, round } = await ownRound(ctx, asked, 'update')
  if (!round) throw new AppError('notFound')
  if (isAbortive(order)) throw new AppError('wrongState', '采购已终止，不再开启报价')
  if (round.status !== RoundStatus.values.quoting) throw new AppError('wrongState', '本轮报价已开启')
  const deadline = round.roundNo === 1 ? order.bidEnd : round.deadline
  const now = ctx.clock.now()
  if (!deadline || now < deadline) throw new AppError('tooEarly', '报价尚未截止，截止后方可提交密钥')
  const opening = await openingOf(ctx, round.id)
  if (!opening) throw new AppError('wrongState', '报价刚刚截止，正在固定日志，请稍后再试')
  const bid = (await closedBids(ctx, order.id, round.roundNo)).find(({ tradeId }) => tradeId === trade.id)
  if (!bid) throw new AppError('wrongState', '本企业没有有效的报价')
  const { id: roundId } = round
  if ((await releasesOf(ctx, roundId)).some(({ tradeId }) => tradeId === trade.id))
    throw new AppError('wrongState', '本企业已提交密钥')
  if (opening.closedAt || now >= (await endOf(ctx, opening))) throw new AppError('tooLate', '提交密钥的时限已过')
  await assertKeys(ctx, { submissionId: bid.submissionId, isJoint: isJoint(order.settings) }, keys)
  await ctx.insert('quote_release', {
    roundId,
    tradeId: trade.id,
    submissionId: bid.submissionId,
    keys: JSON.stringify(Object.fromEntries(keys.map((one) => [one.position, one.contentKey]))),
    releasedBy: ctx.actor.userId,
    releasedName: ctx.actor.name,
    releasedAt: now,
  })
  bindRow(ctx, RELEASES, [roundId, trade.id])
  HOST.record(ctx, order.id, {
    action: 'released',
    summary: `${ctx.actor.companyName}提交${HOST.label(round.roundNo)}的密钥`,
    data: { roundId, tradeId: trade.id, files: keys.length },
  })
  HOST.tell(ctx, order.id, [trade.id])
  await enqueue(ctx, OPENING_WORK, order.id)
}

/** A round that the own company was asked to, of an order whose suppliers hold the keys; else `notFound`. */
async function ownRound<L extends Lock | undefined = undefined>(ctx: Ctx, { orderId, round: no }: Asked, lock?: L) {
  const { order, trade } = await ownTrade(ctx, orderId, { lock })
  const rounds = await askedTo(ctx, order, trade.id)
  const round = isTimed(order.settings) ? undefined : rounds.find(({ roundNo }) => roundNo === no)
  return { order, trade, round }
}

/** One key for each file, and each the one that its envelope commits to; what officers hold a key to as well shows later. */
async function assertKeys(
  ctx: Ctx,
  { submissionId, isJoint }: { submissionId: string; isJoint: boolean },
  keys: BodyOf<typeof contract.releaseQuote>['keys'],
): Promise<void> {
  const files = await submissionFiles(ctx, submissionId)
  const given = new Map(keys.map((one) => [one.position, one.contentKey]))
  const isWhole = files.every(({ position }) => given.has(position))
  if (!isWhole || keys.length !== files.length || given.size !== keys.length)
    throw new AppError('invalid', '密钥与本企业报价的文件不一致，未接收')
  if (isJoint) return
  for (const { position, name, header } of files)
    try {
      assertContentKey(header as unknown as EnvelopeHeader, fromHex(given.get(position)!))
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error
      throw new AppError('tampered', `${name}：${error.message}`, { reason: error.reason })
    }
}
