import { part, type WebFeature } from '#web/screen.ts'
import { ITEM_SLOTS } from '../contract/slots.ts'
import { adminScreens } from './admin/screens.ts'
import { buyerScreens } from './buyer/screens.ts'
import { portalScreens } from './portal/screens.ts'
import { supplierScreens } from './supplier/screens.ts'

export const procurementWeb: WebFeature = {
  parts: [part(ITEM_SLOTS.pastPrices, 'past-prices', () => import('./buyer/items/past-prices.tsx'))],
  screens: [...adminScreens, ...buyerScreens, ...supplierScreens, ...portalScreens],
}
