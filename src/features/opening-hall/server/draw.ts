import { type Drawn, type DrawPart, type DrawRecord, valuesOf } from '#contract/draw.ts'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { drawsOf, freezeDraw, prepareDraw, recordOf, viewOf } from '#features/draws/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { DRAWN_PARAMS, type DrawnParam } from '#features/evaluation/rules/drawn-params.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { asHost, type Order } from './access.ts'
import { running, tell } from './host.ts'

/** How a draw by the platform is entered where one by hand says how it was done. */
export const BY_PLATFORM = '由系统抽取'
const TITLE = '开标现场抽取评分参数'

/** What the tender documents leave to a draw at the opening: parameters with the values to draw from. */
export function drawable(order: Pick<Order, 'settings'>): { name: DrawnParam; label: string; options: string[] }[] {
  const { draw } = OrderSettings.parse(order.settings).price
  return (Object.keys(DRAWN_PARAMS) as DrawnParam[]).flatMap((name) => {
    const options = draw?.[name] ?? []
    return options.length > 0 ? [{ name, label: DRAWN_PARAMS[name], options }] : []
  })
}

/** What was drawn, by hand before everybody's eyes or by the platform; null before. */
export async function drawOf(
  ctx: Context<Actor | null>,
  orderId: string,
): Promise<{ record: DrawRecord; how: string; at: Date } | null> {
  const row = await ctx.one('opening_draw', { orderId })
  if (!row) return null
  const { parts, how, result } = row as typeof row & Pick<DrawRecord, 'parts' | 'result'>
  const [steps] = (await drawsOf(ctx, orderId, ['opening'])).filter((one) => one.drawnAt !== null)
  const record: DrawRecord = steps ? recordOf(steps) : { parts, source: { by: 'hand', how }, result }
  return { record, how, at: row.drawnAt }
}

/** The draw by the platform, as everybody in the hall sees it; null where there is nothing to draw or it is by hand. */
export async function drawSteps(ctx: Context<Actor | null>, order: Pick<Order, 'id' | 'settings'>) {
  const asked = drawable(order)
  if (asked.length === 0) return null
  const [steps] = await drawsOf(ctx, order.id, ['opening'])
  return steps ? viewOf(ctx, steps, partsOf(asked)) : null
}

/** Commits the operator to its part before any quote is open; nothing where there is nothing to draw. */
export async function prepareOpeningDraw(ctx: Context<Employee>, orderId: string): Promise<void> {
  if (drawable(await orderRow(ctx, orderId)).length === 0) return
  await prepareDraw(ctx, { id: ctx.newId(), kind: 'opening', subject: orderId, title: TITLE })
}

/** Has the platform draw instead of a hand: what is drawn is frozen now, the result comes with the beacon. */
export async function freezeOpeningDraw(ctx: Context<Employee>, orderId: string): Promise<void> {
  const { asked } = await demandDrawable(ctx, orderId)
  if ((await drawsOf(ctx, orderId, ['opening'])).length === 0) await prepareOpeningDraw(ctx, orderId)
  const [steps] = await drawsOf(ctx, orderId, ['opening'])
  const { frozenHash } = await freezeDraw(ctx, steps!.id, { parts: partsOf(asked) })
  ctx.audit({
    action: 'opening.draw-frozen',
    entity: 'order',
    entityId: orderId,
    summary: '冻结评分参数的抽取事项，等待随机信标',
    data: { drawId: steps!.id, frozen: frozenHash!.toString('hex') },
  })
  tell(ctx, 'opening.draw', { orderId })
}

/** Takes over what the platform drew. */
export async function takeDrawn(
  ctx: Context<Actor | null>,
  orderId: string,
  { drawId, result }: { drawId: string; result: readonly Drawn[] },
): Promise<void> {
  const steps = await ctx.expectOne('draw', { id: drawId })
  const { hostUserId } = await ctx.expectOne('opening', { orderId, stage: 1 })
  await ctx.insert('opening_draw', {
    orderId,
    parts: JSON.stringify(steps.parts),
    result: JSON.stringify(result),
    how: BY_PLATFORM,
    drawnBy: hostUserId!,
    drawnAt: ctx.clock.now(),
  })
  ctx.audit({
    action: 'opening.draw',
    entity: 'order',
    entityId: orderId,
    summary: `抽取评分参数：${result.map((one) => `${one.label} ${one.value}%`).join('，')}`,
    data: { drawId, result, how: BY_PLATFORM },
  })
  tell(ctx, 'opening.draw', { orderId })
}

