import { type Exclusion } from './enums.ts'
import { isWithin } from './majors.ts'
import { levelOf, type TitleLevel } from './titles.ts'

/** One kind of expert wanted. */
export interface Condition {
  /** null: either. */
  kind: 'technical' | 'economic' | null
  /** Codes; any of them or anything below them. Empty: any. */
  majors: readonly string[]
  /** Province, six digits; empty: any. */
  region: string
  /** At least this level (1 is the highest); null: any. */
  level: TitleLevel | null
  /** How many, 1–20. */
  number: number
}

export interface Candidate {
  expertId: string
  userId: string
  name: string
  mobile: string
  kind: string
  majors: readonly string[]
  region: string
  title: string
  employer: string
  /** Social credit codes of the employer, and of the companies whose employment the person accepted before the pool was frozen. */
  codes: readonly string[]
  onLeave: boolean
  /** Took part in a review of the same company lately. */
  recent: boolean
  /** Was called in this extraction, or in the failed one it completes. */
  called: boolean
}

export interface Unit {
  name: string
  /** Social credit code; empty when unknown. */
  code: string
}

export interface Avoidance {
  buyers: readonly Unit[]
  /** Known from the opening on; empty before. */
  bidders: readonly Unit[]
  units: readonly Unit[]
  /** By name; a mobile number narrows it to one person. */
  people: readonly { name: string; mobile: string }[]
  withoutRecent: boolean
}

export function meets(condition: Condition, candidate: Candidate): boolean {
  const { kind, majors, region, level } = condition
  const own = levelOf(candidate.title)
  return (
    (kind === null || kind === candidate.kind) &&
    (majors.length === 0 || majors.some((asked) => candidate.majors.some((code) => isWithin(code, asked)))) &&
    (region === '' || region === candidate.region) &&
    (level === null || (own !== null && own <= level))
  )
}

/**
 * Why a candidate may not be drawn, or null. Employers are compared by social credit code, and by name (spaces and full-
 * or half-width brackets aside), so that a missing code does not let anybody through (招标投标法第三十七条, 实施条例第四十六条).
 */
export function exclusionOf(candidate: Candidate, avoidance: Avoidance): Exclusion | null {
  if (candidate.called) return 'called'
  if (worksFor(candidate, avoidance.buyers)) return 'buyer'
  if (worksFor(candidate, avoidance.bidders)) return 'bidder'
  if (worksFor(candidate, avoidance.units)) return 'unit'
  const isNamed = avoidance.people.some(
    (p) => p.name === candidate.name && (p.mobile === '' || p.mobile === candidate.mobile),
  )
  if (isNamed) return 'person'
  if (candidate.onLeave) return 'leave'
  return avoidance.withoutRecent && candidate.recent ? 'recent' : null
}

export function worksFor(candidate: Pick<Candidate, 'employer' | 'codes'>, units: readonly Unit[]): boolean {
  const own = plain(candidate.employer)
  return units.some(
    (unit) => (unit.code !== '' && candidate.codes.includes(unit.code)) || (own !== '' && plain(unit.name) === own),
  )
}

/** A company's name as it is compared. */
export function plain(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, '')
}
