import { envelopeOf, ReviewModel } from '#features/procurement/rules/enums.ts'
import type { PriceSheet } from '#features/procurement/rules/price-sheet.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { FileRole } from '#features/sealing/core/envelope-header.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { DecryptState } from '../rules.ts'
import { openingRow } from './access.ts'
import type { DrawnParam } from '#features/evaluation/rules/drawn-params.ts'
import { byName, drawOf } from './draw.ts'

export { openingArchive } from './archive.ts'
export { drawOf as openingDraw } from './draw.ts'

type Any = Context<Actor | null>

/** A bid that was opened and read out: what the review starts from. */
export interface OpenedBid {
  tradeId: string
  no: number
  supplierCompanyId: string
  supplierName: string
  /**
   * Total quote in yuan. With double envelope null until the second opening has ended, and for ever of those whose
   * quotation envelope was not opened.
   */
  quote: string | null
  /** With `quote`, or not at all. */
  priceSheet: PriceSheet | null
  /** With double envelope without quotations until the second opening has ended. */
  files: { position: number; role: string; name: string; fileId: string; cipherHash: string }[]
}

/** Successfully opened bids in the order of the closing list. */
export async function openedBids(ctx: Any, orderId: string): Promise<OpenedBid[]> {
  const { reviewModel } = await orderRow(ctx, orderId)
  const isDouble = reviewModel === ReviewModel.values.double
  const showsQuotes = !isDouble || (await offerOpening(ctx, orderId)).endedAt !== null
  const [bids, quoted, files] = await Promise.all([
    bidderRows(ctx, orderId, 1),
    isDouble && showsQuotes ? bidderRows(ctx, orderId, 2) : Promise.resolve([]),
    ctx.many('opened_file', { orderId }, { orderBy: ['position'] }),
  ])
  return bids.map((b) => {
    const priced = isDouble ? quoted.find((q) => q.tradeId === b.tradeId) : b
    return {
      tradeId: b.tradeId,
      no: b.no,
      supplierCompanyId: b.companyId,
      supplierName: b.name,
      quote: priced?.quote ?? null,
      priceSheet: priced?.quote ? (priced.priceSheet as PriceSheet) : null,
      files: files
        .filter((f) => f.tradeId === b.tradeId && (showsQuotes || envelopeOf(f.role as FileRole) === 1))
        .map((f) => ({
          position: f.position,
          role: f.role,
          name: f.name,
          fileId: f.fileId,
          cipherHash: f.cipherHash,
        })),
    }
  })
}

/** When the second opening of a double-envelope order began and ended; its end is told by `opening.offerEnded` too. */
export async function offerOpening(
  ctx: Any,
  orderId: string,
): Promise<{ startedAt: Date | null; endedAt: Date | null }> {
  const opening = await openingRow(ctx, orderId, 2)
  return { startedAt: opening?.startedAt ?? null, endedAt: opening?.endedAt ?? null }
}

/**
 * Parameters of the price score that were drawn at the opening (percent, as in the order's price plan): they take the
 * place of the plan's own. Null when nothing was left to a draw.
 */
export async function drawnParams(
  ctx: Any,
  order: { id: string },
): Promise<Partial<Record<DrawnParam, string>> | null> {
  const draw = await drawOf(ctx, order.id)
  return draw && Object.fromEntries(byName(draw.record).map(({ name, value }) => [name, value]))
}

async function bidderRows(ctx: Any, orderId: string, stage: number) {
  return ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select(['b.tradeId', 'b.no', 'b.quote', 'b.priceSheet', 'c.id as companyId', 'c.name'])
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', orderId)
    .where('b.stage', '=', stage)
    .where('b.decryptState', '=', DecryptState.values.success)
    .orderBy('b.no')
    .execute()
}
