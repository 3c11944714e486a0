import { sql } from 'kysely'
import type { Lapse } from '#features/procurement/rules/qualification.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { type Admission, type AdmissionAct, judge } from '../rules/admission.ts'
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

/** The kinds, of those asked for, of which an owner knows certificates of a company, but none that holds on the day `before`. */
export async function lapsesOf(
  ctx: Any,
  {
    ownerCompanyId,
    companyId,
    kinds,
    before,
  }: { ownerCompanyId: string; companyId: string; kinds: readonly string[]; before: string },
): Promise<Lapse[]> {
  if (kinds.length === 0) return []
  const record = await ctx.one('supplier', { ownerCompanyId, companyId }, { columns: ['id'] })
  if (!record) return []
  const rows = await ctx.many('supplier_certificate', { supplierId: record.id, kind: [...kinds] })
  const kept = rows.filter(({ removedAt }) => removedAt === null)
  return [...new Set(kinds)].flatMap((kind) => {
    const known = kept.filter((one) => one.kind === kind)
    const ends = known.flatMap(({ validUntil }) => (validUntil !== null && validUntil < before ? [validUntil] : []))
    if (known.length === 0 || ends.length < known.length) return []
    const files = known.flatMap((one) => (one.files as unknown as StoredFile[]).map(({ sha256 }) => sha256))
    return [{ kind, validUntil: ends.toSorted().at(-1)!, files }]
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
