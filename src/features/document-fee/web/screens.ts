import { ORDER_SLOTS, TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type WebFeature } from '#web/screen.ts'

export const documentFeeWeb: WebFeature = {
  parts: [
    part(TENDER_SLOTS.fee, 'document-fee', () => import('./own-part.tsx')),
    part(ORDER_SLOTS.fees, 'document-fee', () => import('./order-part.tsx')),
  ],
  screens: [],
}
