import type { Feature } from '#server/feature.ts'
import { companyRoutes } from './companies.ts'
import { markRoutes } from './marks.ts'
import { orderRoutes } from './orders.ts'
import { messageKinds, tellOfNotices, tellOfOpening } from './telling.ts'

/** Orders and companies that suppliers follow, what they note of companies, and the messages about what becomes public. */
export const follows: Feature = {
  name: 'follows',
  messageKinds,
  subscribers: [tellOfNotices, tellOfOpening],
  routes: [...orderRoutes, ...companyRoutes, ...markRoutes],
}
