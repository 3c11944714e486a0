import { AppError } from '#contract/errors.ts'
import { findProduct, type Product, PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { beginOf, isLive, isUnlimited, membershipOf, remainOf, spendable, stateOf, TIERS } from '../rules/lots.ts'
import { type LotRow, lotsOf } from './lots.ts'

const ANY = { workbench: ['purchaser', 'agency', 'supplier'] } as const

/** What the own company has bought, for whoever works there. */
export const ownRoutes: readonly Route[] = [
  implement(contract.vipInfo, ANY, async (ctx) => {
    const now = ctx.clock.now()
    const lots = (await lotsOf(ctx, ctx.actor.companyId)).filter(({ product }) => TIERS.includes(product))
    const begun = lots.filter((lot) => stateOf(lot, now) !== 'pending')
    return begun
      .toSorted(
        (a, b) =>
          Number(isLive(b, now)) - Number(isLive(a, now)) || TIERS.indexOf(b.product) - TIERS.indexOf(a.product),
      )
      .map((lot) => {
        const { id, code, name } = productOf(lot.product)
        return {
          rightsId: lot.id,
          isExpire: !isLive(lot, now),
          productInfo: { productId: id, productCode: code, productName: name },
          from: lot.fromAt.toISOString(),
          until: lot.untilAt!.toISOString(),
        }
      })
  }),

  implement(contract.vipExpiration, ANY, async (ctx, { query }) => {
    const { id, code } = membership(query.productId)
    const ends = (await lotsOf(ctx, ctx.actor.companyId)).filter(({ product }) => product === code)
    const until = ends.map(({ untilAt }) => untilAt!).toSorted((a, b) => b.getTime() - a.getTime())[0]
    return { productId: id, productCode: code, until: until?.toISOString() ?? null }
  }),

  implement(contract.vipLastEnd, ANY, async (ctx, { query }) => {
    const { code } = membership(query.productId)
    const at = beginOf(await lotsOf(ctx, ctx.actor.companyId), code, ctx.clock.now())
    return { at: at.toISOString() }
  }),

  implement(contract.accountsRemain, ANY, async (ctx) => {
    const now = ctx.clock.now()
    const lots = await lotsOf(ctx, ctx.actor.companyId)
    return PRODUCTS.map((product) => remainRow(product, lots, now)).filter(
      ({ remain, until, isUnlimited }) => isUnlimited || (remain ?? 0) > 0 || until !== null,
    )
  }),

  implement(contract.productRemain, ANY, async (ctx, { params }) => {
    const product = findProduct(params.id)
    if (!product) throw new AppError('notFound')
    return remainRow(product, await lotsOf(ctx, ctx.actor.companyId), ctx.clock.now())
  }),
]

function remainRow({ id, code, name, skus }: Product, lots: readonly LotRow[], now: Date) {
  const { effect, unit } = skus[0]!
  const live =
    unit === null ? spendable(lots, code, now) : lots.filter((lot) => lot.product === code && isLive(lot, now))
  const ends = live.flatMap(({ untilAt }) => untilAt?.getTime() ?? [])
  const until = unit === null ? Math.min(...ends) : Math.max(...ends)
  const own = ends.length > 0 ? new Date(until) : null
  const free = isUnlimited(lots, code, now)
  return {
    productId: id,
    productCode: code,
    productName: name,
    effect,
    remain: unit === null ? remainOf(lots, code, now) : null,
    isUnlimited: free,
    until: (free ? membershipOf(lots, now)!.untilAt : own)?.toISOString() ?? null,
  }
}

function productOf(code: string): Product {
  return PRODUCTS.find((product) => product.code === code)!
}

function membership(id: string): Product {
  const product = findProduct(id)
  if (!product || !TIERS.includes(product.code)) throw new AppError('notFound')
  return product
}
