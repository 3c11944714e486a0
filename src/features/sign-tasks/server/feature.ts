import type { Feature } from '#server/feature.ts'
import { MEGABYTE, whoMay } from '#server/files/policy.ts'
import { partyTopic } from '#server/live.ts'
import { MOST_BYTES } from '../rules/limits.ts'
import { SIGNS } from './access.ts'
import { check } from './check.ts'
import { documentRoutes } from './documents.ts'
import { draftRoutes, USE } from './draft.ts'
import { endRoutes, endSubscribers } from './ends.ts'
import { home } from './home.ts'
import { judgeRoute } from './judge.ts'
import { messageKinds, messages } from './messages.ts'
import { signRoutes } from './sign.ts'
import { viewRoutes } from './view.ts'

/** Documents that people of several companies sign with keys of their own. */
export const signTasks: Feature = {
  name: 'sign-tasks',
  routes: [...viewRoutes, ...draftRoutes, ...signRoutes, ...endRoutes, ...documentRoutes, judgeRoute],
  subscribers: [...endSubscribers, ...messages],
  topics: [partyTopic('sign-tasks')],
  uploads: {
    [USE]: {
      maxSize: MOST_BYTES,
      types: ['application/pdf'],
      entitled: whoMay([...SIGNS.workbench], [...SIGNS.right]),
      person: { bytes: 1000 * MEGABYTE, files: 500 },
      company: { bytes: 10_000 * MEGABYTE, files: 5000 },
    },
  },
  files: {
    'sign_task.source': 'document',
    'sign_task.base_sha256': 'hash',
    'sign_revision.sha256': 'hash',
  },
  home,
  messageKinds,
  check,
}
