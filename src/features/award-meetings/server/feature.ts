import type { Feature } from '#server/feature.ts'
import { MEETINGS, VOTES } from './bound.ts'
import { draftRoutes } from './draft.ts'
import { holdRoutes } from './hold.ts'
import { home } from './home.ts'
import { messageKinds, messages } from './messages.ts'
import { minutesRoutes } from './minutes.ts'
import { viewRoutes } from './view.ts'

/** Meetings that choose winners among candidates. */
export const awardMeetings: Feature = {
  name: 'award-meetings',
  home,
  messageKinds,
  bound: [MEETINGS, VOTES],
  subscribers: messages,
  routes: [...viewRoutes, ...draftRoutes, ...holdRoutes, ...minutesRoutes],
}
