import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { answerRowRoutes } from './answer-rows.ts'
import { approvedRoutes } from './approvals.ts'
import { collectionRoutes } from './collection.ts'
import { concludeRoutes } from './conclude.ts'
import { draftRoutes } from './draft.ts'
import { files, uploads } from './files.ts'
import { find } from './find.ts'
import { home } from './home.ts'
import { matrixRoutes } from './matrix.ts'
import { messageKinds, messages } from './messages.ts'
import { nextRoundRoutes } from './next-round.ts'
import { planRoutes } from './plans.ts'
import { resultRoutes } from './results.ts'
import { reviewRoutes } from './reviews.ts'
import { sheetRoutes } from './sheets.ts'
import { supplierRoutes } from './supplier.ts'
import { clockEnds, surveyRoutes } from './survey.ts'
import { topics } from './topics.ts'
import { tradeRoutes } from './trades.ts'
import { viewRoutes } from './view.ts'

/** What is to be bought, before it is a project: survey, conclusion, plan, review. */
export function demands({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'demands',
    home,
    find,
    uploads,
    files,
    topics,
    messageKinds,
    subscribers: [clockEnds, ...messages],
    routes: [
      // Before those with an id in the same place.
      ...sheetRoutes,
      ...answerRowRoutes,
      ...draftRoutes,
      ...viewRoutes,
      ...approvedRoutes(approvals),
      ...surveyRoutes,
      ...tradeRoutes,
      ...matrixRoutes,
      ...nextRoundRoutes,
      ...collectionRoutes,
      ...concludeRoutes,
      ...planRoutes,
      ...reviewRoutes,
      ...resultRoutes,
      ...supplierRoutes,
    ],
  }
}
