import { demandsToJudge, judgedDemand, type JudgedDemand } from '#features/demands/server/public.ts'
import { orderRow, participants } from '#features/procurement/server/public.ts'
import { codesWith, methodOf } from '#features/procurement/methods/all.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { SubjectKind } from '../rules/verification.ts'

type Any = Context<Actor | null>
/** Methods that buy from one supplier, for a reason. */
const SOLE = codesWith(({ grounds, maxSuppliers }) => grounds !== undefined && maxSuppliers === 1)

/** What is verified, as experts judge it. */
export type Subject = Omit<JudgedDemand, 'id'>

interface Of {
  subjectKind: string
  demandId: string | null
  orderId: string | null
}

/** The subject as it stands now. */
export async function subjectOf(ctx: Any, { subjectKind, demandId, orderId }: Of): Promise<Subject> {
  if (subjectKind !== 'source') return (await judgedDemand(ctx, demandId!, subjectKind as 'demand'))!
  const order = await orderRow(ctx, orderId!)
  const suppliers = await participants(ctx, order.id)
  return {
    title: order.title,
    code: order.code,
    companyId: order.ownerCompanyId,
    purchaserCompanyId: order.purchaserCompanyId,
    version: 0,
    facts: [{ label: '采购方式', value: methodOf(order.method).name }],
    parameters: [],
    suppliers: suppliers.map(({ companyId, companyName }) => ({ companyId, name: companyName })),
  }
}

/** What may be verified by the caller's company. */
export async function subjectsOf(
  ctx: Context<Employee>,
  kind: SubjectKind,
): Promise<{ subjectId: string; title: string; code: string }[]> {
  if (kind !== 'source')
    return (await demandsToJudge(ctx, kind)).map(({ id, title, code }) => ({ subjectId: id, title, code }))
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .select(['o.id', 'o.title', 'o.code'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId)
    .where('o.method', 'in', SOLE)
    .where('o.purchaserCompanyId', ctx.actor.workbench === 'agency' ? '<>' : '=', ctx.actor.companyId)
    .orderBy('o.id', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ id, title, code }) => ({ subjectId: id, title, code }))
}
