import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { pageOf, PageQuery } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

/** What the company's membership guarantees for it (保证金额度). */

const Quota = z.object({
  productId: Id,
  productCode: z.string(),
  productName: z.string(),
  totalQuota: Amount,
  usedQuota: Amount,
  remainQuota: Amount,
  until: Instant.nullable(),
})

export const depositQuota = endpoint({
  method: 'GET',
  path: '/avs/deposit/quota',
  summary: 'Guarantee quota of the active membership: whole and what is left; null: the membership has none',
  returns: Quota.nullable(),
})

export const depositQuotas = endpoint({
  method: 'GET',
  path: '/avs/deposit/quota/list',
  summary: 'Guarantee quota of each membership on sale, and which of them is active',
  returns: z.array(Quota.extend({ isActive: z.boolean() })),
})

export const depositQuotaPage = endpoint({
  method: 'GET',
  path: '/avs/deposit/quota/page',
  summary: 'What the quota was used for, and when it came back',
  query: PageQuery,
  returns: pageOf(
    z.object({
      useId: Id,
      orderId: Id,
      orderCode: z.string(),
      title: z.string(),
      amount: Amount,
      usedAt: Instant,
      usedByName: z.string(),
      returnedAt: Instant.nullable(),
    }),
  ),
})

export const depositQuotaUse = endpoint({
  method: 'GET',
  path: '/avs/deposit/quota/use',
  summary: 'Whether the bond of this order can be given by the quota, and why not',
  query: z.object({ orderId: Id, amount: Amount.optional() }),
  returns: z.object({ usable: z.boolean(), reason: z.string(), amount: Amount, remainQuota: Amount }),
})
