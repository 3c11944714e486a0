import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { QUOTAS } from '#features/membership/rules/lots.ts'
import { guaranteeQuota, lockAccount } from '#features/membership/server/public.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { ownTrade } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/quota.ts'

type Ctx = Context<Employee>
const OWN = { workbench: 'supplier', right: ['bidding', 'finance'] } as const

/** Locks what the company's membership guarantees: two orders at once do not use the same of it. */
export const lockQuota = lockAccount

export const quotaRoutes: readonly Route[] = [
  implement(contract.depositQuota, OWN, async (ctx) => {
    const own = await guaranteeQuota(ctx, ctx.actor.companyId)
    return own && (await quotaOf(ctx, own))
  }),

  implement(contract.depositQuotas, OWN, async (ctx) => {
    const own = await guaranteeQuota(ctx, ctx.actor.companyId)
    const rows = []
    for (const [product, total] of Object.entries(QUOTAS)) {
      const isActive = own?.product === product
      const quota = await quotaOf(ctx, isActive ? own : { product, total, until: null })
      rows.push({ ...quota, ...(isActive ? {} : { usedQuota: '0.00', remainQuota: total }), isActive })
    }
    return rows
  }),

  implement(contract.depositQuotaPage, OWN, async (ctx, { query }) => {
    const own = () =>
      ctx.tx
        .selectFrom('bond_given as g')
        .where('g.tenantId', '=', ctx.tenantId)
        .where('g.companyId', '=', ctx.actor.companyId)
        .where('g.kind', '=', 'quota')
    const page = await listPage(ctx, {
      query,
      list: { alias: 'g', keys: ['chosenAt', 'id'], rows: own },
      show: (rows) =>
        own()
          .innerJoin(rows, 'page.id', 'g.id')
          .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'g.tenantId').onRef('t.id', '=', 'g.tradeId'))
          .innerJoin('purchase_order as o', (j) =>
            j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'),
          )
          .selectAll('g')
          .select(['o.id as orderId', 'o.code', 'o.title']),
    })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        useId: row.id,
        orderId: row.orderId,
        orderCode: row.code,
        title: row.title,
        amount: row.amount,
        usedAt: row.chosenAt.toISOString(),
        usedByName: row.chosenByName,
        returnedAt: row.endedAt?.toISOString() ?? null,
      })),
    }
  }),

  implement(contract.depositQuotaUse, OWN, async (ctx, { query }) => {
    const { order } = await ownTrade(ctx, query.orderId, { passed: false })
    const amount = query.amount ?? order.bond
    if (!new Exact(amount).gt(0)) throw new AppError('invalid', '金额应大于 0')
    const { reason, remain } = await quotaFor(ctx, { companyId: ctx.actor.companyId, amount })
    return { usable: reason === '', reason, amount, remainQuota: remain }
  }),
]

/** Whether the quota is enough for an amount; `reason` '' where it is. */
export async function quotaFor(
  ctx: Ctx,
  { companyId, amount }: { companyId: string; amount: string },
): Promise<{ reason: string; remain: string }> {
  const own = await guaranteeQuota(ctx, companyId)
  if (!own) return { reason: '当前会员没有保证金额度', remain: '0.00' }
  const { remainQuota: remain } = await quotaOf(ctx, own)
  const isEnough = new Exact(remain).gte(amount)
  return { reason: isEnough ? '' : `保证金额度不足，剩余 ${formatAmount(remain)} 元`, remain }
}

async function quotaOf(ctx: Ctx, { product, total, until }: { product: string; total: string; until: Date | null }) {
  const used = await ctx.many(
    'bond_given',
    { companyId: ctx.actor.companyId, kind: 'quota', state: ['pending', 'in-force'] },
    { columns: ['amount'] },
  )
  const sum = used.reduce((all, { amount }) => all.plus(amount), new Exact(0))
  const rest = new Exact(total).minus(sum)
  const { id, code, name } = PRODUCTS.find((one) => one.code === product)!
  return {
    productId: id,
    productCode: code,
    productName: name,
    totalQuota: total,
    usedQuota: sum.toFixed(2),
    remainQuota: rest.gt(0) ? rest.toFixed(2) : '0.00',
    until: until?.toISOString() ?? null,
  }
}