/** What was drawn by the names of the order's price plan. */
export function byName({ result }: Pick<DrawRecord, 'result'>): { name: DrawnParam; label: string; value: string }[] {
  return (Object.keys(DRAWN_PARAMS) as DrawnParam[]).flatMap((name) => {
    const label = DRAWN_PARAMS[name]
    return valuesOf(result, label).map((value) => ({ name, label, value }))
  })
}

/**
 * Puts the drawn parameters on record, once: only such as the tender documents leave to a draw, only values they name,
 * and only between the opening of the marks and the end, so that neither can quotes follow the draw nor the draw stay
 * unknown. The review computes with them. The order's own settings stay as they were published.
 */
export async function submitDraw(
  ctx: Context<Employee>,
  orderId: string,
  body: { params: Partial<Record<DrawnParam, string | undefined>>; how: string },
): Promise<void> {
  const { asked } = await demandDrawable(ctx, orderId)
  const given = Object.entries(body.params).filter(([, value]) => value !== undefined)
  if (given.some(([name]) => !asked.some((one) => one.name === name)))
    throw new AppError('invalid', '包含招标文件未约定抽取的参数')
  const result = asked.map(({ name, label, options }) => {
    const value = given.find(([key]) => key === name)?.[1]
    const fits = value && options.find((one) => new Exact(one).eq(value))
    if (!fits) throw new AppError('invalid', `${label}须为招标文件列明的备选值之一：${options.join('、')}`)
    return { label, value: fits }
  })
  const parts = partsOf(asked)
  const { how } = body
  await ctx.insert('opening_draw', {
    orderId,
    parts: JSON.stringify(parts),
    result: JSON.stringify(result),
    how,
    drawnBy: ctx.actor.userId,
    drawnAt: ctx.clock.now(),
  })
  ctx.audit({
    action: 'opening.draw',
    entity: 'order',
    entityId: orderId,
    summary: `抽取评分参数：${result.map((one) => `${one.label} ${one.value}%`).join('，')}`,
    data: { result, how },
  })
  tell(ctx, 'opening.draw', { orderId })
}

/** Throws `wrongState` while what the tender documents leave to a draw has not been drawn. */
export async function demandDrawn(ctx: Context<Employee>, orderId: string): Promise<void> {
  const { order } = await asHost(ctx, orderId)
  if (drawable(order).length > 0 && order.state === 'open.reading' && !(await drawOf(ctx, orderId)))
    throw new AppError('wrongState', '招标文件约定的评分参数尚未抽取')
}

/** The order, locked, and what may be drawn now. */
async function demandDrawable(ctx: Context<Employee>, orderId: string) {
  const { order } = await asHost(ctx, orderId)
  const asked = drawable(order)
  if (asked.length === 0) throw new AppError('wrongState', '招标文件未约定开标时抽取评分参数，不能变更评标办法')
  const opening = await running(ctx, order, 1)
  if (!opening.marksOpenedAt) throw new AppError('wrongState', '公布开标一览表后方可抽取参数')
  if (await drawOf(ctx, orderId)) throw new AppError('wrongState', '参数已抽取并记录，不能更改')
  const steps = await drawsOf(ctx, orderId, ['opening'])
  if (steps.some((one) => one.frozenAt !== null)) throw new AppError('wrongState', '抽取事项已冻结，结果即将产生')
  return { asked }
}

function partsOf(asked: ReturnType<typeof drawable>): DrawPart[] {
  return asked.map(({ label, options }) => ({
    label,
    options: options.map((value) => ({ value, label: `${value}%` })),
    picks: 1,
  }))
}
