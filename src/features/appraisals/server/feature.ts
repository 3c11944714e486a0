import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { actRoutes, atDeadline } from './acts.ts'
import { conductRoutes } from './conduct.ts'
import { draftRoutes } from './draft.ts'
import { files, uploads } from './files.ts'
import { hallRoutes } from './hall.ts'
import { home } from './home.ts'
import { indicatorRoutes } from './indicators.ts'
import { messageKinds, messages } from './messages.ts'
import { OBJECTIONS } from './bound.ts'
import { objectionRoutes } from './objections.ts'
import { publishRoutes } from './publish.ts'
import { supplierRoutes } from './supplier.ts'
import { templateRoutes } from './templates.ts'
import { viewRoutes } from './view.ts'

/** Suppliers of a library are measured by people and by facts, and graded. */
export function appraisals({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'appraisals',
    home,
    uploads,
    files,
    messageKinds,
    subscribers: [atDeadline, ...messages],
    bound: [OBJECTIONS],
    routes: [
      ...indicatorRoutes,
      ...templateRoutes,
      ...viewRoutes,
      ...draftRoutes,
      ...actRoutes,
      ...publishRoutes(approvals),
      ...objectionRoutes,
      ...hallRoutes,
      ...supplierRoutes,
      ...conductRoutes,
    ],
  }
}
