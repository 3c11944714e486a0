import type { OutputOf } from '#contract/endpoint.ts'
import type { Tone } from '#web/kit/status-tag.tsx'
import type { applicationDetail, applicationPage, certificatePage } from '../contract/company.ts'
import { type ApplicationState, STATE_LABELS } from '../rules/application.ts'

export type Application = OutputOf<typeof applicationPage>['rows'][number]
export type Certificate = OutputOf<typeof certificatePage>['rows'][number]
export type ApplicationDetail = OutputOf<typeof applicationDetail>

const TONES: Readonly<Record<ApplicationState, Tone>> = {
  saved: 'neutral',
  paying: 'warning',
  pending: 'active',
  issuing: 'active',
  opened: 'success',
  rejected: 'danger',
}

export function stateTag(state: ApplicationState): { label: string; tone: Tone } {
  return { label: STATE_LABELS[state], tone: TONES[state] }
}

export function yearsText(years: number): string {
  return years === 0 ? '至原证书到期' : `${years} 年`
}

export const PATHS = {
  list: '/services/ca/paid/list',
  applications: '/services/ca/paid/list?part=applications',
  form: '/services/ca/apply/form',
  change: (id: string) => `/services/ca/apply/change/${id}`,
  detail: (id: string) => `/services/ca/apply/${id}/detail`,
} as const
