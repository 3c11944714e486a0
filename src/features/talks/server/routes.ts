import type { Feature, HomeSource } from '#server/feature.ts'
import { MEGABYTE, GIGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { home } from './home.ts'
import { messageKinds, messages } from './messages.ts'
import { minutesRoutes } from './minutes.ts'
import { responseRoutes } from './responses.ts'
import { roundTalkHome } from './round/home.ts'
import { roundTalkMessageKinds, roundTalkMessages } from './round/messages.ts'
import { roundTalkRoutes } from './round/routes.ts'
import { roomTopics } from './room/access.ts'
import { roomRoutes } from './room/routes.ts'
import { talkRoutes } from './talks.ts'

const TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/png',
  'image/jpeg',
]

const uploads: UploadPolicies = {
  response: {
    maxSize: 100 * MEGABYTE,
    types: TYPES,
    entitled: whoMay(['supplier'], ['bidding']),
    person: { bytes: 2 * GIGABYTE, files: 500 },
    company: { bytes: 10 * GIGABYTE, files: 3000 },
  },
  'talk-minutes': {
    maxSize: 20 * MEGABYTE,
    types: TYPES,
    entitled: whoMay(['purchaser', 'agency'], ['tendering', 'agencyTendering']),
    person: { bytes: 2 * GIGABYTE, files: 500 },
    company: { bytes: 10 * GIGABYTE, files: 3000 },
  },
}

/** To-dos of both kinds of talks. */
const todos: HomeSource['todos'] = async (ctx, limit) => [
  ...((await home.todos?.(ctx, limit)) ?? []),
  ...((await roundTalkHome.todos?.(ctx, limit)) ?? []),
]

/** What is talked over with suppliers: with one that is asked alone, and with each between two rounds of quotes. */
export const talks: Feature = {
  name: 'talks',
  home: { todos },
  uploads,
  messageKinds: [...messageKinds, ...roundTalkMessageKinds],
  subscribers: [...messages, ...roundTalkMessages],
  files: { 'response.files': 'document', 'talk.files': 'document' },
  routes: [...responseRoutes, ...talkRoutes, ...minutesRoutes, ...roundTalkRoutes, ...roomRoutes],
  topics: roomTopics,
}
