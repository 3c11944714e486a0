import { SERVICE_SLOTS } from '#features/payment/contract/slots.ts'
import { TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { SHELL } from '#web/shell/slots.ts'

const COMPANY = ['purchaser', 'agency', 'supplier'] satisfies Screen['workbench']

export const membershipWeb: WebFeature = {
  parts: [
    { ...part(SHELL.topbar, 'membership', () => import('./badge-part.tsx')), workbench: COMPANY },
    { ...part(SHELL.personal, 'membership', () => import('./personal-part.tsx')), workbench: COMPANY },
    part(SERVICE_SLOTS.owned, 'membership', () => import('./owned-part.tsx')),
    part(SERVICE_SLOTS.category, 'membership', () => import('./category-part.tsx')),
    part(SERVICE_SLOTS.terms, 'membership', () => import('./refund-terms-part.tsx')),
    part(SERVICE_SLOTS.policy, 'membership', () => import('./refund-policy-part.tsx')),
    part(TENDER_SLOTS.preview, 'membership', () => import('./preview-part.tsx')),
  ],
  screens: [],
}
