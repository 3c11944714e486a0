import { Exact, formatAmount, lineTotal, sum } from '#contract/money.ts'
import type { Account } from '../people.ts'

/** A line of a bill, as far as prices need it. Decimal strings. */
interface Line {
  itemId: string
  quantity: string
  controlPrice?: string | null
}

/** A number that is secret for a time: a unit price, or what a whole offer comes to. */
export interface Figure {
  text: string
  of: Account
  kind: 'unit' | 'total'
  /** Of quotes; 1 of everything else. */
  round: number
  /** It was replaced or taken back before anybody might look at it. */
  isGone: boolean
}

/** How many offers were made, in all walks of a system. */
let made = 0

/** Prices of a walk, each of them a number that stands nowhere else, in no other walk either. */
export class Figures {
  readonly all: Figure[] = []

  /** Unit prices below the ceilings of the lines, lower each time, with what they come to. Yuan. */
  make(lines: readonly Line[], of: Account, round = 1): { prices: Map<string, string>; total: string } {
    const off = new Exact('17.37').times(++made)
    const priced = lines.map(({ itemId, quantity, controlPrice }) => {
      const price = new Exact(controlPrice!).minus(off).toFixed(2)
      return { itemId, price, amount: lineTotal(price, quantity) }
    })
    const total = new Exact(sum(priced.map(({ amount }) => amount))).toFixed(2)
    this.add(of, round, [...priced.map(({ price }) => price), total])
    return { prices: new Map(priced.map(({ itemId, price }) => [itemId, price])), total }
  }

  /** Unit prices and, last, their total. */
  add(of: Account, round: number, texts: readonly string[]): void {
    for (const [i, text] of texts.entries())
      this.all.push({ text, of, round, kind: i === texts.length - 1 ? 'total' : 'unit', isGone: false })
  }

  /** What this supplier offered before is no more; `keep`: but for so many of its newest figures. */
  dropOlder(of: Account, round: number, keep: number): void {
    const own = this.all.filter((figure) => figure.of === of && figure.round === round)
    for (const figure of own.slice(0, own.length - keep)) figure.isGone = true
  }
}

/** As it may be written: `68131.37`, `68,131.37`. */
export function writtenAs(text: string): string[] {
  return [text, formatAmount(text)]
}
