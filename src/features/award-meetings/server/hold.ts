import { Exact } from '#contract/money.ts'
import { bindRow } from '#server/bound-rows.ts'
import { AppError } from '#contract/errors.ts'
import { candidateRows } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { VOTES } from './bound.ts'
import { countForLot, countVotes } from './count.ts'
import { demandNoDraw, drawLot, prepareLot } from './lots.ts'
import { choose } from './choose.ts'
import { sizeProblem } from '../rules/meeting.ts'
import { announce, type Ctx, demanded, type Item, record, SEATED, type Seat } from './access.ts'
import { lastVotes } from './votes.ts'
import { demandOnAgenda } from './agenda.ts'
import { demandEligible, invalid } from './people.ts'

/** From the call to the last vote. */
export const holdRoutes: readonly Route[] = [
  implement(contract.callMeeting, SEATED, async (ctx, { params }) => {
    const { meeting, items, members, to } = await demanded(ctx, params.meetId, 'call')
    const orderIds = items.map(({ orderId }) => orderId)
    // In one order, so that two meetings cannot wait for each other.
    for (const orderId of orderIds.toSorted()) await demandOnAgenda(ctx, orderId, 'update')
    await demandEligible(ctx, { ids: members.map(({ employeeId }) => employeeId), orderIds, path: 'memberIds' })
    await ctx.update('award_meeting', { id: meeting.id }, { state: to, calledAt: ctx.clock.now() })
    await ctx.update('award_meeting_order', { meetingId: meeting.id }, { isLive: true })
    if (meeting.rule === 'lot') for (const item of items) await prepareLot(ctx, item)
    record(ctx, meeting, { action: 'call', summary: `召集定标会：${meeting.title}`, data: { orderIds } })
    await announce(ctx, meeting.id, 'called')
  }),

  implement(contract.replyMeeting, SEATED, async (ctx, { params, body }) => {
    const { meeting, own } = await demanded(ctx, params.meetId, 'reply')
    const { attends, reason } = body
    if (!attends && reason.length < 2) throw invalid('reason', '回避须填写原因')
    const now = ctx.clock.now()
    const reply = attends ? 'attending' : 'avoiding'
    await ctx.update(
      'award_meeting_member',
      { id: own!.id },
      { reply, replyReason: reason, repliedAt: now, ...(!attends && { outAt: now }) },
    )
    const summary = attends ? '确认参加定标会，与候选人无利害关系' : `回避定标会：${reason}`
    record(ctx, meeting, { action: reply, summary })
    await announce(ctx, meeting.id, 'changed')
  }),

  implement(contract.replaceMember, SEATED, async (ctx, { params, body }) => {
    const { meeting, items, members } = await demanded(ctx, params.meetId, 'replace')
    if (meeting.state === 'held' && body.reason.length < 2) throw invalid('reason', '会议已开始，更换成员须填写原因')
    await demandNoDraw(ctx, items)
    const before = members.find(({ id }) => id === body.memberId)
    if (!before) throw invalid('memberId', '成员不存在')
    const isTaken = members.some(({ outAt, employeeId }) => outAt === null && employeeId === body.employeeId)
    if (isTaken) throw invalid('employeeId', '该人员已是定标成员')
    // An empty seat is filled once.
    const seats = members.filter(({ outAt }) => outAt === null).length
    if (before.outAt !== null && sizeProblem(seats) === null) throw new AppError('wrongState', '成员已补足')
    const orderIds = items.map(({ orderId }) => orderId)
    const [person] = await demandEligible(ctx, { ids: [body.employeeId], orderIds, path: 'employeeId' })
    if (before.outAt === null) await ctx.update('award_meeting_member', { id: before.id }, { outAt: ctx.clock.now() })
    await ctx.insert('award_meeting_member', {
      id: ctx.newId(),
      meetingId: meeting.id,
      employeeId: person!.employeeId,
      userId: person!.userId,
      name: person!.name,
      isChair: before.isChair,
    })
    const why = body.reason && `，${body.reason}`
    record(ctx, meeting, { action: 'replace', summary: `更换定标成员：${before.name}更换为${person!.name}${why}` })
    await announce(ctx, meeting.id, 'called')
  }),

  implement(contract.beginMeeting, SEATED, async (ctx, { params }) => {
    const { meeting, items, members, to } = await demanded(ctx, params.meetId, 'begin')
    const active = members.filter(({ outAt }) => outAt === null)
    if (!active.some(({ isChair }) => isChair)) throw new AppError('wrongState', '主持人已回避，请更换主持人')
    const wrong = sizeProblem(active.length)
    if (wrong) throw new AppError('wrongState', wrong)
    await ctx.update('award_meeting', { id: meeting.id }, { state: to, heldAt: ctx.clock.now() })
    record(ctx, meeting, { action: 'begin', summary: `定标会开始：${meeting.title}` })
    if (meeting.rule === 'lowest') for (const item of items) await chooseLowest(ctx, meeting, item)
    await announce(ctx, meeting.id, 'changed')
  }),

  implement(contract.castVote, SEATED, async (ctx, { params, body }) => {
    const { meeting, items, own } = await demanded(ctx, params.meetId, 'vote')
    const item = items.find(({ orderId }) => orderId === params.orderId)
    if (!item) throw new AppError('notFound')
    if (item.chosenTradeId !== null) throw new AppError('wrongState', '该采购单已有表决结果')
    const options = item.options ?? (await candidateRows(ctx, item.orderId)).map(({ tradeId }) => tradeId)
    if (!options.includes(body.tradeId)) throw invalid('tradeId', '请选择可投票的候选人')
    const vote = { meetingId: meeting.id, orderId: item.orderId, round: item.round, memberId: own!.id }
    if (await ctx.one('award_vote', vote, { columns: ['memberId'] }))
      throw new AppError('wrongState', '您已投票，不能修改')
    const { tradeId, reason } = body
    await ctx.insert('award_vote', { ...vote, tradeId, reason, at: ctx.clock.now() })
    bindRow(ctx, VOTES, [meeting.id, item.orderId, item.round, own!.id])
    // Who has voted is seen in the room; what, nobody learns before the last has.
    record(ctx, meeting, { action: 'vote', summary: '定标会投票', data: { orderId: item.orderId, round: item.round } })
    await countIfComplete(ctx, { meeting, item })
    await announce(ctx, meeting.id, 'changed')
  }),

  implement(contract.cancelMeeting, SEATED, async (ctx, { params, body }) => {
    const { meeting, to } = await demanded(ctx, params.meetId, 'cancel')
    await ctx.update(
      'award_meeting',
      { id: meeting.id },
      { state: to, cancelReason: body.reason, endedAt: ctx.clock.now() },
    )
    await ctx.update('award_meeting_order', { meetingId: meeting.id }, { isLive: false })
    record(ctx, meeting, { action: 'cancel', summary: `取消定标会：${body.reason}` })
    await announce(ctx, meeting.id, 'cancelled')
  }),
]

