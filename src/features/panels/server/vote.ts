import { AppError } from '#contract/errors.ts'
import { leastSuppliers } from '#features/procurement/rules/group-terms.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { buyer } from '#features/procurement/server/public.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { chosenBy, voteProblem } from '../rules/vote.ts'
import { acting, announce, record, SEATED, type Seat } from './access.ts'
import { activeOf, type Ctx, invalid, type Order, remainingOf } from './rows.ts'
import { handIn } from './sheets.ts'
import { failsWith, takeOut } from './stand.ts'
import { tellHosts, tellMembers } from './telling.ts'

/** Which solutions go on to the final offers, where demands could not be described beforehand. */
export const voteRoutes: readonly Route[] = [
  buyer(contract.callVote, async (ctx, { params }) => {
    const { order, members, suppliers, to } = await acting(ctx, params.orderId, 'callVote')
    await ctx.update('panel', { orderId: order.id }, { stage: to })
    record(ctx, order.id, {
      action: 'vote-called',
      summary: `请小组成员投票推荐设计方案或者解决方案，${remainingOf(suppliers).length} 家`,
    })
    await tellMembers(
      ctx,
      { order, members },
      { title: '请投票推荐方案', content: '：请投票推荐设计方案或者解决方案。' },
    )
    announce(ctx, { order, members })
  }),

  implementForPerson(contract.handInVote, SEATED, async (ctx, { params, body }) => {
    const seat = await acting(ctx, params.orderId, 'handIn')
    const { order, panel, suppliers } = seat
    if (panel.stage !== 'voting' || panel.roundNo !== body.roundNo)
      throw new AppError('wrongState', '投票已结束，请刷新')
    const problem = voteProblem(body.tradeIds, remainingOf(suppliers), leastOf(order))
    if (problem) throw invalid('tradeIds', problem)
    const { hash, isLast } = await handIn(ctx, seat, {
      kind: 'vote',
      body: { tradeIds: body.tradeIds },
      signature: body.signature,
    })
    if (isLast) await decide(ctx, seat)
    return { hash }
  }),
]

function leastOf({ method, settings }: Pick<Order, 'method' | 'settings'>): number {
  return leastSuppliers(methodOf(method), settings)
}

async function decide(ctx: Ctx, { order, panel, members, suppliers }: Seat): Promise<void> {
  const { roundNo } = panel
  const active = new Set(activeOf(members).map(({ id }) => id))
  const rows = await ctx.many('panel_sheet', { orderId: order.id, kind: 'vote', roundNo })
  const votes = rows
    .filter(({ memberId }) => active.has(memberId))
    .map(({ body }) => (body as { tradeIds: string[] }).tradeIds)
  const found = chosenBy(votes, remainingOf(suppliers), leastOf(order))
  record(ctx, order.id, { action: 'voted', summary: '投票收齐，按多数意见推荐方案', data: { roundNo, found } })
  for (const { tradeId, isChosen } of found)
    if (!isChosen)
      await takeOut(ctx, order, { tradeId, cause: 'unchosen', reason: '方案未获小组多数成员推荐', roundNo })
  const count = found.filter(({ isChosen }) => isChosen).length
  if (await failsWith(ctx, { order, members }, { count, at: 'conformity' })) return
  await ctx.update('panel', { orderId: order.id }, { stage: 'voted' })
  await tellHosts(ctx, order, {
    title: '方案投票已收齐',
    content: `：${count} 家供应商的方案获得推荐，请要求提交最后报价。`,
  })
  announce(ctx, { order, members })
}
