import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'

const Right = z.object({ label: z.string(), value: z.string() })
const ProductRights = z.object({ productId: Id, name: z.string(), summary: z.string(), rights: z.array(Right) })
const SkuRow = z.object({
  skuId: Id,
  productId: Id,
  productName: z.string(),
  name: z.string(),
  /** None 0, time 1, count 2. */
  effect: z.number(),
  /** Hour 1, day 2, week 3, month 4, year 5; null of counts. */
  unit: z.number().nullable(),
  quantity: z.number(),
  price: z.string(),
})
const params = z.object({ id: Id })

export const productRights = endpoint({
  method: 'GET',
  path: '/avs/products/{id}/rights',
  summary: 'What a product gives',
  params,
  returns: ProductRights,
})
export const productSkus = endpoint({
  method: 'GET',
  path: '/avs/products/{id}/skus',
  summary: 'In which sizes it is sold, and for how much now',
  params,
  returns: z.array(SkuRow),
})
export const categoryRights = endpoint({
  method: 'GET',
  path: '/avs/product-category/{id}/rights',
  summary: 'What all products of a category give',
  params,
  returns: z.array(ProductRights),
})
export const categorySkus = endpoint({
  method: 'GET',
  path: '/avs/product-category/{id}/skus',
  summary: 'Prices of all products of a category',
  params,
  returns: z.array(SkuRow),
})
export const pointsListing = endpoint({
  method: 'GET',
  path: '/v1/purchase/points/listing',
  summary: 'Packages of points on sale',
  returns: z.array(SkuRow),
})

export const productPrices = endpoint({
  method: 'GET',
  path: '/admin/products',
  summary: 'All products with prices in force, and prices that are proposed or to come',
  returns: z.array(
    SkuRow.extend({
      category: z.string(),
      versions: z.array(
        z.object({
          versionId: Id,
          price: z.string(),
          fromAt: Instant,
          state: z.enum(['proposed', 'approved', 'refused']),
          proposedByName: z.string(),
          decidedByName: z.string(),
          isOwn: z.boolean(),
        }),
      ),
    }),
  ),
})
export const proposePrice = endpoint({
  method: 'POST',
  path: '/admin/products/{skuId}/prices',
  summary: 'Propose a price from an instant on; a second person decides',
  params: z.object({ skuId: Id }),
  body: z.object({ price: Amount, fromAt: Instant }),
  returns: z.object({ versionId: Id }),
})
export const decidePrice = endpoint({
  method: 'PUT',
  path: '/admin/products/prices/{versionId}/decision',
  summary: 'Agree to a proposed price, or refuse it; not by who proposed it',
  params: z.object({ versionId: Id }),
  body: z.object({ approve: z.boolean() }),
  errors: ['wrongState', 'forbidden'],
})
