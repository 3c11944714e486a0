import type { Feature } from '#server/feature.ts'
import { PANELS, SHEETS } from './bound.ts'
import { changeRoutes } from './changes.ts'
import { checkRoutes } from './check.ts'
import { composeRoutes } from './compose.ts'
import { seatExtracted } from './extracted.ts'
import { home } from './home.ts'
import { ownRoutes } from './own.ts'
import { reportRoutes } from './report.ts'
import { scoreRoutes } from './scores.ts'
import { settleRound } from './settle.ts'
import { messageKinds } from './telling.ts'
import { turnRoutes } from './turns.ts'
import { viewRoutes } from './view.ts'
import { voteRoutes } from './vote.ts'

/** Groups that review responses, talk with suppliers and recommend. */
export const panels: Feature = {
  name: 'panels',
  home,
  messageKinds,
  subscribers: [settleRound, seatExtracted],
  bound: [PANELS, SHEETS],
  routes: [
    ...viewRoutes,
    ...composeRoutes,
    ...checkRoutes,
    ...turnRoutes,
    ...changeRoutes,
    ...voteRoutes,
    ...scoreRoutes,
    ...reportRoutes,
    ...ownRoutes,
  ],
}
