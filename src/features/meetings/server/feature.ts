import type { Feature } from '#server/feature.ts'
import { meetingTopic } from './access.ts'
import { endSilent } from './bill.ts'
import { bookingRoutes } from './book.ts'
import { checkBills } from './check.ts'
import { invitationRoutes } from './invite.ts'
import { messageKinds, messages } from './messages.ts'
import { onlineRoutes } from './online.ts'
import { peopleRoutes } from './people.ts'
import { meetingProvider } from './provider.ts'
import { roomRoutes } from './rooms.ts'
import { viewRoutes } from './view.ts'

/** Rooms, meetings in them, and online meetings that are billed by the minute of their host. */
export const meetingFeature: Feature = {
  name: 'meetings',
  routes: [...roomRoutes, ...bookingRoutes, ...peopleRoutes, ...viewRoutes, ...invitationRoutes, ...onlineRoutes],
  subscribers: [...messages, endSilent],
  topics: [meetingTopic],
  messageKinds,
  check: checkBills,
  // A conference server that cannot be used is named at the start, not at the first meeting.
  start({ config }) {
    meetingProvider(config)
    return () => Promise.resolve()
  },
}
