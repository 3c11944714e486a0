import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { certificateRoutes } from './certificates.ts'
import { uploads } from './files.ts'
import { home } from './home.ts'
import { libraryRoutes } from './library.ts'
import { listingRoutes } from './listings.ts'
import { messageKinds, messages } from './messages.ts'
import { onboardingRoutes } from './onboardings.ts'
import { policyRoutes } from './policies.ts'
import { takeRecruited } from './recruit.ts'
import { relationRoutes } from './relations.ts'
import { shareRoutes } from './shares.ts'
import { syncRoutes } from './syncs.ts'
import { timers } from './timers.ts'
import { untrustRoutes } from './untrust.ts'

/** Libraries of suppliers: who is in them, how far it is trusted, and whom an owner admits. */
export function suppliers({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'suppliers',
    home,
    uploads,
    files: {
      'supplier_onboarding.files': 'document',
      'supplier_certificate.files': 'document',
      'supplier_listing.files': 'document',
    },
    messageKinds,
    subscribers: [...timers, takeRecruited, ...messages],
    routes: [
      ...libraryRoutes,
      ...onboardingRoutes(approvals),
      ...certificateRoutes,
      ...listingRoutes(approvals),
      ...syncRoutes,
      ...untrustRoutes,
      ...relationRoutes,
      ...shareRoutes,
      ...policyRoutes,
    ],
  }
}
