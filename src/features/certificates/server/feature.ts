import type { Feature } from '#server/feature.ts'
import { anchorRoutes } from './anchors.ts'
import { checkRoutes } from './check.ts'
import { draftRoutes } from './drafts.ts'
import { uploads } from './files.ts'
import { home } from './home.ts'
import { askedAgain, issuer } from './issue.ts'
import { listRoutes } from './lists.ts'
import { messageKinds, messages } from './messages.ts'
import { reviewRoutes } from './review.ts'
import { revocationTeller, revokeRoute } from './revoke.ts'
import { noteClosed, notePaid, submitRoutes } from './submit.ts'

/** Certificates of companies and their people: applied for, issued, changed, revoked, and judged, whoever issued them. */
export const certificates: Feature = {
  name: 'certificates',
  home,
  routes: [
    ...listRoutes,
    ...draftRoutes,
    ...submitRoutes,
    revokeRoute,
    ...reviewRoutes,
    ...anchorRoutes,
    ...checkRoutes,
  ],
  workers: [issuer, revocationTeller],
  subscribers: [notePaid, noteClosed, askedAgain, ...messages],
  messageKinds,
  uploads,
  files: { 'ca_application.letters': 'document', 'ca_application.licences': 'document' },
}
