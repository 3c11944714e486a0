import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract/product.ts'
import { CATEGORY_IDS, findProduct, findSku, isSold, type Product, PRODUCTS, type Sku } from '../rules/catalogue.ts'
import { POINTS } from '../rules/enums.ts'
import { PLATFORM } from './access.ts'
import { decided } from './second-person.ts'

type Ctx = Context<Actor | null>
const ANY = { workbench: ['purchaser', 'agency', 'supplier'] } as const

/** The price of a size in force now: the platform's own version, else that of the catalogue. */
export async function priceOf(ctx: Ctx, sku: Sku): Promise<{ price: string; versionId: string | null }> {
  return (await pricesOf(ctx, [sku])).get(sku.id)!
}

async function pricesOf(ctx: Ctx, skus: readonly Sku[]) {
  const { rows } = await sql<{ skuId: string; id: string; price: string }>`
    select distinct on (sku_id) sku_id, id, price from price_version
    where tenant_id = ${ctx.tenantId} and state = 'approved' and from_at <= ${ctx.clock.now()}
      and sku_id = any(${skus.map(({ id }) => id)}::uuid[])
    order by sku_id, from_at desc, id desc`.execute(ctx.tx)
  const own = new Map(rows.map(({ skuId, id, price }) => [skuId, { price, versionId: id }]))
  return new Map(skus.map(({ id, price }) => [id, own.get(id) ?? { price, versionId: null }]))
}

/** Sizes of those of these products that are sold here, with the prices in force. */
export async function skuRows(ctx: Ctx, all: readonly Product[]) {
  const products = all.filter((product) => isSold(product, ctx.config, process.env))
  const prices = await pricesOf(
    ctx,
    products.flatMap(({ skus }) => skus),
  )
  return products.flatMap((product) =>
    product.skus.map(({ id, name, effect, unit, quantity }) => ({
      skuId: id,
      productId: product.id,
      productName: product.name,
      name,
      effect,
      unit,
      quantity,
      price: new Exact(prices.get(id)!.price).toFixed(2),
    })),
  )
}

const rightsOf = ({ id, name, summary, rights }: Product) => ({ productId: id, name, summary, rights: [...rights] })

function demandProduct(id: string): Product {
  const product = findProduct(id)
  if (!product) throw new AppError('notFound')
  return product
}

function demandCategory(id: string): Product[] {
  const products = PRODUCTS.filter(({ category }) => CATEGORY_IDS[category] === id)
  if (products.length === 0) throw new AppError('notFound')
  return products
}

/** What is on sale, and what it costs. */
export const productRoutes: readonly Route[] = [
  implement(contract.productRights, ANY, (_ctx, { params }) => Promise.resolve(rightsOf(demandProduct(params.id)))),
  implement(contract.productSkus, ANY, (ctx, { params }) => skuRows(ctx, [demandProduct(params.id)])),
  implement(contract.categoryRights, ANY, (_ctx, { params }) =>
    Promise.resolve(demandCategory(params.id).map(rightsOf)),
  ),
  implement(contract.categorySkus, ANY, (ctx, { params }) => skuRows(ctx, demandCategory(params.id))),
  implement(contract.pointsListing, ANY, (ctx) => skuRows(ctx, demandCategory(CATEGORY_IDS.points))),

  implementForPerson(contract.productPrices, PLATFORM, async (ctx) => {
    const rows = await skuRows(ctx, PRODUCTS)
    const versions = await ctx.many(
      'price_version',
      { state: ['proposed', 'approved', 'refused'] },
      { orderBy: ['fromAt desc'], limit: 500 },
    )
    return rows.map((row) => ({
      ...row,
      category: findProduct(row.productId)!.category,
      versions: versions
        .filter(({ skuId }) => skuId === row.skuId)
        .map((one) => ({
          versionId: one.id,
          price: one.price,
          fromAt: one.fromAt.toISOString(),
          state: one.state as 'proposed' | 'approved' | 'refused',
          proposedByName: one.proposedByName,
          decidedByName: one.decidedByName,
          isOwn: one.proposedBy === ctx.actor.userId,
        })),
    }))
  }),

  implementForPerson(contract.proposePrice, PLATFORM, async (ctx, { params, body }) => {
    const found = findSku(params.skuId)
    if (!found) throw new AppError('notFound')
    const now = ctx.clock.now()
    if (!new Exact(body.price).gt(0)) throw new AppError('invalid', '价格应大于 0')
    // A point pays one yuan, so it costs one: what is owed for points is what they pay.
    if (found.product.code === POINTS && !new Exact(body.price).eq(found.sku.quantity))
      throw new AppError('invalid', '平台积分按面值出售，1 积分 1 元')
    if (new Date(body.fromAt) < now) throw new AppError('invalid', '生效时间不能早于当前时间')
    const versionId = ctx.newId()
    await ctx.insert('price_version', {
      id: versionId,
      skuId: params.skuId,
      price: body.price,
      fromAt: new Date(body.fromAt),
      state: 'proposed',
      proposedBy: ctx.actor.userId,
      proposedByName: ctx.actor.name,
      createdAt: now,
    })
    ctx.audit({
      action: 'price.propose',
      entity: 'price',
      entityId: versionId,
      summary: `拟将“${found.product.name}（${found.sku.name}）”调整为 ${body.price} 元`,
    })
    return { versionId }
  }),

  implementForPerson(contract.decidePrice, PLATFORM, async (ctx, { params, body }) => {
    const by = { id: params.versionId }
    const version = await ctx.one('price_version', by, { lock: 'update' })
    const set = decided(ctx, version, body.approve)
    await ctx.update('price_version', by, set)
    ctx.audit({
      action: body.approve ? 'price.approve' : 'price.refuse',
      entity: 'price',
      entityId: by.id,
      summary: `${body.approve ? '同意' : '不同意'}价格调整为 ${version!.price} 元`,
    })
  }),
]
