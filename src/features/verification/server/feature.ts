import type { Feature } from '#server/feature.ts'
import { draftRoutes } from './draft.ts'
import { expertRoutes } from './experts.ts'
import { files, uploads } from './files.ts'
import { home } from './home.ts'
import { opinionRoutes } from './opinions.ts'
import { messageKinds } from './telling.ts'
import { topics } from './topics.ts'
import { viewRoutes } from './view.ts'

/** Experts verify a demand, a plan or the reason for a single source. */
export const verification: Feature = {
  name: 'verification',
  home,
  uploads,
  files,
  topics,
  messageKinds,
  routes: [...draftRoutes, ...viewRoutes, ...expertRoutes, ...opinionRoutes],
}
