import type { Feature } from '#server/feature.ts'
import { checkRoutes } from './check.ts'

/** What would get a bid rejected, found in the bidder's browser before it is sealed. */
export const bidCheck: Feature = { name: 'bid-check', routes: checkRoutes }
