import type { Feature } from '#server/feature.ts'
import { decideRoutes } from './decide.ts'
import { draftRoutes } from './draft.ts'
import { home } from './home.ts'
import { messageKinds, messages } from './messages.ts'
import { uploads } from './terms.ts'
import { viewRoutes } from './view.ts'

/** Projects in the hands of agencies. */
export const entrust: Feature = {
  name: 'entrust',
  home,
  uploads,
  messageKinds,
  subscribers: messages,
  files: { 'entrustment.contract_files': 'document' },
  routes: [...draftRoutes, ...decideRoutes, ...viewRoutes],
}
