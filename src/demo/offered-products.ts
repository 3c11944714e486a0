import { Exact } from '#contract/money.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import type { TypedAlternative } from '#features/quotes/rules/typed-quote.ts'

const BRANDS = ['康宁', '洁特', '奥林', '新锐'] as const

/** What suppliers of the demonstration say of the product that they offer for a line. */
export function branded({ line, name }: Item) {
  return {
    brand: BRANDS[line % BRANDS.length]!,
    model: `${name.slice(0, 2)}-${100 + line}`,
    deliveryDays: String(7 + line),
  }
}

/** Another product for a line, at a part of its unit ceiling. */
export interface OtherProduct {
  brand: string
  model: string
  spec: string
  part: string
}

/** Another product as it is typed into a quote; nothing where there is none. */
export function otherProduct({ controlPrice, line }: Item, other: OtherProduct | undefined): TypedAlternative[] {
  if (!other) return []
  const { part, ...product } = other
  const unitPrice = new Exact(controlPrice!).times(part).toDecimalPlaces(2).toFixed()
  return [{ ...product, unitPrice, deliveryDays: String(14 + line) }]
}
