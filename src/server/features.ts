import { auditTrail } from '#features/audit-trail/server/routes.ts'
import { drafts } from '#features/drafts/server/routes.ts'
import { experts } from '#features/experts/server/routes.ts'
import { messages } from '#features/messages/server/routes.ts'
import { makeCallers } from '#features/passport/server/public.ts'
import { passport } from '#features/passport/server/routes.ts'
import { openingArchive } from '#features/opening-hall/server/public.ts'
import { openingHall } from '#features/opening-hall/server/routes.ts'
import type { ArchivePart } from '#features/procurement/server/public.ts'
import { procurement } from '#features/procurement/server/routes.ts'
import { reviewArchive } from '#features/review-hall/server/public.ts'
import { reviewHall } from '#features/review-hall/server/routes.ts'
import { archiveParts as bidMaterial } from '#features/sealed-bids/server/public.ts'
import { sealedBids } from '#features/sealed-bids/server/feature.ts'
import { makeTenantLookup } from '#features/tenancy/server/public.ts'
import { tenancy } from '#features/tenancy/server/routes.ts'
import type { Kernel } from './context.ts'
import type { Feature } from './feature.ts'
import type { Gate } from './http/gate.ts'

const bidArchive: ArchivePart = {
  name: 'bids',
  entries: async (ctx, order) =>
    (await bidMaterial(ctx, order.id)).map(({ name, content }) => ({ path: name, content })),
}

/** Every feature of the platform. The kernel knows them from here only. */
export const FEATURES: readonly Feature[] = [
  tenancy,
  passport,
  messages,
  drafts,
  procurement({ archiveParts: [bidArchive, openingArchive, reviewArchive] }),
  sealedBids,
  openingHall,
  experts,
  reviewHall,
  auditTrail,
]

/** Joins what the kernel needs to know of callers: tenancy says which tenant, passport says who. */
export function makeGate(): { create: (kernel: Kernel) => Gate; forget: (userId: string) => void } {
  const callers = makeCallers()
  return {
    forget: callers.forget,
    create(kernel) {
      callers.attach(kernel)
      const tenants = makeTenantLookup(kernel)
      return {
        tenantOf: tenants.tenantOf,
        xsrfOk: callers.xsrfOk,
        async actorOf(request) {
          const actor = await callers.actorOf(request)
          return actor && (await tenants.fits(request, actor.tenantId)) ? actor : null
        },
      }
    },
  }
}
