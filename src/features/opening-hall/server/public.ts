import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { PriceSheet } from '#features/procurement/rules/price-sheet.ts'
import { DecryptState } from '../rules.ts'

/** A bid that was opened and read out: what the review starts from. */
export interface OpenedBid {
  tradeId: string
  no: number
  supplierCompanyId: string
  supplierName: string
  /** Total quote in yuan; null while the second envelope is sealed. */
  quote: string | null
  /** Null as the quote is. */
  priceSheet: PriceSheet | null
  files: { position: number; role: string; name: string; fileId: string; cipherHash: string }[]
}

/** Successfully opened bids in the order of the closing list. */
export async function openedBids(ctx: Context<Actor | null>, orderId: string): Promise<OpenedBid[]> {
  const [bids, files] = await Promise.all([
    ctx.tx
      .selectFrom('opening_bidder as b')
      .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'b.tenant_id').onRef('t.id', '=', 'b.trade_id'))
      .innerJoin('company as c', 'c.id', 't.supplier_company_id')
      .select(['b.trade_id', 'b.no', 'b.quote', 'b.price_sheet', 'c.id as companyId', 'c.name'])
      .where('b.tenant_id', '=', ctx.tenantId)
      .where('b.order_id', '=', orderId)
      .where('b.decrypt_state', '=', DecryptState.values.success)
      .orderBy('b.no')
      .execute(),
    ctx.tx
      .selectFrom('opened_file')
      .selectAll()
      .where('tenant_id', '=', ctx.tenantId)
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute(),
  ])
  return bids.map((b) => ({
    tradeId: b.trade_id,
    no: b.no,
    supplierCompanyId: b.companyId,
    supplierName: b.name,
    quote: b.quote,
    priceSheet: b.price_sheet as PriceSheet | null,
    files: files
      .filter((f) => f.trade_id === b.trade_id)
      .map((f) => ({ position: f.position, role: f.role, name: f.name, fileId: f.file_id, cipherHash: f.cipher_hash })),
  }))
}

export { openingArchive } from './archive.ts'
export { offerOpening } from './offer-opening.ts'
