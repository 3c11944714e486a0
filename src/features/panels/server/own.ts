import { AppError } from '#contract/errors.ts'
import { groupedTrade } from './own-trade.ts'
import { LEFT_EVENT, supplier } from '#features/procurement/server/public.ts'
import { hasSealed } from '#features/sealed-bids/server/public.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract-supplier.ts'
import { AT_WORK, type ChangeKind, GOING_ON, type OutCause, type PanelStage } from '../rules/panel.ts'
import { announce, record } from './access.ts'
import { type Any, type Panel, remainingOf, type Supplier } from './rows.ts'
import { failsWith, openRound, takeOut } from './stand.ts'
import { tellHosts } from './telling.ts'

/** A supplier in the review: how it stands itself. */
export const ownRoutes: readonly Route[] = [
  supplier(contract.ownPanel, async (ctx, { params }) => {
    const { order, trade } = await groupedTrade(ctx, params.orderId)
    const which = { orderId: order.id }
    const panel = await ctx.one('panel', which)
    const own = await ctx.one('panel_supplier', { ...which, tradeId: trade.id })
    const round = own && own.outAt === null ? await openRound(ctx, order.id) : undefined
    const changes = own ? await ctx.many('panel_change', { ...which, agreed: true }, { orderBy: ['version desc'] }) : []
    // What was changed after it had left is nobody's business any more.
    const told = changes.filter(({ decidedAt }) => own!.outAt === null || decidedAt! <= own!.outAt)
    const { id: orderId, code, title, method } = order
    const isBegun = panel !== undefined && panel.stage !== 'forming'
    return {
      orderId,
      code,
      title,
      method,
      tradeId: trade.id,
      stand: own
        ? own.outAt === null
          ? ('in' as const)
          : ('out' as const)
        : isBegun
          ? ('none' as const)
          : ('waiting' as const),
      cause: (own?.cause ?? '') as '' | OutCause,
      reason: own?.reason ?? '',
      outAt: own?.outAt?.toISOString() ?? null,
      changes: told.map((one) => ({
        version: one.version,
        kinds: one.kinds as ChangeKind[],
        content: one.content,
        deadline: one.deadline.toISOString(),
        at: one.decidedAt!.toISOString(),
        hash: one.hash!.toString('hex'),
      })),
      open: round?.deadline
        ? { roundId: round.id, deadline: round.deadline.toISOString(), isFinal: round.isFinal }
        : null,
      blocked: await leaveRefusal(ctx, { panel, own }),
    }
  }),

  supplier(contract.leavePanel, async (ctx, { params, body }) => {
    const { order, trade } = await groupedTrade(ctx, params.orderId, 'update')
    const orderId = order.id
    const panel = await ctx.one('panel', { orderId }, { lock: 'update' })
    const own = await ctx.one('panel_supplier', { orderId, tradeId: trade.id })
    const refusal = await leaveRefusal(ctx, { panel, own })
    if (refusal !== null) throw new AppError('wrongState', refusal || '贵单位未参加评审')
    await takeOut(ctx, order, { tradeId: trade.id, cause: 'left', reason: body.reason, roundNo: panel!.roundNo })
    const { name } = await ctx.expectOne('company', { id: ctx.actor.companyId }, { columns: ['name'] })
    await tellHosts(ctx, order, {
      title: '供应商退出',
      content: `：${name}在提交最后报价前退出，原因：${body.reason}。已收取保证金的，应当退还。`,
    })
    const members = await ctx.many('panel_member', { orderId })
    const count = remainingOf(await ctx.many('panel_supplier', { orderId })).length
    // While something is awaited, its end counts.
    if (AT_WORK.includes(panel!.stage as PanelStage))
      await failsWith(ctx, { order, members }, { count, at: 'conformity' })
    record(ctx, orderId, { action: 'left', summary: '供应商退出', data: { tradeId: trade.id } })
    ctx.emit({ kind: LEFT_EVENT, payload: { orderId } })
    announce(ctx, { order, members }, [trade.id])
  }),
]

/** Why a supplier cannot leave; '' where it takes no part, null when it can. */
async function leaveRefusal(
  ctx: Any,
  { panel, own }: { panel: Panel | undefined; own: Supplier | undefined },
): Promise<string | null> {
  if (!panel || !own || own.outAt !== null) return ''
  if (!GOING_ON.includes(panel.stage as PanelStage)) return '最后报价已截止，不能退出'
  const round = await openRound(ctx, panel.orderId)
  if (!round) return null
  if (round.deadline !== null && ctx.clock.now() >= round.deadline) return '本轮响应已截止，不能退出'
  return (await hasSealed(ctx, { tradeId: own.tradeId, round: round.roundNo }))
    ? '本轮已提交响应，请先撤回后再退出'
    : null
}
