import { sql } from 'kysely'
import { type Admission, type AdmissionAct, judge } from '../rules/admission.ts'
import { certificateState } from '../rules/certificates.ts'
import type { Grade } from '../rules/grades.ts'
import { stateOn, type SupplierState } from '../rules/states.ts'
import { type Any, todayOf } from './access.ts'
import { gradeOn, isListingInForce } from './in-force.ts'
import { hierarchyOf } from './policies.ts'

export interface Asked {
  ownerCompanyId: string
  companyIds: readonly string[]
  act: AdmissionAct
  /** The law opens the order to everybody: nothing internal keeps out. */
  isOpenByLaw: boolean
}

/** Whether an owner admits these companies, by company: asked whenever something new is to begin, never of what runs. */
export async function admissions(ctx: Any, asked: Asked): Promise<Map<string, Admission>> {
  const { ownerCompanyId } = asked
  const companyIds = [...new Set(asked.companyIds)]
  if (companyIds.length === 0) return new Map()
  const today = todayOf(ctx)
  const listings = await ctx.tx
    .selectFrom('supplier_listing as l')
    .select(['l.companyId', 'l.kind', 'l.basis', 'l.untilDay as until'])
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.ownerCompanyId', '=', ownerCompanyId)
    .where('l.companyId', 'in', companyIds)
    .where('l.kind', 'in', ['black', 'untrust'])
    .where(isListingInForce(today))
    .orderBy('l.kind')
    .orderBy(sql`l.until_day desc nulls first`)
    .execute()
  const records = await ctx.tx
    .selectFrom('supplier as s')
    .select(['s.id', 's.companyId', 's.state', 's.validUntil'])
    .select(gradeOn(today).as('grade'))
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.ownerCompanyId', '=', ownerCompanyId)
    .where('s.companyId', 'in', companyIds)
    .execute()
  const expired = await expiredOf(
    ctx,
    records.map(({ id }) => id),
  )
  const hierarchy = await hierarchyOf(ctx, ownerCompanyId)
  return new Map(
    companyIds.map((companyId) => {
      const record = records.find((one) => one.companyId === companyId)
      const facts = {
        listings: listings.filter((one) => one.companyId === companyId) as {
          kind: 'black'
          basis: string
          until: string
        }[],
        state: record ? stateOn({ state: record.state as SupplierState, validUntil: record.validUntil, today }) : null,
        grade: (record?.grade ?? null) as Grade | null,
        hierarchy,
        expiredCertificates: expired.filter(({ supplierId }) => supplierId === record?.id).map(({ kind }) => kind),
      }
      return [companyId, judge(facts, asked)] as const
    }),
  )
}

/** The kinds, of those asked for, of which an owner knows an expired certificate of a company and none that holds today. */
export async function expiredKinds(
  ctx: Any,
  { ownerCompanyId, companyId, kinds }: { ownerCompanyId: string; companyId: string; kinds: readonly string[] },
): Promise<string[]> {
  if (kinds.length === 0) return []
  const record = await ctx.one('supplier', { ownerCompanyId, companyId }, { columns: ['id'] })
  if (!record) return []
  const today = todayOf(ctx)
  const rows = await ctx.many('supplier_certificate', { supplierId: record.id, kind: [...kinds] })
  const kept = rows.filter(({ removedAt }) => removedAt === null)
  const isExpired = ({ validUntil }: (typeof kept)[number]) => certificateState(validUntil, today) === 'expired'
  return kinds.filter((kind) => {
    const known = kept.filter((one) => one.kind === kind)
    return known.length > 0 && known.every(isExpired)
  })
}

async function expiredOf(ctx: Any, supplierIds: readonly string[]) {
  if (supplierIds.length === 0) return []
  return ctx.tx
    .selectFrom('supplier_certificate')
    .select(['supplierId', 'kind'])
    .where('tenantId', '=', ctx.tenantId)
    .where('supplierId', 'in', supplierIds)
    .where('removedAt', 'is', null)
    .where('validUntil', '<', todayOf(ctx))
    .execute()
}
