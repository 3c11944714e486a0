import type { Subscriber } from '#server/events.ts'
import { listingState } from '../rules/listings.ts'
import { todayOf } from './access.ts'
import { LISTING_END, TERM_END } from './kinds.ts'
import { record } from './listing-acts.ts'
import { move } from './record.ts'
import { matchCompany } from './untrust.ts'

/** What ends by itself leaves a line on record; what holds is told by the days alone, whether a timer has come or not. */
export const timers: readonly Subscriber[] = [
  {
    name: 'suppliers: pause whose term is over',
    kind: TERM_END,
    async handle(ctx, { payload }) {
      const row = await ctx.expectOne('supplier', { id: String(payload.supplierId) }, { lock: 'update' })
      const isOver = row.validUntil !== null && row.validUntil < todayOf(ctx)
      if (row.state !== 'qualified' || !isOver) return
      await move(ctx, row, { action: 'expire', who: 'process', reason: `合格有效期至 ${row.validUntil}，已届满` })
    },
  },
  {
    name: 'suppliers: note that an entry has come to its end',
    kind: LISTING_END,
    async handle(ctx, { payload }) {
      const row = await ctx.expectOne('supplier_listing', { id: String(payload.listingId) }, { lock: 'update' })
      const facts = { state: row.state as 'decided', from: row.fromDay, until: row.untilDay }
      if (listingState(facts, todayOf(ctx)) !== 'ended') return
      await record(ctx, row, { action: 'end', summary: `期限至 ${row.untilDay}，自动终止` })
      if (row.companyId !== null) ctx.emit({ kind: 'supplier.listing', payload: { listingId: row.id, to: 'ended' } })
    },
  },
  {
    name: 'suppliers: know a company by what it is certified as',
    kind: 'company.audit.decided',
    async handle(ctx, { payload }) {
      const audit = await ctx.one('company_audit', { id: String(payload.auditId) }, { columns: ['companyId'] })
      if (!audit?.companyId) return
      const { id, name, creditCode } = await ctx.expectOne('company', { id: audit.companyId })
      await ctx.update('supplier', { companyId: id }, { name, creditCode })
      await matchCompany(ctx, { companyId: id, creditCode })
    },
  },
]
