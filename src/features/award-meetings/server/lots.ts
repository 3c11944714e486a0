import { AppError } from '#contract/errors.ts'
import { type DrawHost, drawRow, freezeDraw, prepareDraw } from '#features/draws/server/public.ts'
import { candidateRows, orderRow } from '#features/procurement/server/public.ts'
import { NULL } from '#server/database/records.ts'
import { announce, type Any, type Item, type Meeting, record } from './access.ts'
import { choose } from './choose.ts'
import { countForLot } from './count.ts'
import { lastVotes } from './votes.ts'

const LABEL = '中标人'

/** Commits the platform to its part of a lot before anybody votes. */
export async function prepareLot(ctx: Any, { meetingId, orderId }: Pick<Item, 'meetingId' | 'orderId'>): Promise<void> {
  const { title } = await orderRow(ctx, orderId)
  const drawId = ctx.newId()
  await prepareDraw(ctx, { id: drawId, kind: 'award', subject: meetingId, title: `定标抽签：${title}` })
  await ctx.update('award_meeting_order', { meetingId, orderId }, { drawId })
}

/** Freezes who enters the lot; members' browsers reveal, the beacon speaks, and whoever is drawn is chosen. */
export async function drawLot(
  ctx: Any,
  meeting: Meeting,
  { item: { orderId, round, drawId }, among }: { item: Item; among: readonly string[] },
): Promise<void> {
  const candidates = await candidateRows(ctx, orderId)
  const nameOf = (tradeId: string) => candidates.find((one) => one.tradeId === tradeId)?.supplierName ?? ''
  const options = among.map((tradeId) => ({ value: tradeId, label: nameOf(tradeId) }))
  await freezeDraw(ctx, drawId!, { parts: [{ label: LABEL, options, picks: 1 }] })
  record(ctx, meeting, {
    action: 'lot',
    summary: `投票完毕，${among.length} 名候选人进入抽签`,
    data: { orderId, round, among, drawId },
  })
}

/** Nobody is replaced while a lot is drawn: the votes that led to it have been counted. */
export async function demandNoDraw(ctx: Any, items: readonly Item[]): Promise<void> {
  for (const { drawId, chosenTradeId } of items) {
    const row = drawId !== null && chosenTradeId === null ? await drawRow(ctx, drawId) : undefined
    if (row?.frozenAt) throw new AppError('wrongState', '抽签进行中，不能更换成员')
  }
}

/** Lots of award meetings: the members who come take part. */
export const awardDraws: DrawHost = {
  kinds: ['award'],
  async lock(ctx, meetingId) {
    await ctx.expectOne('award_meeting', { id: meetingId }, { lock: 'update' })
  },
  async roleOf(ctx, { subject }) {
    const { userId } = ctx.actor
    const own = await ctx.one('award_meeting_member', { meetingId: subject, userId, outAt: NULL, reply: 'attending' })
    return own ? '定标成员' : null
  },
  async apply(ctx, { drawId, subject, result }) {
    const meeting = await ctx.expectOne('award_meeting', { id: subject })
    const item = await ctx.expectOne('award_meeting_order', { meetingId: subject, drawId })
    // Of a meeting that was cancelled the draw stays on record, and nothing follows from it.
    if (meeting.state !== 'held') return
    const { tally, again } = countForLot((await lastVotes(ctx, item))!)
    const { orderId, round } = item
    const basis = { rule: meeting.rule, round, tally, lot: again, drawId }
    await choose(ctx, meeting, { orderId, chosen: result[0]!.value, basis })
    await announce(ctx, meeting.id, 'changed')
  },
}
