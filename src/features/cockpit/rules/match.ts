import { formatWithUnit } from '#contract/money.ts'
import { CATEGORIES, type Category } from '#features/procurement/rules/enums.ts'
import type { Qualified } from './certificates.ts'

/** What each thing that fits counts; the database ranks by the same, but for the documents. */
export const WEIGHTS = { invited: 40, category: 30, keyword: 30, region: 25, size: 15 } as const
export type Fit = keyof typeof WEIGHTS
/** All documents are there; each that is missing or ends too early. */
const QUALIFIED = 10
const LACKING = -10

/** At so many orders the documents are looked at. */
export const MOST_MATCHES = 50

/** How one open order compares with the own company. */
export interface MatchFacts extends Qualified {
  isInvited: boolean
  isCategory: boolean
  /** Own words that it is found by. */
  keywords: readonly string[]
  isRegion: boolean
  /** Null: it names no ceiling, or the company no size. */
  isSize: boolean | null
  category: string
  region: string
  /** Yuan. */
  controlPrice: string | null
  /** Names of the documents that it demands. */
  demanded: readonly string[]
}

export interface Reason {
  tone: 'fit' | 'gap'
  text: string
}

/** How well an order fits, and why, in words: what speaks for it first. */
export function matchOf(facts: MatchFacts): { score: number; reasons: Reason[] } {
  const fits = fitsOf(facts)
  const { missing, ending, demanded } = facts
  const lacking = missing.length + ending.length
  const papers = demanded.length === 0 ? 0 : lacking === 0 ? QUALIFIED : lacking * LACKING
  const reasons: Reason[] = fits.map((fit) => ({ tone: 'fit', text: wordsFor(fit, facts) }))
  if (demanded.length > 0 && lacking === 0) reasons.push({ tone: 'fit', text: `要求的 ${demanded.length} 项资质齐备` })
  if (missing.length > 0) reasons.push({ tone: 'gap', text: `缺：${missing.join('、')}` })
  for (const { name, validUntil } of ending) reasons.push({ tone: 'gap', text: `${name} ${validUntil} 到期，早于开标` })
  if (facts.isSize === false)
    reasons.push({ tone: 'gap', text: `规模不同：控制价 ${formatWithUnit(facts.controlPrice)}元` })
  return { score: baseScore(facts) + papers, reasons }
}

/** What the database ranks by. */
export function baseScore(facts: Parameters<typeof fitsOf>[0]): number {
  return fitsOf(facts).reduce((sum, fit) => sum + WEIGHTS[fit], 0)
}

function fitsOf(facts: Pick<MatchFacts, 'isInvited' | 'isCategory' | 'keywords' | 'isRegion' | 'isSize'>): Fit[] {
  const fits: Record<Fit, boolean> = {
    invited: facts.isInvited,
    category: facts.isCategory,
    keyword: facts.keywords.length > 0,
    region: facts.isRegion,
    size: facts.isSize === true,
  }
  return (Object.keys(fits) as Fit[]).filter((fit) => fits[fit])
}

function wordsFor(fit: Fit, { category, keywords, region, controlPrice }: MatchFacts): string {
  switch (fit) {
    case 'invited':
      return '已邀请贵单位参加'
    case 'category':
      return `品目相符：${CATEGORIES[category as Category]}`
    case 'keyword':
      return `主营相符：${keywords.join('、')}`
    case 'region':
      return `地区相符：${region}`
    case 'size':
      return `规模相近：控制价 ${formatWithUnit(controlPrice)}元`
  }
}
