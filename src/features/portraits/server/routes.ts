import { AppError } from '#contract/errors.ts'
import { DAY, formatTime } from '#contract/time.ts'
import { leftOf, lockAccount, spendCounts } from '#features/membership/server/public.ts'
import { type NamedCompany, namedCompanies, publicOrders, supplier } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import { MONTHS, MOST_ORDERS, OPEN_DAYS, PRODUCT } from '../rules/terms.ts'

type Ctx = Context<Employee>

const MOST_FOUND = 20

export const portraitRoutes: readonly Route[] = [
  supplier(contract.portraitCompanies, async (ctx, { query }) => {
    const found = await namedCompanies(ctx, { keyword: query.keyword, most: MOST_FOUND })
    const open = await openOnes(
      ctx,
      found.map(({ companyId }) => companyId),
    )
    return found.map((one) => ({ ...one, recordId: open.get(one.companyId) ?? null }))
  }),

  supplier(contract.portraitPreview, async (ctx, { params }) => {
    const company = await named(ctx, params.companyId)
    const facts = await factsOf(ctx, company)
    const open = await openOnes(ctx, [company.companyId])
    return {
      ...company,
      recordId: open.get(company.companyId) ?? null,
      purchases: facts.purchases.length,
      awards: facts.awards.length,
      since: facts.since,
      ...(await leftOf(ctx, { companyId: ctx.actor.companyId, product: PRODUCT })),
    }
  }),

  supplier(contract.openPortrait, async (ctx, { params }) => {
    const { companyId: subjectId } = await named(ctx, params.companyId)
    const { companyId, userId, name } = ctx.actor
    // Of two at once the second finds what the first has opened.
    await lockAccount(ctx, companyId)
    const open = (await openOnes(ctx, [subjectId])).get(subjectId)
    if (open) return { recordId: open }
    const now = ctx.clock.now()
    const recordId = ctx.newId()
    await spendCounts(ctx, { companyId, userId, product: PRODUCT, subjects: [recordId] })
    await ctx.insert('portrait_view', {
      id: recordId,
      companyId,
      subjectId,
      userId,
      userName: name,
      openedAt: now,
      untilAt: new Date(now.getTime() + OPEN_DAYS * DAY),
    })
    // The trail of the own company tells that a count was spent, not on whom.
    ctx.audit({
      action: 'portrait.open',
      entity: 'portrait',
      entityId: recordId,
      summary: `查看企业画像，使用 1 次，${OPEN_DAYS} 天内有效`,
    })
    return { recordId }
  }),

  supplier(contract.paidRecords, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const { keyword } = query
    const page = await listPage(ctx, {
      query,
      list: {
        alias: 'v',
        keys: ['openedAt', 'id'],
        rows: () => records(ctx).$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['c.name']))),
      },
      show: (page) =>
        records(ctx)
          .innerJoin(page, 'page.id', 'v.id')
          .select(['v.id', 'v.subjectId', 'c.name', 'v.userName', 'v.openedAt', 'v.untilAt']),
    })
    const rows = page.rows.map((row) => ({
      recordId: row.id,
      companyId: row.subjectId,
      companyName: row.name,
      userName: row.userName,
      openedAt: row.openedAt.toISOString(),
      until: row.untilAt.toISOString(),
      isOpen: row.untilAt > now,
    }))
    return { ...page, rows }
  }),

  supplier(contract.portrait, async (ctx, { params }) => {
    const record = await ctx.one('portrait_view', { id: params.recordId, companyId: ctx.actor.companyId })
    if (!record) throw new AppError('notFound')
    if (record.untilAt <= ctx.clock.now())
      throw new AppError('tooLate', `该画像已于 ${formatTime(record.untilAt)} 到期，可重新查看`)
    const company = await named(ctx, record.subjectId)
    const { since, purchases, awards } = await factsOf(ctx, company)
    const { openedAt, untilAt } = record
    return { ...company, openedAt: openedAt.toISOString(), until: untilAt.toISOString(), since, purchases, awards }
  }),
]

/** What published notices of the last months say of a company. */
async function factsOf(ctx: Ctx, { companyId }: NamedCompany) {
  const since = new Date(ctx.clock.now().getTime() - MONTHS * 30 * DAY)
  const of = { companyId, since, most: MOST_ORDERS }
  const purchases = await publicOrders(ctx, { ...of, side: 'purchaser' })
  const awards = await publicOrders(ctx, { ...of, side: 'supplier' })
  // A result that no longer holds, or is not public, is none of what it won.
  return { since: since.toISOString(), purchases, awards: awards.filter(({ result }) => result !== null) }
}

/** A company that published notices name, or `notFound`. */
async function named(ctx: Ctx, companyId: string): Promise<NamedCompany> {
  const [company] = await namedCompanies(ctx, { companyId })
  if (!company) throw new AppError('notFound')
  return company
}

function records(ctx: Ctx) {
  return ctx.tx
    .selectFrom('portrait_view as v')
    .innerJoin('company as c', 'c.id', 'v.subjectId')
    .where('v.tenantId', '=', ctx.tenantId)
    .where('v.companyId', '=', ctx.actor.companyId)
}

/** Of these companies those whose portrait the own company has open, with its record. */
async function openOnes(ctx: Ctx, subjectIds: readonly string[]): Promise<Map<string, string>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('portrait_view as v')
    .select(['v.subjectId', 'v.id'])
    .where('v.tenantId', '=', ctx.tenantId)
    .where('v.companyId', '=', ctx.actor.companyId)
    .where('v.subjectId', 'in', [...subjectIds])
    .where('v.untilAt', '>', ctx.clock.now())
    .execute()
  return new Map(rows.map(({ subjectId, id }) => [subjectId, id]))
}
