import type { OutputOf } from '#contract/endpoint.ts'
import type { demandCollection, demandRounds } from '../../contract/rounds.ts'
import { FLAGS } from '../../rules/coverage.ts'

export type Rounds = OutputOf<typeof demandRounds>
export type Collection = OutputOf<typeof demandCollection>

/** Which brands meet it, and what that means where they are too few. */
export function coverageText(one: Rounds['rounds'][number]['coverage'][number] | undefined): string {
  if (!one) return '-'
  const brands = one.brands.join('、')
  return one.flag === null ? brands || '无' : `${FLAGS[one.flag]}${brands && `：${brands}`}`
}

/** What somebody offered last. */
export function brandOf({ rounds }: Pick<Collection['parties'][number], 'rounds'>): string {
  const last = rounds.at(-1)
  return [last?.brand, last?.model].filter(Boolean).join(' ') || '未填品牌'
}
