import type { Way } from './onboarding.ts'

const BASE = '/purchaser/supplier-management'

/** Addresses of the supplier management, by what they show. */
export const PLACES = {
  library: `${BASE}/library`,
  detail: (supplierId: string) => `${BASE}/library/${supplierId}/detail`,
  shares: (supplierId: string) => `${BASE}/library/${supplierId}/share-record`,
  onboardings: (way: Way) => `${BASE}/onboarding/${way}/list`,
  onboarding: (way: Way, id: string) => `${BASE}/onboarding/${way}/${id}/detail`,
  onboardingForm: (way: Way, id?: string) => `${BASE}/onboarding/${way}/form${id ? `/${id}` : ''}`,
  certificates: `${BASE}/certificates`,
  blacklist: `${BASE}/blacklist`,
  operateRecord: `${BASE}/blacklist/operate-record`,
  syncRecord: `${BASE}/blacklist/sync-record`,
  untrust: `${BASE}/blacklist/untrust`,
  redList: `${BASE}/red-list`,
  hierarchy: `${BASE}/grade/hierarchy`,
  rating: `${BASE}/grade/rating-rules`,
} as const
