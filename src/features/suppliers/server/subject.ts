import { creditCodeOk } from '#features/enterprise/rules/identifiers.ts'
import { companyWithoutAccount } from '#features/enterprise/server/public.ts'
import { sql } from 'kysely'
import type { Subject } from '../contract/shared.ts'
import { type Any, type Ctx, invalid } from './access.ts'

/** Who a record or an entry is about. */
export interface Identity {
  companyId: string
  name: string
  creditCode: string
}

/**
 * The company that is meant: one registered here, or one by name and credit code, of which nothing but these is known.
 * The code decides, never the name. Throws `invalid` for what is no company, or the own one.
 */
export async function identify(ctx: Ctx, { companyId, name, creditCode }: Subject): Promise<Identity> {
  const found = companyId === null ? await byCode(ctx, { name, creditCode }) : await registered(ctx, { companyId })
  if (!found) throw invalid('subject.companyId', '该企业不存在，请重新选择')
  if (found.companyId === ctx.actor.companyId) throw invalid('subject.companyId', '不能选择本单位')
  return found
}

async function byCode(ctx: Ctx, { name, creditCode }: { name: string; creditCode: string }): Promise<Identity> {
  if (!creditCodeOk(creditCode)) throw invalid('subject.creditCode', '统一社会信用代码不正确，请核对')
  const here = await registered(ctx, { creditCode })
  if (here) return here
  if (name.length < 2) throw invalid('subject.name', '请填写企业名称')
  return { companyId: await companyWithoutAccount(ctx, { name, creditCode }), name, creditCode }
}

/** A company certified at this tenant, by id or credit code. */
export async function registered(
  ctx: Any,
  by: { companyId: string } | { creditCode: string },
): Promise<Identity | undefined> {
  return (
    ctx.tx
      .selectFrom('company_tenant as t')
      .innerJoin('company as c', 'c.id', 't.companyId')
      .select(['c.id as companyId', 'c.name', 'c.creditCode'])
      .where('t.tenantId', '=', ctx.tenantId)
      .where('t.isCertified', '=', true)
      // A person's code is no credit code, and is told to nobody.
      .where('c.companyType', '<>', 4)
      .where('companyId' in by ? 'c.id' : 'c.creditCode', '=', 'companyId' in by ? by.companyId : by.creditCode)
      .executeTakeFirst()
  )
}

/** As a value in a query: whether the company in a column can be invited here. */
export function isRegistered(tenantId: number, column: string) {
  return sql<boolean>`exists (select from company_tenant m where m.tenant_id = ${tenantId} and m.company_id = ${sql.ref(column)}
    and m.is_supplier and m.is_certified and m.status = 1)`
}
