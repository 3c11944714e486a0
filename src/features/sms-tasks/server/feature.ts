import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { messageKinds, messages } from './messages.ts'
import { policyRoutes } from './policy.ts'
import { revocationRoutes } from './revocations.ts'
import { reviewRoutes } from './reviews.ts'
import { senderRoutes } from './senders.ts'
import { sending } from './sending.ts'
import { submitRoutes } from './submit.ts'
import { taskRoutes } from './tasks.ts'
import { templateRoutes } from './templates.ts'

/** Text messages of a purchaser to suppliers of its library. */
export function smsTasks({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'sms-tasks',
    messageKinds,
    subscribers: [...sending, ...messages],
    routes: [
      ...templateRoutes,
      ...reviewRoutes,
      ...revocationRoutes,
      ...taskRoutes,
      ...submitRoutes(approvals),
      ...senderRoutes,
      ...policyRoutes,
    ],
  }
}
