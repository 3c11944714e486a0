import { Exact, formatAmount, formatDigits, lineTotal } from '#contract/money.ts'
import type { MatrixCell, MatrixData } from '#web/kit/matrix/cells.ts'
import { type AwardOffer, bestPrices } from '../../../../rules/award-lines.ts'
import { partialText } from '../../../../rules/partial-offer.ts'
import { type LineChoices, restOf, type SheetItem } from './line-choice.ts'

export interface AwardView {
  items: readonly SheetItem[]
  offers: readonly AwardOffer[]
  /** What was chosen, see `LineChoices`. */
  cells: LineChoices['cells']
  /** Lines of which something goes to another than the best price. */
  notBest: ReadonlySet<string>
  /** Sums by trade; yuan. */
  sums: ReadonlyMap<string, string>
  /** Shares of a line may go to several. */
  isShared: boolean
}

/** Which lines are looked at. */
export const AWARD_FILTERS = {
  all: '全部清单行',
  open: '未分配完',
  notBest: '未选最低价',
  unquoted: '有供应商未报价',
  over: '有报价超限价',
} as const
export type AwardFilter = keyof typeof AWARD_FILTERS

/** The lines that are looked at, in the order of the bill. */
export function filterItems({ items, offers, cells, notBest }: AwardView, filter: AwardFilter): SheetItem[] {
  switch (filter) {
    case 'all':
      return [...items]
    case 'open':
      return items.filter((item) => new Exact(restOf(item, { cells })).gt(0))
    case 'notBest':
      return items.filter(({ itemId }) => notBest.has(itemId))
    case 'unquoted': {
      const quoted = pricesOf(offers)
      return items.filter(({ itemId }) => quoted.some((lines) => !lines.has(itemId)))
    }
    case 'over': {
      const quoted = pricesOf(offers)
      return items.filter((item) =>
        quoted.some((lines) => {
          const offer = lines.get(item.itemId)
          return offer !== undefined && isOver(item, offer)
        }),
      )
    }
  }
}

/** What the matrix shows of an award in the making: prices, what was chosen of them, and what each supplier comes to. */
export function awardMatrix(view: AwardView, shown: readonly SheetItem[]): MatrixData {
  const { items, offers, cells, notBest, sums, isShared } = view
  const best = bestPrices(items, offers)
  const quoted = pricesOf(offers)
  return {
    lead: [
      {
        key: 'item',
        title: '采购清单',
        width: 210,
        cell(row) {
          const { line, name, spec, quantity, unit } = shown[row]!
          const text = `${line}. ${name}`
          return { text, note: joined([`${formatDigits(quantity)} ${unit}`, spec]), title: joined([text, spec]) }
        },
      },
      {
        key: 'rest',
        title: '未分配',
        width: 116,
        align: 'right',
        cell(row) {
          const item = shown[row]!
          const rest = new Exact(restOf(item, { cells }))
          const limit = item.controlPrice === null ? '' : `限价 ${formatDigits(item.controlPrice)}`
          return {
            text: rest.isZero() ? '—' : `${formatDigits(rest.toFixed())} ${item.unit}`,
            isQuiet: rest.isZero(),
            note: joined([isShared ? '拆分' : '', limit]),
          }
        },
      },
    ],
    parties: offers.map(({ tradeId, supplierName, lines }) => ({
      key: tradeId,
      text: supplierName,
      ...(lines.length < items.length && { note: partialText({ lines: lines.length, of: items.length }) }),
    })),
    rows: shown.map(({ itemId }) => itemId),
    cell(row, party) {
      const item = shown[row]!
      const offer = quoted[party]!.get(item.itemId)
      const { tradeId, supplierName } = offers[party]!
      const place = `第 ${item.line} 行，${supplierName}`
      if (!offer) return { text: '', mark: { word: '未报价', tone: 'soft' }, title: `${place}：未报价` }
      const quantity = cells[item.itemId]?.[tradeId]
      const lowest = best.get(item.itemId)
      const isBest = lowest !== undefined && new Exact(lowest.unitPrice).eq(offer.unitPrice)
      const mark = markOf({ item, offer, isBest, isOther: quantity !== undefined && notBest.has(item.itemId) })
      const note =
        quantity === undefined
          ? joined([`${formatAmount(lineTotal(offer.unitPrice, item.quantity))} 元`, leastOf(offer)])
          : `${formatDigits(quantity)} ${item.unit} · ${formatAmount(lineTotal(offer.unitPrice, quantity))} 元`
      return {
        text: formatDigits(offer.unitPrice),
        plain: offer.unitPrice,
        note,
        title: `${place}：${joined([refusalOf(item, offer) ?? '', note])}`,
        isBest,
        isQuiet: refusalOf(item, offer) !== null,
        isChosen: quantity !== undefined,
        ...(mark && { mark }),
      }
    },
    foot: [
      {
        key: 'total',
        title: '合计（元）',
        cells: offers.map(({ tradeId }) => {
          const total = sums.get(tradeId)
          return total === undefined
            ? { text: '—', isQuiet: true }
            : { text: formatAmount(total), plain: total, isBest: true }
        }),
      },
    ],
  }
}

/** Why a price cannot be chosen; null where it can. */
export function refusalOf(item: SheetItem, offer: AwardOffer['lines'][number]): string | null {
  if (isOver(item, offer)) return '超过单价限价，不能选定'
  const { minQuantity } = offer
  if (minQuantity != null && new Exact(minQuantity).gt(item.quantity))
    return `最小起订量 ${formatDigits(minQuantity)} 大于采购数量，不能选定`
  return null
}

interface Judged {
  item: SheetItem
  offer: AwardOffer['lines'][number]
  isBest: boolean
  /** It is chosen although another is cheaper. */
  isOther: boolean
}

function markOf({ item, offer, isBest, isOther }: Judged): MatrixCell['mark'] {
  if (isOver(item, offer)) return { word: '超限价', tone: 'bad' }
  if (refusalOf(item, offer) !== null) return { word: '起订量不符', tone: 'soft' }
  if (isBest) return { word: '最低', tone: 'good' }
  return isOther ? { word: '非最低', tone: 'bad' } : undefined
}

function isOver({ controlPrice }: SheetItem, { unitPrice }: AwardOffer['lines'][number]): boolean {
  return controlPrice !== null && new Exact(unitPrice).gt(controlPrice)
}

function leastOf({ minQuantity }: AwardOffer['lines'][number]): string {
  return minQuantity && new Exact(minQuantity).gt(1) ? `起订 ${formatDigits(minQuantity)}` : ''
}

function pricesOf(offers: readonly AwardOffer[]): ReadonlyMap<string, AwardOffer['lines'][number]>[] {
  return offers.map(({ lines }) => new Map(lines.map((line) => [line.itemId, line])))
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ')
}
