import { Exact, sum } from '#contract/money.ts'
import type { awardSheet } from '../../../../contract/notice.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type AwardChoice, type AwardOffer, bestByLine, wholeTo } from '../../../../rules/award-lines.ts'

export type Sheet = OutputOf<typeof awardSheet>
export type SheetItem = Sheet['items'][number]

/** Who gets what, as the editor holds it. Quantities are decimal strings; what is not given away is not bought. */
export interface LineChoices {
  /** Quantities by item, by trade. */
  cells: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Why the rest of a line is not bought, by item. */
  unbought: Readonly<Record<string, string>>
  /** Why a line does not go to its best price, by item. */
  reasons: Readonly<Record<string, string>>
}

export const NOTHING: LineChoices = { cells: {}, unbought: {}, reasons: {} }

/** What may be chosen from: the offers of those who did not fall away, now or before. */
export function offersOf({ items, offers }: Sheet, excluded: readonly string[] = []): AwardOffer[] {
  return offers
    .filter(({ tradeId, isBarred }) => !isBarred && !excluded.includes(tradeId))
    .map(({ tradeId, supplierName, unitPrices, minQuantities }) => ({
      tradeId,
      supplierName,
      lines: items.flatMap(({ itemId }, i) => {
        const unitPrice = unitPrices[i]
        return unitPrice == null ? [] : [{ itemId, unitPrice, minQuantity: minQuantities[i] ?? null }]
      }),
    }))
}

/** How much of a line nobody gets. Negative where too much was given away. */
export function restOf(
  { itemId, quantity }: Pick<SheetItem, 'itemId' | 'quantity'>,
  { cells }: Pick<LineChoices, 'cells'>,
): string {
  return new Exact(quantity).minus(sum(Object.values(cells[itemId] ?? {}))).toFixed()
}

/** The same as the call takes it, suppliers in the order of the offers. */
export function choiceOf(
  { cells, unbought, reasons }: LineChoices,
  { items, offers }: { items: readonly SheetItem[]; offers: readonly AwardOffer[] },
): Omit<AwardChoice, 'reason'> {
  return {
    awards: offers.flatMap(({ tradeId }) => {
      const lines = items.flatMap(({ itemId }) => {
        const quantity = cells[itemId]?.[tradeId]
        return quantity === undefined ? [] : [{ itemId, quantity }]
      })
      return lines.length > 0 ? [{ tradeId, lines }] : []
    }),
    unbought: items.flatMap((item) => {
      const [quantity, reason] = [restOf(item, { cells }), unbought[item.itemId]?.trim()]
      return reason && new Exact(quantity).gt(0) ? [{ itemId: item.itemId, quantity, reason }] : []
    }),
    reasons: Object.entries(reasons)
      .filter(([, reason]) => reason.trim() !== '')
      .map(([itemId, reason]) => ({ itemId, reason: reason.trim() })),
  }
}

/** The other way round: what a call carried, or an award holds. */
export function choicesFrom(body: Partial<Omit<AwardChoice, 'reason'>>): LineChoices {
  const named = (rows: readonly { itemId: string; reason: string }[] = []) =>
    Object.fromEntries(rows.map(({ itemId, reason }) => [itemId, reason]))
  return { cells: cellsOf(body.awards ?? []), unbought: named(body.unbought), reasons: named(body.reasons) }
}

/**
 * A click on a cell: the line goes to this supplier, beside what is kept by others; on the cell that has it, nobody gets it.
 */
export function toggleLine(
  choices: LineChoices,
  { item: { itemId, quantity }, tradeId, kept }: { item: SheetItem; tradeId: string; kept: LineChoices },
): LineChoices {
  const held = kept.cells[itemId] ?? {}
  const others = sum(Object.entries(held).flatMap(([id, of]) => (id === tradeId ? [] : [of])))
  const all = new Exact(quantity).minus(others).toFixed()
  const has = choices.cells[itemId]?.[tradeId] === all
  return withLine(choices, itemId, has || new Exact(all).lte(0) ? held : { ...held, [tradeId]: all })
}

/** A line divided anew; empty quantities and zeros are nothing. */
export function withLine(
  choices: LineChoices,
  itemId: string,
  quantities: Readonly<Record<string, string>>,
): LineChoices {
  const some = Object.entries(quantities).filter(([, quantity]) => quantity !== '' && !new Exact(quantity).isZero())
  return { ...choices, cells: { ...choices.cells, [itemId]: Object.fromEntries(some) } }
}

/** Every line to its best price, but for what is kept. */
export function toBest(
  choices: LineChoices,
  { items, offers, kept }: { items: readonly SheetItem[]; offers: readonly AwardOffer[]; kept: LineChoices },
): LineChoices {
  return given(choices, bestByLine(items, offers), { items, kept })
}

/** All lines to one supplier, but for what is kept. */
export function toOne(
  choices: LineChoices,
  { offer, items, kept }: { offer: AwardOffer; items: readonly SheetItem[]; kept: LineChoices },
): LineChoices {
  return given(choices, [wholeTo(offer, items)], { items, kept })
}

/** The supplier with the lowest sum among those who quoted every line; null without one. */
export function cheapestComplete(items: readonly SheetItem[], offers: readonly AwardOffer[]): AwardOffer | null {
  const asked = new Map(items.map(({ itemId, quantity }) => [itemId, quantity]))
  const totalOf = ({ lines }: AwardOffer) =>
    new Exact(
      sum(lines.map(({ itemId, unitPrice }) => new Exact(unitPrice).times(asked.get(itemId) ?? '0').toFixed(2))),
    )
  const [best = null] = offers
    .filter(({ lines }) => lines.length === items.length)
    .toSorted((a, b) => totalOf(a).comparedTo(totalOf(b)))
  return best
}

function given(
  choices: LineChoices,
  awards: AwardChoice['awards'],
  { items, kept }: { items: readonly SheetItem[]; kept: LineChoices },
): LineChoices {
  const cells = cellsOf(awards)
  const lines = items.map((item): [string, Readonly<Record<string, string>>] => {
    const held = kept.cells[item.itemId] ?? {}
    const [tradeId] = Object.keys(cells[item.itemId] ?? {})
    const empty: LineChoices = { ...NOTHING, cells: { [item.itemId]: held } }
    const isOpen = tradeId !== undefined && new Exact(restOf(item, kept)).gt(0)
    return [item.itemId, (isOpen ? toggleLine(empty, { item, tradeId, kept }) : empty).cells[item.itemId]!]
  })
  return { ...choices, cells: Object.fromEntries(lines) }
}

function cellsOf(awards: AwardChoice['awards']): LineChoices['cells'] {
  const cells: Record<string, Record<string, string>> = {}
  for (const { tradeId, lines } of awards)
    for (const { itemId, quantity } of lines) (cells[itemId] ??= {})[tradeId] = quantity
  return cells
}
