import type { WebFeature } from '#web/screen.ts'
import { adminScreens } from './admin/screens.ts'
import { buyerScreens } from './buyer/screens.ts'
import { speakOfAuctions } from './live-wording.ts'
import { portalScreens } from './portal/screens.ts'
import { supplierScreens } from './supplier/screens.ts'

speakOfAuctions()

export const procurementWeb: WebFeature = {
  screens: [...adminScreens, ...buyerScreens, ...supplierScreens, ...portalScreens],
}
