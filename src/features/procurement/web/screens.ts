import type { WebFeature } from '#web/screen.ts'
import { adminScreens } from './admin/screens.ts'
import { buyerScreens } from './buyer/screens.ts'
import { portalScreens } from './portal/screens.ts'
import { supplierScreens } from './supplier/screens.ts'

export const procurementWeb: WebFeature = {
  screens: [...adminScreens, ...buyerScreens, ...supplierScreens, ...portalScreens],
}
