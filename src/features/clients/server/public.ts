import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'

/** Whether the own agency registered this company as a client. */
export async function isClient(ctx: Context<Employee>, companyId: string): Promise<boolean> {
  const own = { agencyCompanyId: ctx.actor.companyId, companyId }
  return (await ctx.one('client', own, { columns: ['id'] })) !== undefined
}

/** The clients of the own agency as companies to buy for, by name; at most 50. */
export async function clientCompanies(
  ctx: Context<Employee>,
  keyword?: string,
): Promise<{ companyId: string; name: string }[]> {
  return ctx.tx
    .selectFrom('client as k')
    .innerJoin('company as c', 'c.id', 'k.companyId')
    .select(['c.id as companyId', 'c.name'])
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.agencyCompanyId', '=', ctx.actor.companyId)
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['c.name'])))
    .orderBy('c.name')
    .limit(50)
    .execute()
}
