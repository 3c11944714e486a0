import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import { DAY, formatDate, HOUR } from '#contract/time.ts'
import { UNITS } from '#features/payment/rules/catalogue.ts'
import { POINTS } from '#features/payment/rules/enums.ts'
import { paidServices, type Services } from '#features/payment/server/public.ts'
import { NULL } from '#server/database/records.ts'
import { beginOf, type Lot, isLive, replacedBy, TIERS, unusedOf } from '../rules/lots.ts'
import { later } from '../rules/period.ts'
import { type Ctx, lockAccount, type LotRow, lotsOf } from './lots.ts'
import { addPoints, points } from './points.ts'

/** So far ahead services are sold. K: a usage of the trade. */
const MOST_YEARS = 10
/** What is paid is delivered at once; what was not by then waits for people, and nobody should wait for them. */
const DELIVERY_MS = HOUR

/** What the cashier asks before it sells a service, and before it gives the money of one back. */
export const services: Services = {
  ...points,

  async creditFor(ctx, { buyerId, product, price, unit, quantity }) {
    if (unit !== null) {
      await lockAccount(ctx, buyerId)
      demandNear(beginOf(await lotsOf(ctx, buyerId), product, ctx.clock.now()), {
        unit,
        quantity,
        now: ctx.clock.now(),
      })
    }
    const tier = TIERS.indexOf(product)
    if (tier < 0) return { credit: '0.00', replaces: [], reasons: [] }
    const known = new Set((await ctx.many('service_lot', { companyId: buyerId })).map((lot) => lot.payOrderId))
    const isLower = (code: string) => TIERS.includes(code) && TIERS.indexOf(code) < tier
    const since = new Date(ctx.clock.now().getTime() - DELIVERY_MS)
    const paid = await paidServices(ctx, { buyerId, since })
    const coming = paid.filter(({ orderId }) => !known.has(orderId))
    if (coming.some(({ products }) => products.some(isLower)))
      throw new AppError('wrongState', '上一次购买的会员正在开通，请稍后再试')
    const replaced = replacedBy(await lotsOf(ctx, buyerId), product, ctx.clock.now())
    const credit = sum(replaced.map(({ worth }) => worth))
    if (new Exact(credit).gte(price))
      throw new AppError(
        'wrongState',
        `现有会员未用部分价值 ${formatAmount(credit)} 元，不低于应付金额，请选择更长期限`,
      )
    return {
      credit,
      replaces: replaced.map(({ lot }) => lot.id),
      reasons: replaced.map(({ days, worth }) => ({ label: '抵扣现有会员', value: `剩余 ${days} 天，${worth} 元` })),
    }
  },

  async takeBack(ctx, { orderId, amount }) {
    const [first] = await ctx.many('service_lot', { payOrderId: orderId }, { orderBy: ['line', 'part'], limit: 1 })
    if (!first) throw new AppError('wrongState', '服务正在开通，请稍后再退款')
    await lockAccount(ctx, first.companyId)
    const now = ctx.clock.now()
    const lots = await ctx.many('service_lot', { payOrderId: orderId })
    const live = lots.filter((lot) => isLive(lot, now))
    if (live.some(({ held }) => held > 0)) throw new AppError('wrongState', '有服务正在使用，请稍后再退款')
    const isUntouched = !(await wasUsed(ctx, first.companyId, live))
    const most = live.reduce((total, lot) => total.plus(worthOf(lot, { now, isUntouched })), new Exact(0))
    if (new Exact(amount).gt(most))
      throw new AppError('insufficient', `未使用部分可退 ${formatAmount(most.toFixed(2))} 元`, {
        available: most.toFixed(2),
      })
    for (const { id } of live) await ctx.update('service_lot', { id }, { endedAt: now, endReason: '已退款' })
    if (live[0]?.product === POINTS) await keepPoints(ctx, live[0], most.minus(amount))
    ctx.emit({
      kind: 'service.changed',
      payload: { companyId: first.companyId },
      topics: [`company:${first.companyId}`],
    })
  },
}

/** Prices and products change: nobody sells what they will be in twenty years. */
function demandNear(from: Date, { unit, quantity, now }: { unit: number; quantity: number; now: Date }): void {
  const most = later(now, MOST_YEARS, UNITS.year)
  if (later(from, quantity, unit) <= most) return
  const until = from > now ? `现有服务至 ${formatDate(from)}，` : ''
  throw new AppError('wrongState', `${until}最多可购买至 ${formatDate(most)}`)
}

/** Of points, what is not given back goes on: they are money. */
async function keepPoints(ctx: Ctx, { companyId, payOrderId, line }: LotRow, left: Exact): Promise<void> {
  if (!left.isInteger()) throw new AppError('invalid', '积分按整元退款')
  if (left.gt(0)) await addPoints(ctx, { companyId, payOrderId, line, count: left.toNumber() })
}

/** What of a lot is unused, in yuan; a count by its share, rounded down, time that is new and unused whole. */
function worthOf(lot: LotRow, { now, isUntouched }: { now: Date; isUntouched: boolean }): string {
  const { quantity, used, paid, fromAt, wholeDays } = lot
  if (quantity !== null)
    return new Exact(paid)
      .times(quantity - used)
      .div(quantity)
      .toFixed(2, Exact.ROUND_DOWN)
  const isNew = now.getTime() - fromAt.getTime() <= wholeDays * DAY
  return isNew && isUntouched ? paid : unusedOf(lot, now).worth
}

/** Whether anything was used that these lots gave, or under them as a membership. */
async function wasUsed(ctx: Ctx, companyId: string, lots: readonly (Lot & { id: string })[]): Promise<boolean> {
  if (lots.some(({ used }) => used > 0)) return true
  const since = Math.min(...lots.map(({ fromAt }) => fromAt.getTime()))
  const unlimited = await ctx.many(
    'service_use',
    { companyId, lotId: NULL, state: ['held', 'used'] },
    { columns: ['usedAt'] },
  )
  return unlimited.some(({ usedAt }) => usedAt.getTime() >= since)
}
