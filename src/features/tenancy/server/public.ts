import type { FastifyRequest } from 'fastify'
import type { Kernel } from '#server/context.ts'
import { chooseTenant, dedicatedTenant, readTenants, type Tenant } from './tenants.ts'

/** A changed brand is seen everywhere this soon. */
const TRUST_MS = 2000

export interface TenantLookup {
  /** The tenant a stranger's request is for. */
  tenantOf(request: FastifyRequest): Promise<number>
  /** Whether a session of this tenant may be used at the request's address. */
  fits(request: FastifyRequest, tenantId: number): Promise<boolean>
}

/** Finds tenants by address; keeps the list for a moment, because every request asks. */
export function makeTenantLookup(kernel: Kernel): TenantLookup {
  let known: { tenants: Promise<readonly Tenant[]>; until: number } | null = null
  const tenants = () => {
    if (!known || known.until < performance.now()) {
      const reading = readTenants(kernel.db)
      known = { tenants: reading, until: performance.now() + TRUST_MS }
      reading.catch(() => (known = null))
    }
    return known.tenants
  }
  return {
    tenantOf: async (request) => chooseTenant(await tenants(), request).id,
    async fits(request, tenantId) {
      const dedicated = dedicatedTenant(await tenants(), request.hostname)
      return dedicated === null || dedicated.id === tenantId
    },
  }
}

/** All tenants; throws when one's configuration does not fit. */
export { readTenants, type Tenant } from './tenants.ts'
/** Changes name, alias and brand of a tenant; throws `conflict` when the alias is another's, `notFound` without one. */
export { changeTenant, type TenantChange } from './tenants.ts'
/** Opens a tenant under the next number. */
export { openTenant } from './tenants.ts'
