import type { Day } from './days.ts'
import { CONSEQUENCES, type Grade, type Hierarchy } from './grades.ts'
import { BLACK_BASES, type BlackBasis, UNTRUST_KINDS, type UntrustKind } from './listings.ts'
import { SUPPLIER_STATES, type SupplierState } from './states.ts'

/** What a company is about to do in an order of the owner. */
export type AdmissionAct = 'invite' | 'signUp' | 'draw'

/** Which rule speaks. */
export type AdmissionRule = 'blacklist' | 'untrust' | 'state' | 'grade' | 'certificate'

/** Nothing against it, or what there is: `reason` for the owner's people, `told` for the supplier. */
export type Admission = { level: 'ok' } | Refusal

export interface Refusal {
  level: 'warn' | 'block'
  rule: AdmissionRule
  reason: string
  told: string
}

export interface AdmissionFacts {
  /** Entries of the owner in force today, those of public lists only where the company is theirs beyond doubt. */
  listings: readonly { kind: 'black' | 'untrust'; basis: string; until: Day | null }[]
  /** In the owner's library; null: it is not there. */
  state: SupplierState | null
  /** In force today. */
  grade: Grade | null
  hierarchy: Hierarchy
  expiredCertificates: readonly string[]
}

/**
 * Whether an owner admits a company. Who is listed is kept out of everything new. What is internal, a grade or a pause, keeps
 * out of invitations and draws, and of sign-ups where the owner may choose; never of an order that the law opens to all.
 */
export function judge(
  { listings, state, grade, hierarchy, expiredCertificates }: AdmissionFacts,
  { act, isOpenByLaw }: { act: AdmissionAct; isOpenByLaw: boolean },
): Admission {
  const [listed] = listings
  if (listed) return refusalOf(listed)
  if (act === 'signUp' && isOpenByLaw) return { level: 'ok' }
  if (state === 'paused' || (state === 'left' && act !== 'signUp'))
    return block('state', `该供应商在供应商库中为“${SUPPLIER_STATES[state]}”状态`)
  const means = hierarchy.grades.find((one) => one.grade === grade)
  if (means && means.strictness !== 'none') {
    const reason = `该供应商等级为 ${grade}，按分级规则为“${CONSEQUENCES[means.consequence]}”`
    if (means.strictness === 'block') return block('grade', reason)
    return { level: 'warn', rule: 'grade', reason, told: '' }
  }
  if (act !== 'signUp' && expiredCertificates.length > 0)
    return { level: 'warn', rule: 'certificate', reason: `资质已过期：${expiredCertificates.join('、')}`, told: '' }
  return { level: 'ok' }
}

/** The supplier learns nothing of grades and remarks. */
function block(rule: AdmissionRule, reason: string): Refusal {
  return {
    level: 'block',
    rule,
    reason,
    told: '按采购人的供应商管理规定，暂不接受贵单位参加；如有异议，可向采购人提出',
  }
}

function refusalOf({ kind, basis, until }: AdmissionFacts['listings'][number]): Refusal {
  const term = until ? `，至 ${until} 止` : ''
  if (kind === 'untrust') {
    const name = UNTRUST_KINDS[basis as UntrustKind]
    return {
      level: 'block',
      rule: 'untrust',
      reason: `该供应商被列入“${name}”${term}`,
      told: `贵单位被列入“${name}”${term}，不能参加；如有异议，可向采购人提出`,
    }
  }
  const { label } = BLACK_BASES[basis as BlackBasis]
  return {
    level: 'block',
    rule: 'blacklist',
    reason: `该供应商已被列入黑名单（${label}）${term}`,
    told: `采购人已将贵单位列入黑名单（${label}）${term}，期间不能参加；如有异议，可向采购人提出`,
  }
}
