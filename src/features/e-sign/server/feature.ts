import type { Feature } from '#server/feature.ts'
import { uploads } from './access.ts'
import { applicationRoutes } from './applications.ts'
import { buyingRoutes } from './buying.ts'
import { home } from './home.ts'
import { messageKinds, subscribers } from './messages.ts'
import { peopleRoutes } from './people.ts'
import { reviewRoutes } from './reviews.ts'
import { endings } from './revoking.ts'
import { sealRoutes } from './seals.ts'

/** Companies that sign electronically: opening, people who sign, seals, copies. */
export const eSign: Feature = {
  name: 'e-sign',
  routes: [...applicationRoutes, ...sealRoutes, ...peopleRoutes, ...buyingRoutes, ...reviewRoutes],
  subscribers: [...subscribers, ...endings],
  uploads,
  home,
  messageKinds,
  files: { 'sign_application.letter_id': 'id' },
}
