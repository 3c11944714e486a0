import { lineTotal, sum } from '#contract/money.ts'
import type { Item } from './items.ts'

export interface PricedLine {
  price: string
  quantity: string
}

/** Sum of price × quantity, each line to the cent. */
export function totalOf(lines: readonly PricedLine[]): string {
  return sum(lines.map((l) => lineTotal(l.price, l.quantity)))
}

/**
 * Unit prices of one bidder: each below the control price by a discount of its own, so that no two bidders stand in
 * one ratio. Round figures as people write them: to 10 yuan from 1000 on, to 1 yuan from 10 on, else to 0.1.
 */
export function quoteOf(
  items: readonly Item[],
  { seed, least, most }: { seed: number; least: number; most: number },
): string[] {
  const random = randomOf(seed)
  return items.map((item) => {
    const control = Number(item.controlPrice)
    const price = control * (1 - least - (most - least) * random())
    const step = control >= 1000 ? 10 : control >= 10 ? 1 : 0.1
    return (Math.floor(price / step) * step).toFixed(step < 1 ? 1 : 0)
  })
}

/** The same numbers everywhere for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
