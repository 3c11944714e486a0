import type { Feature } from '#server/feature.ts'
import { DEALS } from './bound.ts'
import { home } from './home.ts'
import { messageKinds, messages } from './messages.ts'
import { ownRoutes } from './own.ts'
import { sellerRoutes } from './seller.ts'
import { notePaid, openDeal } from './subscribers.ts'
import { varietyRoutes } from './varieties.ts'

/** Goods that were sold by auction, from the award to their settlement. */
export const sales: Feature = {
  name: 'sales',
  routes: [...varietyRoutes, ...sellerRoutes, ...ownRoutes],
  subscribers: [openDeal, notePaid, ...messages],
  home,
  bound: [DEALS],
  messageKinds,
}
