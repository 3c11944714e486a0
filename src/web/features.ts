import { demoWeb } from '#demo/web/screens.ts'
import { auditTrailWeb } from '#features/audit-trail/web/screens.ts'
import { expertsWeb } from '#features/experts/web/screens.ts'
import { messagesWeb } from '#features/messages/web/screens.ts'
import { openingHallWeb } from '#features/opening-hall/web/screens.ts'
import { passportWeb } from '#features/passport/web/screens.ts'
import { procurementWeb } from '#features/procurement/web/screens.ts'
import { reviewHallWeb } from '#features/review-hall/web/screens.ts'
import { sealedBidsWeb } from '#features/sealed-bids/web/screens.ts'
import type { WebFeature } from './screen.ts'
import { shellWeb } from './shell/screens.ts'

/** Every feature with screens. Order does not matter. */
export const features: readonly WebFeature[] = [
  shellWeb,
  passportWeb,
  messagesWeb,
  openingHallWeb,
  procurementWeb,
  sealedBidsWeb,
  expertsWeb,
  reviewHallWeb,
  auditTrailWeb,
  demoWeb,
]
