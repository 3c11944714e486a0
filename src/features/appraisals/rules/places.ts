const BASE = '/purchaser/supplier-management/evaluation'

/** Addresses of appraisals, by what they show. */
export const PLACES = {
  indicators: `${BASE}/indicators`,
  templates: `${BASE}/templates`,
  appraisals: `${BASE}/appraisal`,
  appraisal: (id: string) => `${BASE}/appraisal/${id}`,
  hall: `${BASE}/hall`,
  sheet: (id: string) => `${BASE}/hall/${id}`,
  own: '/supplier/appraisals',
  ownResult: (id: string) => `/supplier/appraisals/${id}`,
} as const
