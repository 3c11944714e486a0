import { Exact } from '#contract/money.ts'
import {
  type QuoteSheet,
  readQuoteSheet,
  type SheetLimits,
  type SheetProblem,
  sheetProblems,
} from '#features/quotes/rules/quote-sheet.ts'
import { sheetOfTyped } from '#features/quotes/rules/typed-quote.ts'
import type { BidDraft } from '../draft.ts'
import type { Room } from '../room.ts'
import type { Column } from './columns.ts'

export type QuoteRoom = Pick<Room, 'orderId' | 'round' | 'items' | 'terms' | 'previous' | 'controlPrice'>
export type QuoteDraft = Pick<BidDraft, 'prices' | 'offer'>

/** A quote as it would be sealed now, and what would be refused of it. */
export interface QuoteState {
  sheet: QuoteSheet
  /** By line and column, in words. */
  cells: ReadonlyMap<string, ReadonlyMap<Column, string>>
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
  return sheetOfTyped({ ...room, terms }, { lines: draft.prices, ...draft.offer })
}

/** Null where the order asks for a tender's price sheet. */
export function quoteStateOf(room: QuoteRoom, draft: QuoteDraft): QuoteState | null {
  const { orderId, round, items, terms, controlPrice: ceiling } = room
  if (!terms) return null
  const previous = room.previous ?? { total: null, lines: [] }
  const limits: SheetLimits = { orderId, round, items, terms, previous, ceiling }
  const sheet = quoteSheetOf(room, terms, draft)
  const read = readQuoteSheet(sheet, limits)
  const found: SheetProblem[] = read.ok
    ? []
    : read.sheet
      ? [...sheetProblems(read.sheet, limits)]
      : [{ text: read.reason }]
  const cells = new Map<string, Map<Column, string>>()
  let firstCell: QuoteState['firstCell'] = null
  for (const { itemId, field, text } of found) {
    if (!itemId || !field) continue
    const line = cells.get(itemId) ?? new Map<Column, string>()
    cells.set(itemId, line.set(field, line.get(field) ?? text))
    firstCell ??= { itemId, column: field, text }
  }
  const texts = found.map(({ text }) => text)
  return {
    sheet,
    cells,
    firstCell,
    problems: found.filter(({ itemId }) => itemId === undefined).map(({ text }) => text),
    lacks: texts.length > FEW ? [...texts.slice(0, FEW), `另有 ${texts.length - FEW} 处`] : texts,
    warnings: warningsOf(sheet, items, previous.lines),
  }
}

function warningsOf(
  { lines }: QuoteSheet,
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
  return [
    ...(offLast.length > 0 ? [`${linesInWords(offLast)}单价与上一次报价相差 ${SLIP} 倍以上，请核对`] : []),
    ...(offCeiling.length > 0 ? [`${linesInWords(offCeiling)}单价与单价限价相差 ${SLIP} 倍以上，请核对`] : []),
    ...(open.length > 0 ? [`${linesInWords(open)}未报价`] : []),
  ]
}

function linesInWords(items: Room['items']): string {
  const few = items.slice(0, 10).map(({ line }) => line)
  return `第 ${few.join('、')} 行${items.length > few.length ? `等 ${items.length} 行` : ''}`
}
