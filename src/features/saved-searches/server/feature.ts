import type { Feature } from '#server/feature.ts'
import { searchRoutes } from './searches.ts'
import { messageKinds, tellOfNewOrders } from './telling.ts'

/** Filters that suppliers keep, and the messages about new orders that they find. */
export const savedSearches: Feature = {
  name: 'saved-searches',
  messageKinds,
  subscribers: [tellOfNewOrders],
  routes: searchRoutes,
}
