import type { StoredFile } from '#server/files/own-files.ts'
import { certificateState } from '../rules/certificates.ts'
import type { Grade } from '../rules/grades.ts'
import { basisLabel, type List, listingState } from '../rules/listings.ts'
import { SUPPLIER_STATUS, type SupplierState } from '../rules/states.ts'
import { type Ctx, todayOf } from './access.ts'
import { admissions } from './admissions.ts'
import { dealsWith } from './deals.ts'
import type { SupplierValue } from './supplier-rows.ts'

/** Everything an owner keeps of a supplier. */
export async function detailOf(ctx: Ctx, value: SupplierValue, isKeeper: boolean) {
  const { supplierId, companyId, state, validUntil } = value
  const ownerCompanyId = ctx.actor.companyId
  const today = todayOf(ctx)
  const company = await ctx.expectOne('company', { id: companyId }, { columns: ['legalPerson'] })
  const certificates = await ctx.many('supplier_certificate', { supplierId }, { orderBy: ['validUntil', 'id'] })
  const grades = await ctx.many('supplier_grade', { supplierId }, { orderBy: ['id desc'], limit: 100 })
  const listings = await ctx.many(
    'supplier_listing',
    { ownerCompanyId, companyId },
    { orderBy: ['id desc'], limit: 100 },
  )
  const history = await ctx.many('supplier_event', { supplierId }, { orderBy: ['id desc'], limit: 200 })
  const shares = await ctx.many('supplier_share', { supplierId }, { columns: ['id'] })
  const asked = { ownerCompanyId, companyIds: [companyId], act: 'invite', isOpenByLaw: false } as const
  const admitted = (await admissions(ctx, asked)).get(companyId)!
  return {
    ...value,
    legalPerson: value.isRegistered ? company.legalPerson : '',
    certificateList: certificates
      .filter(({ removedAt }) => removedAt === null)
      .map((row) => ({
        certificateId: row.id,
        kind: row.kind,
        number: row.number,
        issuer: row.issuer,
        scope: row.scope,
        validUntil: row.validUntil,
        state: certificateState(row.validUntil, today),
        files: row.files as StoredFile[],
      })),
    grades: grades.map((row) => ({
      grade: row.grade as Grade,
      from: row.fromDay,
      until: row.untilDay,
      reason: row.reason,
      byName: row.byName,
      at: row.at.toISOString(),
    })),
    listings: listings
      .filter(({ state: stored }) => stored !== 'draft')
      .map((row) => ({
        listingId: row.id,
        kind: row.kind as List,
        basis: basisLabel(row),
        reason: row.reason,
        from: row.fromDay,
        until: row.untilDay,
        state: listingState({ state: row.state as 'decided', from: row.fromDay, until: row.untilDay }, today),
        match: row.match,
      })),
    orders: await dealsWith(ctx, { purchaserCompanyId: ownerCompanyId, supplierCompanyId: companyId }),
    history: history.map((row) => ({
      action: row.action,
      label: labelOf(row.action),
      from: row.fromState as SupplierState | null,
      to: row.toState as SupplierState,
      reason: row.reason,
      byName: row.byName,
      at: row.at.toISOString(),
    })),
    shares: shares.length,
    admission: { level: admitted.level, reason: admitted.level === 'ok' ? '' : admitted.reason },
    actions: isKeeper ? SUPPLIER_STATUS.allowed({ state, validUntil, today }, 'keeper', ctx.clock.now().getTime()) : [],
  }
}

function labelOf(action: string): string {
  return action === 'create' ? '建档' : (SUPPLIER_STATUS.rows.find((row) => row.action === action)?.label ?? action)
}