/** The last vote of a round opens all of them, and counts. */
async function countIfComplete(ctx: Ctx, { meeting, item }: { meeting: Seat['meeting']; item: Item }): Promise<void> {
  const { orderId, round } = item
  const votes = await lastVotes(ctx, item)
  if (votes === null) return
  const isLot = meeting.rule === 'lot'
  const { tally, chosen, again } = isLot ? countForLot(votes) : countVotes(votes)
  if (chosen === null && isLot) return drawLot(ctx, meeting, { item, among: again })
  if (chosen === null) {
    await ctx.update('award_meeting_order', { meetingId: meeting.id, orderId }, { round: round + 1, options: again })
    record(ctx, meeting, {
      action: 'no-majority',
      summary: `第 ${round} 轮投票未过半数，进入下一轮`,
      data: { orderId, round, tally },
    })
    return
  }
  await choose(ctx, meeting, { orderId, chosen, basis: { rule: meeting.rule, round, tally } })
}

/** The lowest price of the candidates; of equal ones the one ranked first. */
async function chooseLowest(ctx: Ctx, meeting: Seat['meeting'], { orderId }: Item): Promise<void> {
  const rows = await candidateRows(ctx, orderId)
  const [lowest] = rows.toSorted((a, b) => new Exact(a.price).cmp(b.price) || a.rank - b.rank)
  if (!lowest) throw new AppError('wrongState', '采购单没有候选人')
  await choose(ctx, meeting, { orderId, chosen: lowest.tradeId, basis: { rule: 'lowest', price: lowest.price } })
}
