import type { Approvals } from '#features/workflow/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { Feature } from '#server/feature.ts'
import { approvedRoutes } from './approvals.ts'
import { checkBudgets } from './check.ts'
import { home } from './home.ts'
import { messageKinds, messages, noticeRoutes } from './notices.ts'
import { orderRoutes } from './orders.ts'
import { contractPaid, files, paymentRoutes, uploads } from './payments.ts'
import { planRoutes } from './plans.ts'
import { policyRoutes } from './policy.ts'
import { messageKinds as requestKinds, messages as requestMessages } from './requests/messages.ts'
import { purchasePlanRoutes } from './requests/plans.ts'
import { requestRoutes } from './requests/routes.ts'
import { namedBy } from './shares.ts'
import { sheetRoutes } from './sheets.ts'
import { subjectRoutes } from './subjects.ts'
import { viewRoutes } from './views.ts'

/** A demand that became a project is bought from the lines that it named. */
const handedOver: Subscriber = {
  name: 'budget: lines of a demand go to its project',
  kind: 'demand.handed',
  async handle(ctx, { payload }) {
    const { demandId, projectId } = payload as { demandId: string; projectId: string }
    if ((await namedBy(ctx, 'project', projectId)).length > 0) return
    const shares = await namedBy(ctx, 'demand', demandId)
    await ctx.insert(
      'budget_share',
      shares.map((share) => ({ id: ctx.newId(), projectId, ...share })),
    )
  },
}

/** What a company may spend, what its orders use of it, and what its departments ask for. */
export function budget({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'budget',
    home,
    uploads,
    files,
    messageKinds: [...messageKinds, ...requestKinds],
    subscribers: [...messages, ...requestMessages, handedOver, contractPaid],
    check: checkBudgets,
    routes: [
      ...noticeRoutes,
      ...orderRoutes,
      ...subjectRoutes,
      ...paymentRoutes,
      ...policyRoutes,
      ...sheetRoutes,
      ...viewRoutes,
      ...approvedRoutes(approvals),
      ...planRoutes,
      ...requestRoutes,
      ...purchasePlanRoutes,
    ],
  }
}
