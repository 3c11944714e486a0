import type { WebFeature } from '#web/screen.ts'
import { buyerScreens } from './buyer/screens.ts'

export const procurementWeb: WebFeature = {
  screens: [...buyerScreens],
}
