import type { Tone } from '#web/kit/status-tag.tsx'
import type { CertificateState } from '../rules/certificates.ts'
import { CERTIFICATE_STATES } from '../rules/certificates.ts'
import type { Grade } from '../rules/grades.ts'
import { type List, LISTING_STATES, type ListingState, LISTS, type Match } from '../rules/listings.ts'
import { ONBOARDING_STATES, type OnboardingState } from '../rules/onboarding.ts'
import { SUPPLIER_STATES, type SupplierState } from '../rules/states.ts'

const STATE_TONES: Record<SupplierState, Tone> = {
  potential: 'neutral',
  onboarding: 'active',
  qualified: 'success',
  paused: 'warning',
  left: 'neutral',
}
const ONBOARDING_TONES: Record<OnboardingState, Tone> = {
  draft: 'neutral',
  proposed: 'active',
  accepted: 'success',
  refused: 'danger',
}
const CERTIFICATE_TONES: Record<CertificateState, Tone> = { valid: 'success', expiring: 'warning', expired: 'danger' }
const LISTING_TONES: Record<ListingState, Tone> = {
  draft: 'neutral',
  upcoming: 'active',
  inForce: 'danger',
  ended: 'neutral',
  lifted: 'neutral',
}
const LIST_TONES: Record<List, Tone> = { black: 'danger', untrust: 'danger', red: 'success' }
export const GRADE_TONES: Record<Grade, Tone> = { A: 'success', B: 'active', C: 'warning', D: 'danger' }

export const supplierTag = (state: SupplierState) => ({ label: SUPPLIER_STATES[state], tone: STATE_TONES[state] })
export const onboardingTag = (state: OnboardingState) => ({
  label: ONBOARDING_STATES[state],
  tone: ONBOARDING_TONES[state],
})
export const certificateTag = (state: CertificateState) => ({
  label: CERTIFICATE_STATES[state],
  tone: CERTIFICATE_TONES[state],
})
/** How many certificates have ended or soon will, for the head of a page: 资质已过期 1 项. */
export const certificateWarnings = (certificates: readonly { state: CertificateState }[]) =>
  (['expired', 'expiring'] as const).flatMap((state) => {
    const many = certificates.filter((one) => one.state === state).length
    return many === 0 ? [] : [{ label: `资质${CERTIFICATE_STATES[state]} ${many} 项`, tone: CERTIFICATE_TONES[state] }]
  })
/** Praise in force is nothing to be warned of; a fact that a person has to look at has no effect, nor one about somebody else. */
export const listingTag = (state: ListingState, kind: List, match: Match = 'code'): { label: string; tone: Tone } => {
  if (match === 'possible') return { label: '待核实', tone: 'warning' }
  if (match === 'other') return { label: '不是库内企业', tone: 'neutral' }
  return {
    label: LISTING_STATES[state],
    tone: state === 'inForce' && kind === 'red' ? 'success' : LISTING_TONES[state],
  }
}
export const listTag = (list: List) => ({ label: LISTS[list], tone: LIST_TONES[list] })

export const optionsOf = <K extends string>(labels: Readonly<Record<K, string>>) =>
  (Object.entries(labels) as [K, string][]).map(([value, label]) => ({ value, label }))

export const tabsOf = (labels: Readonly<Record<string, string>>) => [
  { value: '', label: '全部', countKey: 'all' },
  ...optionsOf(labels),
]

export const termText = (from: string | null, until: string | null) =>
  from === null ? '-' : `${from} 至 ${until ?? '长期'}`
