import { sql } from 'kysely'
import { bindRow } from '#server/bound-rows.ts'
import { QUOTES } from './bound.ts'
import { Exact } from '#contract/money.ts'
import { quoteTermsOf } from '#features/procurement/rules/quote-terms.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { numbered } from '../rules/alternatives.ts'
import { QuoteStatus } from '../rules/enums.ts'
import { readQuoteSheet } from '../rules/quote-sheet.ts'
import { askedFiles } from '../rules/sheet-files.ts'
import type { QuoteSheet, SheetItem } from '../rules/sheet-format.ts'
import type { Any, Order, QuoteHost } from './host.ts'
import { previousQuotes } from './previous.ts'
import { quoteItems, type RoundRow } from './reads.ts'
import { closeAtDeadline } from './rounds.ts'
import { announce, insertRulings, ruling } from './rulings.ts'

/** A sealed submission in force at the deadline, as it was opened. */
export interface OpenedQuote {
  tradeId: string
  submissionId: string
  at: Date
  by: string
  byName: string
  /** The content of its price sheet; null where that could not be opened, for the `reason` in words. */
  sheet: unknown
  reason: string
  /** Ids of the files that were sealed with the sheet; `files` keeps them as they were opened. */
  sealed: readonly string[]
  files: () => Promise<readonly OpenedFile[]>
}

/** A file of a submission that was opened and kept: its place in the manifest, its id there, and the stored file. */
export interface OpenedFile {
  position: number
  sealedId: string
  name: string
  fileId: string
}

/**
 * Closes a round whose quotes were sealed, and stores them, all at the same instant. What cannot be used is a quote ruled
 * invalid with its reason. Resolves to false, and does nothing, before the deadline and where the round is closed already.
 */
export async function revealRound(
  ctx: Any,
  { host, order, roundId, opened }: { host: QuoteHost; order: Order; roundId: string; opened: readonly OpenedQuote[] },
): Promise<boolean> {
  const invalid: Parameters<typeof announce>[2][number][] = []
  const closed = await closeAtDeadline(ctx, { host, orderId: order.id, roundId }, async (round) => {
    for (const { tradeId, quoteId, reason } of await storeQuotes(ctx, { host, order, round, opened }))
      if (reason) invalid.push({ round, tradeId, quoteId, reason })
  })
  if (invalid.length > 0) await announce(ctx, { host, order }, invalid)
  return closed
}

interface Stored {
  tradeId: string
  quoteId: string
  /** Why it does not count; empty where it does. */
  reason: string
  /** What can be put right. */
  cause?: 'arithmetic'
}

async function storeQuotes(
  ctx: Any,
  of: { host: QuoteHost; order: Order; round: RoundRow; opened: readonly OpenedQuote[] },
): Promise<Stored[]> {
  const { round, opened } = of
  const read = await readerOf(ctx, of)
  const stored: Stored[] = []
  for (const one of opened) {
    const { tradeId, submissionId, at: submittedAt, by: submittedBy, byName: submittedName } = one
    const { sheet, reason, cause } = read(one)
    const quoteId = ctx.newId()
    await ctx.insert('quote', {
      id: quoteId,
      roundId: round.id,
      tradeId,
      version: 1,
      submissionId,
      ...(sheet && figuresOf(sheet)),
      submittedAt,
      submittedBy,
      submittedName,
    })
    if (sheet) {
      await insertLines(ctx, quoteId, sheet)
      await insertAlternatives(ctx, quoteId, sheet)
      await insertFiles(ctx, quoteId, { sheet, files: await one.files() })
    }
    bindRow(ctx, QUOTES, [quoteId])
    stored.push({ tradeId, quoteId, reason, ...(cause && { cause }) })
  }
  await insertRulings(
    ctx,
    stored.filter(({ reason }) => reason).map((one) => ruling(ctx, one)),
  )
  const tradeId = opened.map((one) => one.tradeId)
  // Who was admitted after the first round had begun has no part in it yet.
  await sql`insert into quote_part (tenant_id, round_id, trade_id)
    select ${ctx.tenantId}, ${round.id}, t from unnest(${tradeId}::uuid[]) t on conflict do nothing`.execute(ctx.tx)
  await ctx.update('quote_part', { roundId: round.id, tradeId }, { status: QuoteStatus.values.submitted })
  return stored
}

