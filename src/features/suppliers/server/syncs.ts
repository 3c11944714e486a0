import { AppError } from '#contract/errors.ts'
import { descendantsOf } from '#features/organisation/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/listings.ts'
import { type Ctx, KEEPS, type Listing, READS } from './access.ts'
import { demanded, planEnd, record } from './listing-acts.ts'

interface Item {
  name: string
  creditCode: string
  outcome: string
}

export interface Sync {
  ownerCompanyId: string
  way: keyof typeof contract.SYNC_WAYS
  source: string
  queriedAt: Date
  fileName?: string
  rowsPossible?: number
  rowsRead: number
  rowsNew: number
  items: readonly Item[]
}

/** Leaves a record of what came in, or went out. */
export async function recordSync(ctx: Ctx, id: string, { items, ...rest }: Sync): Promise<void> {
  const values = { ...rest, id, items: JSON.stringify(items), byName: ctx.actor.name, at: ctx.clock.now() }
  await ctx.insert('supplier_sync', values)
}

export const syncRoutes: readonly Route[] = [
  implement(contract.syncListing, KEEPS, async (ctx, { params }) => {
    const row = await demanded(ctx, params.listingId, 'sync')
    const below = (await descendantsOf(ctx, ctx.actor.companyId)).map(({ companyId }) => companyId)
    if (below.length === 0) throw new AppError('wrongState', '本单位没有下级企业')
    const known = await ctx.many('supplier_listing', { sourceListingId: row.id }, { columns: ['ownerCompanyId'] })
    const missing = below.filter(
      (id) => id !== row.companyId && known.every(({ ownerCompanyId }) => ownerCompanyId !== id),
    )
    if (missing.length === 0) throw new AppError('wrongState', '下级企业均已同步')
    for (const companyId of missing) await handDown(ctx, row, companyId)
    const names = await ctx.many('company', { id: missing }, { columns: ['name', 'creditCode'], orderBy: ['name'] })
    await recordSync(ctx, ctx.newId(), {
      ownerCompanyId: ctx.actor.companyId,
      way: 'subordinates',
      source: row.name,
      queriedAt: ctx.clock.now(),
      rowsRead: missing.length,
      rowsNew: missing.length,
      items: names.map((one) => ({ ...one, outcome: '已同步' })),
    })
    await record(ctx, row, { action: 'sync', summary: `同步至 ${missing.length} 家下级企业` })
    return { companies: missing.length }
  }),

  implement(contract.syncPage, READS, async (ctx, { query }) => {
    const own = () =>
      ctx.tx
        .selectFrom('supplier_sync as y')
        .where('y.tenantId', '=', ctx.tenantId)
        .where('y.ownerCompanyId', '=', ctx.actor.companyId)
    const page = await listPage(ctx, {
      query,
      list: { alias: 'y', keys: ['id'], rows: own },
      show: (rows) => own().selectAll('y').innerJoin(rows, 'page.id', 'y.id'),
    })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        syncId: row.id,
        way: row.way as Sync['way'],
        source: row.source,
        queriedAt: row.queriedAt.toISOString(),
        fileName: row.fileName,
        rowsRead: row.rowsRead,
        rowsNew: row.rowsNew,
        rowsPossible: row.rowsPossible,
        items: row.items as unknown as Item[],
        byName: row.byName,
        at: row.at.toISOString(),
      })),
    }
  }),
]

/** The same entry on the list of a company below, which learns from where it has it. */
async function handDown(ctx: Ctx, row: Listing, companyId: string): Promise<void> {
  const now = ctx.clock.now()
  const syncId = ctx.newId()
  const source = ctx.actor.companyName
  await recordSync(ctx, syncId, {
    ownerCompanyId: companyId,
    way: 'superior',
    source,
    queriedAt: now,
    rowsRead: 1,
    rowsNew: 1,
    items: [{ name: row.name, creditCode: row.creditCode, outcome: '已列入黑名单' }],
  })
  const copy = {
    id: ctx.newId(),
    ownerCompanyId: companyId,
    kind: row.kind,
    companyId: row.companyId,
    name: row.name,
    creditCode: row.creditCode,
    basis: row.basis,
    basisText: row.basisText,
    reason: row.reason,
    hearing: row.hearing,
    files: '[]',
    fromDay: row.fromDay,
    untilDay: row.untilDay,
    state: 'decided',
    source,
    syncId,
    sourceListingId: row.id,
    createdByName: ctx.actor.name,
    createdAt: now,
    decidedAt: now,
    decidedByName: source,
  }
  await ctx.insert('supplier_listing', copy)
  await planEnd(ctx, copy)
  await record(ctx, copy, { action: 'receive', summary: `${source}同步：${row.reason}` })
  ctx.emit({ kind: 'supplier.listing', payload: { listingId: copy.id, to: 'received' } })
}
