import { Exact } from '#contract/money.ts'
import { readQuoteSheet, sheetProblems } from '#features/quotes/rules/quote-sheet.ts'
import { askedFiles } from '#features/quotes/rules/sheet-files.ts'
import type { QuoteSheet, SheetFile } from '#features/quotes/rules/sheet-format.ts'
import type { SheetLimits, SheetProblem } from '#features/quotes/rules/sheet-limits.ts'
import { sheetOfTyped } from '#features/quotes/rules/typed-quote.ts'
import type { BidDraft } from '../draft.ts'
import type { Room } from '../room.ts'
import type { Column } from './columns.ts'

export type QuoteRoom = Pick<Room, 'orderId' | 'round' | 'items' | 'terms' | 'previous' | 'controlPrice' | 'bidFiles'>
export type QuoteDraft = Pick<BidDraft, 'prices' | 'offer' | 'alternatives'> & { files?: readonly SheetFile[] }

/** A quote as it would be sealed now, and what would be refused of it. */
export interface QuoteState {
  sheet: QuoteSheet
  /** By line and column, in words. */
  cells: ReadonlyMap<string, ReadonlyMap<Column, string>>
  /** What is wrong with the alternatives of a line, in words. */
  alternatives: ReadonlyMap<string, readonly string[]>
  /** Of the first of them, to go to it. */
  firstCell: { itemId: string; column: Column; text: string } | null
  /** Of the whole. */
  problems: string[]
  /** All that keeps it from being sealed, shortened where there is much. */
  lacks: string[]
  /** Odd, but allowed. */
  warnings: string[]
}

const FEW = 3
/** A unit price this many times above or below what it is held against is probably a slip of a digit. */
const SLIP = 3

/** The sheet of a draft, as it is sealed and as the demonstration seals it. */
export function quoteSheetOf(room: Omit<QuoteRoom, 'terms'>, terms: NonNullable<Room['terms']>, draft: QuoteDraft) {
  const { prices, offer, alternatives, files = [] } = draft
  return sheetOfTyped({ ...room, terms }, { lines: prices, ...offer, alternatives, files })
}

/** Null where the order asks for a tender's price sheet. */
export function quoteStateOf(room: QuoteRoom, draft: QuoteDraft): QuoteState | null {
  const { orderId, round, items, terms, bidFiles, controlPrice: ceiling } = room
  if (!terms) return null
  const previous = room.previous ?? { total: null, lines: [] }
  const limits: SheetLimits = { orderId, round, items, terms, asked: askedFiles(bidFiles), previous, ceiling }
  const sheet = quoteSheetOf(room, terms, draft)
  const read = readQuoteSheet(sheet, limits)
  const found: SheetProblem[] = read.ok
    ? []
    : read.sheet
      ? [...sheetProblems(read.sheet, limits)]
      : [{ text: read.reason }]
  const cells = new Map<string, Map<Column, string>>()
  let firstCell: QuoteState['firstCell'] = null
  const alternatives = new Map<string, string[]>()
  for (const { itemId, field, alternative, text } of found) {
    if (itemId && alternative !== undefined) alternatives.set(itemId, [...(alternatives.get(itemId) ?? []), text])
    if (!itemId || !isColumn(field) || alternative !== undefined) continue
    const line = cells.get(itemId) ?? new Map<Column, string>()
    cells.set(itemId, line.set(field, line.get(field) ?? text))
    firstCell ??= { itemId, column: field, text }
  }
  const texts = found.map(({ text }) => text)
  return {
    sheet,
    cells,
    alternatives,
    firstCell,
    problems: found.filter(({ itemId }) => itemId === undefined).map(({ text }) => text),
    lacks: texts.length > FEW ? [...texts.slice(0, FEW), `另有 ${texts.length - FEW} 处`] : texts,
    warnings: warningsOf(sheet, items, previous.lines),
  }
}

function warningsOf(
  { lines, alternatives }: QuoteSheet,
  items: Room['items'],
  before: readonly { itemId: string; unitPrice: string }[],
) {
  const priced = new Map(lines.map((line) => [line.itemId, line.unitPrice]))
  const last = new Map(before.map((line) => [line.itemId, line.unitPrice]))
  const off = (price: string | undefined, usual: string | null | undefined) =>
    price !== undefined &&
    usual != null &&
    (new Exact(price).gt(new Exact(usual).times(SLIP)) || new Exact(price).times(SLIP).lt(usual))
  const offLast = items.filter(({ itemId }) => off(priced.get(itemId), last.get(itemId)))
  const offCeiling = items.filter(
    ({ itemId, controlPrice }) => !last.has(itemId) && off(priced.get(itemId), controlPrice),
  )
  const open = items.filter(({ itemId }) => !priced.has(itemId))
  const others = Map.groupBy(alternatives, ({ itemId }) => itemId)
  const offOwn = items.filter(({ itemId, controlPrice }) =>
    others.get(itemId)?.some(({ unitPrice }) => off(unitPrice, priced.get(itemId) ?? controlPrice)),
  )
  const alone = open.filter(({ itemId }) => others.has(itemId))
  return [
    ...(offLast.length > 0 ? [`${linesInWords(offLast)}单价与上一次报价相差 ${SLIP} 倍以上，请核对`] : []),
    ...(offCeiling.length > 0 ? [`${linesInWords(offCeiling)}单价与单价限价相差 ${SLIP} 倍以上，请核对`] : []),
    ...(offOwn.length > 0 ? [`${linesInWords(offOwn)}备选单价与本行报价或限价相差 ${SLIP} 倍以上，请核对`] : []),
    ...(alone.length > 0 ? [`${linesInWords(alone)}只报了备选，备选仅供比较`] : []),
    ...(open.length > 0 ? [`${linesInWords(open)}未报价`] : []),
  ]
}

function isColumn(field: SheetProblem['field']): field is Column {
  return field !== undefined && field !== 'spec'
}

function linesInWords(items: Room['items']): string {
  const few = items.slice(0, 10).map(({ line }) => line)
  return `第 ${few.join('、')} 行${items.length > few.length ? `等 ${items.length} 行` : ''}`
}