/** Judges submissions of a round: by its own rules, the published terms and what its supplier was asked for. */
async function readerOf(ctx: Any, { host, order, round }: { host: QuoteHost; order: Order; round: RoundRow }) {
  const items = await quoteItems(ctx, order)
  const asked = new Map(
    (await ctx.many('quote_part', { roundId: round.id }, { columns: ['tradeId', 'items'] })).map((part) => [
      part.tradeId,
      askedOf(items, part.items),
    ]),
  )
  const { roundNo, notAbove, isPartial } = round
  const previous = await previousQuotes(ctx, { orderId: order.id, kind: host.kind, roundNo })
  const terms = { ...quoteTermsOf(order.settings), notAbove, isPartial }
  const { bidFiles } = OrderSettings.parse(order.settings)
  return ({ tradeId, sheet, reason, sealed }: OpenedQuote): Judged => {
    const itemsOf = asked.get(tradeId) ?? (roundNo === 1 ? items : undefined)
    if (!itemsOf) return { sheet: null, reason: '未受邀参加本轮报价' }
    if (sheet === null) return { sheet, reason: reason || '报价文件无法开启' }
    const read = readQuoteSheet(sheet, {
      orderId: order.id,
      round: roundNo,
      items: itemsOf,
      terms,
      asked: askedFiles(bidFiles),
      sealed: new Set(sealed),
      previous: previous.get(tradeId) ?? { total: null, lines: [] },
      ceiling: order.controlPrice,
    })
    if (read.ok || reason) return { sheet: read.sheet, reason }
    return { sheet: read.sheet, reason: read.reason, ...(read.cause && { cause: read.cause }) }
  }
}

interface Judged {
  sheet: QuoteSheet | null
  reason: string
  cause?: 'arithmetic'
}

function askedOf(items: readonly SheetItem[], asked: unknown): readonly SheetItem[] {
  if (asked === null) return items
  const ids = new Set((asked as { itemId: string }[]).map(({ itemId }) => itemId))
  return items.filter(({ itemId }) => ids.has(itemId))
}

function figuresOf({ total, netTotal, validityDays, remark }: QuoteSheet) {
  return { total: new Exact(total).isZero() ? null : total, netTotal, validityDays, remark }
}

/** Thousands of lines in one statement with four values. */
async function insertLines(ctx: Any, quoteId: string, { lines }: QuoteSheet): Promise<void> {
  await sql`insert into quote_line (tenant_id, quote_id, item_id, unit_price, tax_rate, amount, net_amount, brand, model,
      delivery_days, min_quantity, remark)
    select ${ctx.tenantId}, ${quoteId}, l."itemId", l."unitPrice", l."taxRate", l.amount, l."netAmount", l.brand, l.model,
      l."deliveryDays", l."minQuantity", l.remark
    from jsonb_to_recordset(${JSON.stringify(lines)}) as l("itemId" uuid, "unitPrice" numeric, "taxRate" numeric,
      amount numeric, "netAmount" numeric, brand text, model text, "deliveryDays" int, "minQuantity" numeric, remark text)`.execute(
    ctx.tx,
  )
}

async function insertAlternatives(ctx: Any, quoteId: string, { alternatives }: QuoteSheet): Promise<void> {
  if (alternatives.length === 0) return
  const rows = [...numbered(alternatives)].map(({ no, alternative }) => ({ no, ...alternative }))
  await sql`insert into quote_alternative (tenant_id, quote_id, item_id, no, unit_price, tax_rate, brand, model, spec,
      delivery_days, min_quantity, remark)
    select ${ctx.tenantId}, ${quoteId}, a."itemId", a.no, a."unitPrice", a."taxRate", a.brand, a.model, a.spec,
      a."deliveryDays", a."minQuantity", a.remark
    from jsonb_to_recordset(${JSON.stringify(rows)}) as a("itemId" uuid, no int, "unitPrice" numeric, "taxRate" numeric,
      brand text, model text, spec text, "deliveryDays" int, "minQuantity" numeric, remark text)`.execute(ctx.tx)
}

/** Files that the sheet does not name have no label, and belong to the whole. */
async function insertFiles(
  ctx: Any,
  quoteId: string,
  { sheet, files }: { sheet: QuoteSheet; files: readonly OpenedFile[] },
): Promise<void> {
  if (files.length === 0) return
  const named = new Map(sheet.files.map((file) => [file.fileId, file]))
  await ctx.insert(
    'quote_file',
    files.map(({ position, sealedId, name, fileId }) => {
      const { label = '', itemId = null, alternative = null } = named.get(sealedId) ?? {}
      return { quoteId, position, label, name, itemId, alternativeNo: alternative, fileId }
    }),
  )
}
