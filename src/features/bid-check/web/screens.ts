import { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { part, type WebFeature } from '#web/screen.ts'

export const bidCheckWeb: WebFeature = {
  parts: [part(BID_SLOTS.beforeSealing, 'bid-check', () => import('./check-part.tsx'))],
  screens: [],
}
