import { Exact } from '#contract/money.ts'
import { ItemKind } from '#features/evaluation/rules/enums.ts'

/** One cell of a scoring sheet as it stands on the screen: marks as typed, or pass and fail, with the reason. */
export interface Cell {
  text: string
  passed: boolean | null
  reason: string
}

/** What is sent to the server. */
export interface Judgement {
  score: string | null
  passed: boolean | null
  reason: string
}

export interface Place {
  bidderId: string
  itemId: string
}

/** The sheet's order: bidders as numbered at the opening, items as the tender documents list them. */
export interface Grid {
  bidders: readonly string[]
  items: readonly string[]
}

interface Item {
  name: string
  fullMark: string
}

export const EMPTY: Cell = { text: '', passed: null, reason: '' }

/**
 * Marks as typed: full-width digits and the Chinese full stop count as what was meant; '' is no mark. The answer is the
 * wire's form (`8.5`) or what is wrong in words.
 */
export function readMark(text: string, fullMark: string): { mark: string | null } | { problem: string } {
  const typed = text.normalize('NFKC').replaceAll('。', '.').replaceAll(' ', '')
  if (typed === '') return { mark: null }
  if (!/^(\d+\.?\d*|\.\d+)$/.test(typed)) return { problem: '请输入数字' }
  const [whole = '', decimals = ''] = typed.split('.')
  if (decimals.length > 2) return { problem: '最多两位小数' }
  if (new Exact(typed).gt(fullMark)) return { problem: `不得超过 ${fullMark} 分` }
  const mark = `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`
  return { mark }
}

/** What a cell says, ready to be sent; or what keeps it from being sent. */
export function readCell(kind: number, item: Item, cell: Cell): { judgement: Judgement } | { problem: string } {
  const reason = cell.reason.trim()
  if (kind === ItemKind.values.pass) {
    if (cell.passed === false && reason.length < 2) return { problem: '请填写不通过的原因' }
    return { judgement: { score: null, passed: cell.passed, reason } }
  }
  const read = readMark(cell.text, item.fullMark)
  return 'problem' in read ? read : { judgement: { score: read.mark, passed: null, reason } }
}

/** Whether the server would count this cell as judged. */
export function isJudged(kind: number, item: Item, cell: Cell): boolean {
  const read = readCell(kind, item, cell)
  return 'judgement' in read && (read.judgement.score !== null || read.judgement.passed !== null)
}

/** Where to go: an item of a bid, or whichever of that bid is to be judged first (null: its marks are not here yet). */
export interface Goal {
  bidderId: string
  itemId: string | null
}

/**
 * Where Enter leads: the next cell still to be judged, first downwards in this bid, then from its top, then bid by bid;
 * null when everything is judged. Never the cell one comes from. `judged` says null of a cell of a bid whose marks are not
 * here, but for some of which something is left.
 */
export function nextUnscored(grid: Grid, judged: (place: Place) => boolean | null, from: Place | null): Goal | null {
  const next = walk(grid, from).find((place) => judged(place) !== true)
  if (!next) return null
  return judged(next) === null ? { bidderId: next.bidderId, itemId: null } : next
}

export type Step = 'up' | 'down' | 'previous-bidder' | 'next-bidder'

/** The cell an arrow key leads to; null at the edge. Another bidder keeps the item. */
export function stepFrom(grid: Grid, from: Place, step: Step): Place | null {
  const bidder = grid.bidders.indexOf(from.bidderId)
  const item = grid.items.indexOf(from.itemId)
  const at = (b: number, i: number): Place | null => {
    const [bidderId, itemId] = [grid.bidders[b], grid.items[i]]
    return bidderId === undefined || itemId === undefined ? null : { bidderId, itemId }
  }
  switch (step) {
    case 'up':
      return at(bidder, item - 1)
    case 'down':
      return at(bidder, item + 1)
    case 'previous-bidder':
      return at(bidder - 1, item)
    case 'next-bidder':
      return at(bidder + 1, item)
  }
}

/** The keys of the sheet; null: the key is the field's own. */
export function stepOfKey(key: { key: string; ctrlKey: boolean; metaKey: boolean }): Step | null {
  const withControl = key.ctrlKey || key.metaKey
  if (key.key === 'ArrowUp') return withControl ? 'previous-bidder' : 'up'
  if (key.key === 'ArrowDown') return withControl ? 'next-bidder' : 'down'
  return null
}

/** Sum of the marks given so far to one bidder; null where none is given. */
export function totalOfCells(items: readonly Item[], cells: readonly Cell[]): string | null {
  const marks = items.flatMap((item, i) => {
    const read = readMark(cells[i]?.text ?? '', item.fullMark)
    return 'mark' in read && read.mark !== null ? [read.mark] : []
  })
  return marks.length === 0 ? null : marks.reduce((sum, mark) => sum.plus(mark), new Exact(0)).toFixed()
}

/** Every cell but the one one comes from, in the order in which Enter looks at them. */
function walk({ bidders, items }: Grid, from: Place | null): Place[] {
  const first = Math.max(0, from ? bidders.indexOf(from.bidderId) : 0)
  const own = from ? items.indexOf(from.itemId) : -1
  const rotated = [...items.slice(own + 1), ...items.slice(0, Math.max(0, own))]
  const order = [...bidders.slice(first), ...bidders.slice(0, first)]
  return order.flatMap((bidderId, b) => (b === 0 ? rotated : items).map((itemId) => ({ bidderId, itemId })))
}
