import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { admissions } from '#features/suppliers/server/public.ts'
import { stateOn, type SupplierState } from '#features/suppliers/rules/states.ts'
import type { Conditions } from '../contract/tasks.ts'
import { LEFT_OUT, type LeftOut, MOST_RECIPIENTS } from '../rules/task.ts'
import { costOf, messageOf, MOST_IN_MESSAGE, segmentsOf } from '../rules/text.ts'
import { type Any, type Task, todayOf } from './access.ts'
import { optedOut } from './optouts.ts'

/** A supplier whom a task means: what it would be sent, or why it is left out. */
export interface Planned {
  supplierId: string
  companyId: string
  name: string
  contactName: string
  /** In the open; empty where there is none. */
  mobile: string
  text: string
  segments: number
  leftOut: LeftOut | null
}

type Meant = Pick<Task, 'ownerCompanyId' | 'signature' | 'text'> & { conditions: unknown }

/**
 * Everybody whom a task means as things are now, in the order in which companies came into the library. Throws `wrongState`
 * beyond the limit.
 */
export async function planOf(ctx: Any, task: Meant): Promise<Planned[]> {
  const { ownerCompanyId } = task
  const rows = await suppliersOf(ctx, ownerCompanyId, task.conditions as Conditions)
  if (rows.length > MOST_RECIPIENTS)
    throw new AppError('wrongState', `符合条件的供应商超过 ${MOST_RECIPIENTS} 家，请缩小范围分次发送`)
  const companyIds = rows.map(({ companyId }) => companyId)
  const found = await admissions(ctx, { ownerCompanyId, companyIds, act: 'invite', isOpenByLaw: false })
  const isListed = (companyId: string) => {
    const admission = found.get(companyId)
    return admission?.level === 'block' && (admission.rule === 'blacklist' || admission.rule === 'untrust')
  }
  const open = rows.map((row) => ({
    ...row,
    mobile: row.userId === null ? '' : (ctx.cipher.open('app_user.mobile', row.userId, row.mobile) ?? ''),
  }))
  const off = await optedOut(ctx, ownerCompanyId, open)
  const seen = new Set<string>()
  return open.map(({ supplierId, companyId, name, contactName, mobile, isRegistered }) => {
    const filling = { 供应商名称: name, 联系人: contactName ?? '', 采购人名称: task.signature }
    const text = messageOf(task, filling)
    const leftOut = reasonOf()
    if (leftOut === null) seen.add(mobile)
    const message = leftOut === null ? { text, segments: segmentsOf(text) } : { text: '', segments: 0 }
    return { supplierId, companyId, name, contactName: contactName ?? '', mobile, ...message, leftOut }

    function reasonOf(): LeftOut | null {
      if (!isRegistered) return 'unregistered'
      if (mobile === '') return 'noMobile'
      if (isListed(companyId)) return 'listed'
      if (off({ companyId, mobile })) return 'unsubscribed'
      if (seen.has(mobile)) return 'duplicate'
      return text.length > MOST_IN_MESSAGE ? 'tooLong' : null
    }
  })
}

/** A plan as it is shown: how many, what it costs, the first three messages, and who is left out why. */
export function summaryOf(
  plan: readonly Pick<Planned, 'name' | 'text' | 'segments' | 'leftOut'>[],
  price: string | null,
) {
  const sent = plan.filter(({ leftOut }) => leftOut === null)
  const segments = sent.reduce((sum, one) => sum + one.segments, 0)
  const groups = Map.groupBy(
    plan.filter(({ leftOut }) => leftOut !== null),
    ({ leftOut }) => leftOut!,
  )
  return {
    recipients: sent.length,
    segments,
    cost: costOf(segments, price),
    previews: sent.slice(0, 3).map(({ name, text, segments: own }) => ({ name, text, segments: own })),
    leftOut: [...groups].map(([leftOut, rows]) => ({
      reason: LEFT_OUT[leftOut],
      count: rows.length,
      names: rows.map(({ name }) => name),
    })),
  }
}

/** Suppliers of the library with their contact: an administrator of the company first, else who bids for it. */
async function suppliersOf(
  ctx: Any,
  ownerCompanyId: string,
  { supplierIds, states, category, grades, regions }: Conditions,
) {
  const today = todayOf(ctx)
  const rows = await ctx.tx
    .selectFrom('supplier as s')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('employee as p')
          .innerJoin('app_user as u', 'u.id', 'p.userId')
          .select(['u.id as userId', 'u.mobile', 'p.name as contactName'])
          .whereRef('p.tenantId', '=', 's.tenantId')
          .whereRef('p.companyId', '=', 's.companyId')
          .where('p.status', '=', 1)
          .where('p.deletedAt', 'is', null)
          .where('u.mobile', 'is not', null)
          .where(sql<boolean>`(p.is_admin or 'bidding' = any(p.rights))`)
          .orderBy('p.isAdmin', 'desc')
          .orderBy('p.createdAt')
          .orderBy('p.id')
          .limit(1)
          .as('c'),
      (j) => j.onTrue(),
    )
    .select(['s.id as supplierId', 's.companyId', 's.name', 's.state', 's.validUntil'])
    .select(['c.userId', 'c.mobile', 'c.contactName'])
    .select(
      sql<boolean>`exists (select from company_tenant m where m.tenant_id = s.tenant_id and m.company_id = s.company_id
        and m.is_supplier and m.status = 1)`.as('isRegistered'),
    )
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.ownerCompanyId', '=', ownerCompanyId)
    .$if(supplierIds.length > 0, (q) => q.where('s.id', 'in', supplierIds))
    .$if(category !== '', (q) =>
      q.where(
        sql<boolean>`s.id in (select k.supplier_id from supplier_category k where k.tenant_id = ${ctx.tenantId}
          and k.owner_company_id = ${ownerCompanyId} and k.category = ${category})`,
      ),
    )
    .$if(grades.length > 0, (q) =>
      q.where('s.grade', 'in', grades).where('s.gradeFrom', '<=', today).where('s.gradeUntil', '>=', today),
    )
    .$if(regions.length > 0, (q) => q.where(sql<string>`substr(s.credit_code, 3, 2)`, 'in', regions))
    .orderBy('s.id')
    .execute()
  if (states.length === 0) return rows
  // Whose term is over counts as paused from that day on, whatever is stored.
  return rows.filter(({ state, validUntil }) =>
    states.includes(stateOn({ state: state as SupplierState, validUntil, today })),
  )
}
