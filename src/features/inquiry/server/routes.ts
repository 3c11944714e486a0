import type { Feature } from '#server/feature.ts'
import { opening } from './close.ts'
import { compareRoutes } from './compare.ts'
import { home } from './home.ts'
import { ANSWERS, RELEASES } from './keys/bound.ts'
import { extensionRoutes } from './keys/extension.ts'
import { keyMessages } from './keys/messages.ts'
import { officerRoutes } from './keys/officers.ts'
import { releaseRoutes } from './keys/release.ts'
import { messageKinds, messages } from './messages.ts'
import { offerRoutes } from './offer.ts'
import { openerRoutes } from './openers.ts'
import { policyRoutes } from './policy.ts'
import { questionRoutes } from './questions.ts'
import { roundRoutes } from './rounds.ts'
import { subscribers } from './subscribers.ts'

/** Purchases by quotes: rounds, comparison, and what the clock does. */
export const inquiry: Feature = {
  name: 'inquiry',
  routes: [
    ...roundRoutes,
    ...offerRoutes,
    ...compareRoutes,
    ...openerRoutes,
    ...releaseRoutes,
    ...extensionRoutes,
    ...officerRoutes,
    ...questionRoutes,
    ...policyRoutes,
  ],
  messageKinds,
  subscribers: [...subscribers, ...messages, ...keyMessages],
  workers: [opening],
  bound: [RELEASES, ANSWERS],
  home,
}
