import type { Feature } from '#server/feature.ts'
import { MEGABYTE, GIGABYTE, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { home } from './home.ts'
import { messageKinds, messages } from './messages.ts'
import { minutesRoutes } from './minutes.ts'
import { responseRoutes } from './responses.ts'
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

/** What a supplier that is asked alone offers, and what is agreed with it. */
export const talks: Feature = {
  name: 'talks',
  home,
  uploads,
  messageKinds,
  subscribers: messages,
  files: { 'response.files': 'document', 'talk.files': 'document' },
  routes: [...responseRoutes, ...talkRoutes, ...minutesRoutes],
}
