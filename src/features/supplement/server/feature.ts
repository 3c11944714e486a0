import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { approvedRoutes } from './approvals.ts'
import { draftRoutes } from './draft.ts'
import { files, uploads } from './files.ts'
import { find } from './find.ts'
import { messageKinds, messages } from './messages.ts'
import { noteRoutes } from './notes.ts'
import { sheetRoutes } from './sheets.ts'
import { topics } from './topics.ts'
import { viewRoutes } from './view.ts'

/** Finished purchases that are registered afterwards. */
export function supplement({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'supplement',
    find,
    uploads,
    files,
    topics,
    messageKinds,
    subscribers: messages,
    // Sheets and choices before those with an id in the same place.
    routes: [...sheetRoutes, ...draftRoutes, ...approvedRoutes(approvals), ...noteRoutes, ...viewRoutes],
  }
}
