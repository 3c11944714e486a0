import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { OrderStatus } from '#features/procurement/rules/enums.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { asHost, type Order } from './access.ts'
import { running, tell } from './host.ts'

/** Parameters of the price score that may be left to a draw, as they are called in the order's price plan. */
const DRAWN = { percentage: '百分比 P', floatRate: '下浮率 R' } as const
export type DrawnParam = keyof typeof DRAWN

export interface Draw {
  params: { name: DrawnParam; label: string; options: string[]; value: string }[]
  how: string
  at: Date
}

/** What the tender documents leave to a draw at the opening: parameters with the values to draw from. */
export function drawable(order: Pick<Order, 'settings'>): { name: DrawnParam; label: string; options: string[] }[] {
  const { draw } = OrderSettings.parse(order.settings).price
  return (Object.keys(DRAWN) as DrawnParam[]).flatMap((name) => {
    const options = draw?.[name] ?? []
    return options.length > 0 ? [{ name, label: DRAWN[name], options }] : []
  })
}

/** What was drawn; null before. */
export async function drawOf(ctx: Context<Actor | null>, order: Pick<Order, 'id' | 'settings'>): Promise<Draw | null> {
  const row = await ctx.tx
    .selectFrom('opening_draw')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  if (!row) return null
  const values = row.params as Partial<Record<DrawnParam, string>>
  const params = drawable(order).map((one) => ({ ...one, value: values[one.name] ?? '' }))
  return { params, how: row.how, at: row.drawn_at }
}

/**
 * Puts the drawn parameters on record, once: only such as the tender documents leave to a draw, only values they name,
 * and only between the opening of the marks and the end, so that neither can quotes follow the draw nor the draw stay
 * unknown. The review computes with them. The order's own settings stay as they were published.
 */
export async function submitDraw(
  ctx: Context<Employee>,
  orderId: string,
  given: { params: Partial<Record<DrawnParam, string | undefined>>; how: string },
): Promise<void> {
  const { order } = await asHost(ctx, orderId)
  const asked = drawable(order)
  if (asked.length === 0) throw new AppError('wrongState', '招标文件未约定开标时抽取评分参数，不能变更评标办法')
  const opening = await running(ctx, order, 1)
  if (!opening.marks_opened_at) throw new AppError('wrongState', '公布开标一览表后方可抽取参数')
  if (await drawOf(ctx, order)) throw new AppError('wrongState', '参数已抽取并记录，不能更改')
  const params: Partial<Record<DrawnParam, string>> = {}
  for (const { name, label, options } of asked) {
    const value = given.params[name]
    const fits = value !== undefined && options.find((one) => new Exact(one).eq(value))
    if (!fits) throw new AppError('invalid', `${label}须为招标文件列明的备选值之一：${options.join('、')}`)
    params[name] = fits
  }
  if (Object.entries(given.params).some(([name, value]) => value !== undefined && !(name in params)))
    throw new AppError('invalid', '包含招标文件未约定抽取的参数')
  await ctx.tx
    .insertInto('opening_draw')
    .values({
      tenant_id: ctx.tenantId,
      order_id: orderId,
      params: JSON.stringify(params),
      how: given.how,
      drawn_by: ctx.actor.userId,
      drawn_at: ctx.clock.now(),
    })
    .execute()
  ctx.audit({
    action: 'opening.draw',
    entity: 'order',
    entityId: orderId,
    summary: `抽取评分参数：${asked.map((one) => `${one.label} ${params[one.name]}%`).join('，')}`,
    data: { params, how: given.how },
  })
  tell(ctx, 'opening.draw', { orderId })
}

/** Throws `wrongState` while what the tender documents leave to a draw has not been drawn. */
export async function demandDrawn(ctx: Context<Employee>, orderId: string): Promise<void> {
  const { order } = await asHost(ctx, orderId)
  if (drawable(order).length > 0 && order.status === OrderStatus.values.announcing && !(await drawOf(ctx, order)))
    throw new AppError('wrongState', '招标文件约定的评分参数尚未抽取')
}
