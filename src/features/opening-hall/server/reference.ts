import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { ReviewModel } from '#features/procurement/rules/enums.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { asHost } from './access.ts'
import { running, setOpening, tell } from './host.ts'

/**
 * Enters the reference price (标底): before the quotes are open, so that it cannot follow from them; it is shown to all
 * with them (实施条例第五十条). May be corrected until then, each time on record without the figure, which is secret so far.
 */
export async function submitReference(
  ctx: Context<Employee>,
  orderId: string,
  { price, basis }: { price: string; basis: string },
): Promise<void> {
  const { order } = await asHost(ctx, orderId)
  const stage = order.reviewModel === ReviewModel.values.double ? 2 : 1
  const opening = await running(ctx, order, stage)
  if (opening.marksOpenedAt) throw new AppError('wrongState', '报价已公布，不能再录入标底')
  if (!new Exact(price).gt(0)) throw new AppError('invalid', '标底必须大于零')
  if (order.controlPrice !== null && new Exact(price).gt(order.controlPrice))
    throw new AppError('invalid', `标底不能高于招标文件载明的最高限价 ${formatAmount(order.controlPrice)} 元`)
  await setOpening(ctx, { orderId, stage }, { referencePrice: price, referenceBasis: basis })
  ctx.audit({
    action: 'opening.reference',
    entity: 'order',
    entityId: orderId,
    summary: opening.referencePrice === null ? '录入标底（随报价一并公布）' : '更正标底（随报价一并公布）',
    data: { basis },
  })
  tell(ctx, 'opening.reference', { orderId })
}
