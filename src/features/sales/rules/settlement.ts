import { Exact } from '#contract/money.ts'
import { isWeighable } from '#features/procurement/rules/sale-terms.ts'

/** A line of what was sold. Quantities and unit prices are decimal strings; `unitPrice` in yuan, null where none was named. */
export interface SoldLine {
  itemId: string
  quantity: string
  unitPrice: string | null
}

/** How much of a line left the gate, as a decimal string. */
export interface TakenLine {
  itemId: string
  quantity: string
}

/** What was taken of each line by all notes together, as decimal strings. */
export function takenOf(notes: readonly (readonly TakenLine[])[]): Map<string, string> {
  const sums = new Map<string, string>()
  for (const { itemId, quantity } of notes.flat())
    sums.set(itemId, new Exact(sums.get(itemId) ?? 0).plus(quantity).toFixed())
  return sums
}

/**
 * What is owed for what was taken, in yuan with two digits, half up. `price` was offered for all lines as announced. By weight
 * each unit costs its announced unit price, raised by as much as the offer was above the announced sum; of one line the unit
 * price is the offer by its quantity. Otherwise the price stands. Throws RangeError for lines that are not weighable.
 */
export function amountOf({
  price,
  lines,
  taken,
  isWeighed,
}: {
  price: string
  lines: readonly SoldLine[]
  taken: ReadonlyMap<string, string>
  isWeighed: boolean
}): string {
  if (!isWeighed) return new Exact(price).toFixed(2)
  if (!isWeighable(lines.map(({ unitPrice }) => unitPrice)))
    throw new RangeError('lines without unit prices are not weighed')
  const worth = (quantity: string, { unitPrice }: SoldLine) =>
    new Exact(quantity).times(lines.length === 1 ? 1 : unitPrice!)
  const announced = lines.reduce((total, line) => total.plus(worth(line.quantity, line)), new Exact(0))
  const got = lines.reduce((total, line) => total.plus(worth(taken.get(line.itemId) ?? '0', line)), new Exact(0))
  return new Exact(price).times(got).div(announced).toDecimalPlaces(2, Exact.ROUND_HALF_UP).toFixed(2)
}

/** More than this beyond what was announced asks once more, so that a slip of a digit is not a bill. */
const BEYOND = '1.2'

/** Lines of which more than a fifth beyond the announced quantity would have been taken. */
export function excessive(lines: readonly SoldLine[], taken: ReadonlyMap<string, string>): SoldLine[] {
  return lines.filter(({ itemId, quantity }) => new Exact(taken.get(itemId) ?? 0).gt(new Exact(quantity).times(BEYOND)))
}
