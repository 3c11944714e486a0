import { Exact } from '#contract/money.ts'
import { LEAST_RESPONDENTS } from './status.ts'

export const MET = { yes: '满足', partly: '部分满足', no: '不满足' } as const
export type Met = keyof typeof MET

/** A parameter as far as its coverage depends on it. */
interface Asked {
  parameterId: string
  isMust: boolean
}

/** Somebody who answered. */
export interface Party {
  tradeId: string
  name: string
  /** What it offers; several respondents may offer one. Empty: its own. */
  brand: string
  price: string | null
  met: ReadonlyMap<string, Met>
}

export interface Coverage {
  parameterId: string
  /** Names of those who meet it, partly or not at all. */
  yes: string[]
  partly: string[]
  no: string[]
  /** Brands that meet it; who names none counts by name. */
  brands: string[]
  /** Of what must be met: nobody, one alone, or fewer than three brands meet it. */
  flag: 'none' | 'single' | 'few' | null
}

export const FLAGS = { none: '无品牌满足', single: '仅一个品牌满足', few: '满足的品牌不足 3 个' } as const

/** Who meets what. Empty where nobody answered: then nothing is known of the market. */
export function coverageOf(parameters: readonly Asked[], parties: readonly Party[]): Coverage[] {
  return parameters.map(({ parameterId, isMust }) => {
    const of = (met: Met) => parties.filter((party) => party.met.get(parameterId) === met)
    const names = (met: Met) => of(met).map(({ name }) => name)
    const brands = [...new Map(of('yes').map((party) => [brandKey(party), party.brand.trim() || party.name])).values()]
    return {
      parameterId,
      yes: names('yes'),
      partly: names('partly'),
      no: names('no'),
      brands,
      flag: isMust && parties.length > 0 ? flagOf(brands.length) : null,
    }
  })
}

/** Must-parameters that stay only with a reason: one brand alone meets them, or nobody. */
export function isNarrow({ flag }: Pick<Coverage, 'flag'>): boolean {
  return flag === 'single' || flag === 'none'
}

/** Lowest and highest of the indicative prices, in yuan; null where nobody names one. */
export function priceRange(prices: readonly (string | null)[]): { low: string; high: string } | null {
  const known = prices.filter((price) => price !== null).map((price) => new Exact(price))
  if (known.length === 0) return null
  const sorted = known.toSorted((a, b) => a.cmp(b))
  return { low: sorted[0]!.toFixed(2), high: sorted.at(-1)!.toFixed(2) }
}

function brandKey({ brand, name }: Party): string {
  return (brand.trim() || name).toLowerCase().replaceAll(/\s+/g, '')
}

function flagOf(brands: number): Coverage['flag'] {
  if (brands === 0) return 'none'
  if (brands === 1) return 'single'
  return brands < LEAST_RESPONDENTS ? 'few' : null
}
