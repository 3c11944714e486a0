import type { Feature } from '#server/feature.ts'
import { GIGABYTE, MEGABYTE, PAPERS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { askRoutes } from './asks.ts'
import { ANSWERS, OPINIONS, REVIEWS } from './bound.ts'
import { concludeRoutes } from './conclude.ts'
import { home } from './home.ts'
import { messageKinds, messages } from './messages.ts'
import { opinionRoutes } from './opinions.ts'
import { settingRoutes } from './setting.ts'
import { viewRoutes } from './view.ts'

const uploads: UploadPolicies = {
  'review-answer': {
    maxSize: 100 * MEGABYTE,
    types: PAPERS,
    entitled: whoMay(['supplier'], ['bidding']),
    person: { bytes: 2 * GIGABYTE, files: 500 },
    company: { bytes: 10 * GIGABYTE, files: 3000 },
  },
}

/** Opinions of the owner's own people on the offers of an order, before the award. */
export const lightReview: Feature = {
  name: 'light-review',
  home,
  uploads,
  messageKinds,
  subscribers: messages,
  files: {
    'light_review.record_file_id': 'id',
    'light_review.record_hash': 'hash',
    'light_review_answer.files': 'document',
  },
  routes: [...settingRoutes, ...opinionRoutes, ...askRoutes, ...concludeRoutes, ...viewRoutes],
  bound: [REVIEWS, OPINIONS, ANSWERS],
}
