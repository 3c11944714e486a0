import type { Selectable } from 'kysely'
import type { PurchaseOrder } from '#server/database/tables.ts'
import { methodOf, METHODS } from '#features/procurement/methods/all.ts'
import { reached, statesReached, wentThrough } from '#features/procurement/engine/states.ts'
import { type LeafOpening, OPENINGS_TYPE, type OpeningsPage, PAGE } from '#features/sealing/core/log/openings.ts'
import { type Receipt, receiptLeaf } from '#features/sealing/core/receipt.ts'
import {
  COMPLETENESS_TYPE,
  type Completeness,
  type PublicClosingList,
} from '#features/sealing/core/verify-completeness.ts'
import { inForce } from './in-force.ts'
import { decoysOf, headsAtDeadlines, newestHead } from './log.ts'
import { leafOf } from './log-records.ts'
import { recordRef } from '#features/sealing/core/log/record-leaf.ts'
import { currentRound } from './round-port.ts'
import { type Any, serviceKeys } from './service-keys.ts'

type Order = Selectable<PurchaseOrder>

/**
 * The leaves from ≤ i < to that an order keeps closed: those from when it could take bids until it is opened, or has ended
 * otherwise. What they stand for would tell how many of them are its bids. `to` null: it still takes bids.
 */
interface Hold {
  orderId: string
  from: number
  to: number | null
  deadline: Date | null
}

/** Who keeps leaves closed: orders with sealed bids that are published and not opened. */
export async function holdsOn(ctx: Any): Promise<Hold[]> {
  const sealed = METHODS.filter((one) => one.offers === 'sealed').map((one) => one.code)
  const orders = await ctx.tx
    .selectFrom('purchase_order as o')
    .selectAll('o')
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.method', 'in', sealed)
    .where('o.publishedAt', 'is not', null)
    .where('o.state', 'in', statesReached('published', 'publicised'))
    .execute()
  const holds: Hold[] = []
  for (const order of orders) {
    // Who was not asked to a further round learns nothing of it before the result is published.
    if (methodOf(order.method).reveal === 'opening' && reached(order, 'opened')) continue
    const [heads, current] = await Promise.all([headsAtDeadlines(ctx, order.id), currentRound(ctx, order, null)])
    const isClosed = heads.some(({ round }) => round === current.round)
    const { size } = await startOf(ctx, order)
    holds.push({ orderId: order.id, from: size, to: isClosed ? lastOf(heads) : null, deadline: order.bidEnd })
  }
  return holds
}

/** The head before an order was published: no bid of it can lie before that. */
async function startOf(
  ctx: Any,
  { publishedAt }: Pick<Order, 'publishedAt'>,
): Promise<{ size: number; note: string | null }> {
  const row = await ctx.tx
    .selectFrom('bid_checkpoint')
    .select(['size', 'note'])
    .where('tenantId', '=', ctx.tenantId)
    .where('at', '<', publishedAt!)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { size: 0, note: null }
}

function lastOf(heads: readonly { size: number }[]): number {
  return Math.max(...heads.map(({ size }) => size))
}

/** Whether a leaf may be opened by now. `size`: of the published head. */
function isOpen(index: number, { holds, size }: { holds: readonly Hold[]; size: number }): boolean {
  return index < size && holds.every(({ from, to }) => index < from || (to !== null && index >= to))
}

/** What is opened of leaves of a page by now; undefined: the log has not come so far. */
export async function openingsPage(ctx: Any, page: number): Promise<OpeningsPage | undefined> {
  const [holds, head] = await Promise.all([holdsOn(ctx), newestHead(ctx)])
  return pageWithin(ctx, page, { holds, size: head?.size ?? 0 })
}

