import { AppError } from '#contract/errors.ts'
import { isDecided } from '#features/procurement/engine/order-status.ts'
import { ALL_STATES, type OrderState } from '#features/procurement/engine/states.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { publicises } from '#features/procurement/rules/candidate-days.ts'
import { buyerColumn, inState, isAwardedWhole, ownersOrder } from '#features/procurement/server/public.ts'
import type { Ctx } from './access.ts'
import { invalid } from './people.ts'

/** An order that the own company runs, which waits for one winner; `invalid` for others. */
export async function demandOnAgenda(ctx: Ctx, orderId: string, lock?: 'update'): Promise<void> {
  const own = await ownersOrder(ctx, orderId, lock).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) throw invalid('orderIds', '采购单不存在')
    throw error
  })
  const { order } = own
  if (!hasCandidates(order)) throw invalid('orderIds', `${order.title}的采购方式不推荐候选人，不适用定标会`)
  if (isProposed(order)) throw invalid('orderIds', `${order.title}已公示拟定结果，不适用定标会`)
  if (!isAwardedWhole(order)) throw invalid('orderIds', `${order.title}可分给多个供应商，不适用定标会`)
  if (!isDecided(await own.facts())) throw invalid('orderIds', `${order.title}当前状态不能定标`)
  const live = await ctx.one('award_meeting_order', { orderId, isLive: true }, { columns: ['meetingId'] })
  if (live) throw invalid('orderIds', `${order.title}已列入其他定标会`)
}

/** Where the method itself says who wins (the lowest price), nobody chooses among candidates. */
function hasCandidates({ method }: { method: number }): boolean {
  return methodOf(method).candidates !== 'never'
}

/** Whether its buyer has publicised whom it will award: another one would have to be publicised first. */
function isProposed({ method, state }: { method: number; state: OrderState }): boolean {
  return methodOf(method).review === 'none' && state === 'candidates.public'
}

/** Orders that the own company runs from this workbench, and that wait for their winner. */
export async function waitingOrders(ctx: Ctx) {
  const { companyId } = ctx.actor
  const isAgency = buyerColumn(ctx.actor) === 'ownerCompanyId'
  const states = ALL_STATES.filter((state) => ['candidates.public', 'review.done', 'quote.closed'].includes(state))
  const orders = await ctx.tx
    .selectFrom('purchase_order as o')
    .selectAll('o')
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', companyId)
    .where('o.purchaserCompanyId', isAgency ? '<>' : '=', companyId)
    .where(inState('o.state', ...states))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('award_meeting_order as m')
            .select('m.orderId')
            .whereRef('m.tenantId', '=', 'o.tenantId')
            .whereRef('m.orderId', '=', 'o.id')
            .where('m.isLive', '=', true),
        ),
      ),
    )
    .orderBy('o.id', 'desc')
    .limit(200)
    .execute()
  return orders.filter(
    (order) =>
      hasCandidates(order) &&
      isAwardedWhole(order) &&
      !isProposed(order) &&
      isDecided({ ...order, publicises: publicises(order) }),
  )
}
