import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { partyTopic } from '#server/live.ts'
import { approvedRoutes } from './approvals.ts'
import { callOffRoutes } from './call-offs.ts'
import { callOffViewRoutes } from './call-off-view.ts'
import { changeRoutes } from './change.ts'
import { deliveryRoutes } from './deliveries.ts'
import { demandOrderRoutes } from './demand-orders.ts'
import { draftRoutes } from './draft.ts'
import { endRoutes } from './end.ts'
import { eSignatureRoutes, eSignatureSubscribers } from './e-signature.ts'
import { files, uploads } from './files.ts'
import { find, home } from './home.ts'
import { messageKinds, messages } from './messages.ts'
import { orderCentreRoutes } from './order-centre.ts'
import { paymentRoutes } from './payments.ts'
import { signRoutes } from './sign.ts'
import { teamOpinionRoutes } from './team-opinions.ts'
import { teamRoutes } from './team.ts'
import { teamViewRoutes } from './team-view.ts'
import { timers } from './timers.ts'
import { viewRoutes } from './view.ts'

/** Contracts from awards, and how they are performed: orders, deliveries, acceptances, payments. */
export function contracts({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'contracts',
    home,
    find,
    uploads,
    files,
    messageKinds,
    subscribers: [...timers, ...eSignatureSubscribers, ...messages],
    topics: [partyTopic('contracts')],
    routes: [
      // Before those with an id in the same place.
      ...draftRoutes,
      ...approvedRoutes(approvals),
      ...signRoutes,
      ...changeRoutes,
      ...eSignatureRoutes,
      ...endRoutes,
      ...viewRoutes,
      ...callOffRoutes,
      ...callOffViewRoutes,
      ...deliveryRoutes,
      ...teamRoutes,
      ...teamOpinionRoutes,
      ...teamViewRoutes,
      ...paymentRoutes,
      ...orderCentreRoutes,
      ...demandOrderRoutes,
    ],
  }
}