async function pageWithin(
  ctx: Any,
  page: number,
  bounds: { holds: readonly Hold[]; size: number },
): Promise<OpeningsPage | undefined> {
  const from = page * PAGE
  const count = Math.min(PAGE, bounds.size - from)
  if (count <= 0) return undefined
  const known = await eventsIn(ctx, from, from + count)
  const decoyAt = decoysOf(ctx.tenantId, (await serviceKeys(ctx)).log)
  const openings = Array.from({ length: count }, (_, i): LeafOpening => {
    const index = from + i
    if (!isOpen(index, bounds)) return null
    return known.get(index) ?? decoyAt(index).blinding
  })
  return { type: OPENINGS_TYPE, tenantId: String(ctx.tenantId), page, openings }
}

/** The openings of leaves that stand for something, by index. */
async function eventsIn(ctx: Any, from: number, to: number): Promise<Map<number, NonNullable<LeafOpening>>> {
  const bids = await ctx.tx
    .selectFrom('bid_submission')
    .select(['logIndex', 'receipt'])
    .where('tenantId', '=', ctx.tenantId)
    .where('logIndex', '>=', from)
    .where('logIndex', '<', to)
    .execute()
  const records = await ctx.tx
    .selectFrom('log_leaf as l')
    .innerJoin('log_record as r', (j) => j.onRef('r.tenantId', '=', 'l.tenantId').onRef('r.id', '=', 'l.recordId'))
    .selectAll('r')
    .select(['l.idx', 'l.blinding'])
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.idx', '>=', from)
    .where('l.idx', '<', to)
    .execute()
  const known = new Map<number, NonNullable<LeafOpening>>()
  for (const { logIndex, receipt } of bids) {
    const { body } = receipt as Receipt
    known.set(logIndex, { blinding: body.blinding, data: receiptLeaf(body).data })
  }
  for (const row of records) {
    const { record, salt } = leafOf(row)
    const data = { type: 'record', tenantId: String(ctx.tenantId), ref: recordRef(record, salt) }
    known.set(row.idx, { blinding: row.blinding.toString('hex'), data })
  }
  return known
}

/**
 * The period of an order in the log, and whether all of its leaves may be opened; null before its first deadline. Closing
 * lists are left out until the order was opened, but in its archive.
 */
export async function completenessOf(
  ctx: Any,
  order: Order,
  { withLists = wentThrough(order, 'opened') }: { withLists?: boolean } = {},
): Promise<Completeness | null> {
  const heads = await headsAtDeadlines(ctx, order.id)
  const end = heads.find(({ size }) => size === lastOf(heads))
  if (!end || !order.publishedAt) return null
  const [start, holds] = await Promise.all([startOf(ctx, order), holdsOn(ctx)])
  const now = ctx.clock.now()
  const waiting = holds.filter(({ from, to }) => from < end.size && (to === null || to > start.size))
  const deadlines = waiting.flatMap(({ deadline }) => (deadline && deadline > now ? deadline.getTime() : []))
  const closing: PublicClosingList[] = []
  if (withLists)
    for (const { round, size, deadline } of heads) {
      const bids = (await inForce(ctx, order.id, round)).map(({ logIndex, manifestHash }) => ({
        index: logIndex,
        manifestHash: manifestHash.toString('hex'),
      }))
      closing.push({ round, size, deadline: (deadline ?? order.bidEnd!).toISOString(), bids })
    }
  return {
    type: COMPLETENESS_TYPE,
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    from: Math.min(start.size, end.size),
    to: end.size,
    start: start.note,
    checkpoint: end.note,
    state: waiting.length > 0 ? 'pending' : 'final',
    until: deadlines.length > 0 ? new Date(Math.max(...deadlines)).toISOString() : null,
    closing,
  }
}

/** The pages of a period as they are opened by now; leaves outside of it stay out, however open. */
export async function* pagesOf(ctx: Any, { from, to }: { from: number; to: number }): AsyncGenerator<OpeningsPage> {
  const holds = await holdsOn(ctx)
  for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) {
    const found = await pageWithin(ctx, page, { holds, size: to })
    if (found) yield { ...found, openings: found.openings.map((one, i) => (page * PAGE + i < from ? null : one)) }
  }
}
