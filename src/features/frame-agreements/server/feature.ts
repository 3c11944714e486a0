import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { approvedRoutes } from './approvals.ts'
import { competitionRoutes, competitionTimers } from './competitions.ts'
import { competitionViewRoutes } from './competition-view.ts'
import { draftRoutes } from './draft.ts'
import { entryRoutes } from './entries.ts'
import { files, uploads } from './files.ts'
import { home } from './home.ts'
import { competitionMessages } from './competition-messages.ts'
import { messageKinds, messages } from './messages.ts'
import { orderRoutes } from './orders.ts'
import { entryViewRoutes } from './entry-view.ts'
import { signingRoutes } from './signing.ts'
import { timers } from './timers.ts'
import { viewRoutes } from './view.ts'

/** Frame agreements: suppliers, prices and quotas agreed ahead, and orders made from them. */
export function frameAgreements({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'frame-agreements',
    home,
    uploads,
    files,
    messageKinds,
    subscribers: [...timers, ...competitionTimers, ...messages, ...competitionMessages],
    routes: [
      // Before those with an id in the same place.
      ...draftRoutes,
      ...approvedRoutes(approvals),
      ...signingRoutes,
      ...entryRoutes,
      ...orderRoutes,
      ...competitionRoutes,
      ...competitionViewRoutes,
      ...viewRoutes,
      ...entryViewRoutes,
    ],
  }
}
