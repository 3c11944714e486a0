import type { Feature } from '#server/feature.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementPublic } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { namedTenant, readTenants, type Tenant } from './tenants.ts'

/** Who runs this platform here, and what time it is. */
export const tenancy: Feature = {
  name: 'tenancy',
  // Pictures of the brand, by their address.
  files: { 'tenant.config': 'document' },
  routes: [
    implementPublic(contract.currentTenant, {}, async (ctx, { query }) => {
      const { config, policy } = await find(ctx, query.tenantId ?? query.alias ?? ctx.tenantId)
      const { passwordMin, passwordMax, passwordSymbols } = policy
      return { ...config, passwordRule: { passwordMin, passwordMax, passwordSymbols }, demo: ctx.config.demo }
    }),
    implementPublic(contract.tenantDetail, {}, async (ctx, { params }) => (await find(ctx, params.id)).config),
    implementPublic(contract.tenantDomain, {}, async (ctx, { params }) => domainOf(await find(ctx, params.id))),
    implementPublic(contract.defaultDomain, {}, async (ctx) => domainOf(await find(ctx, undefined))),
    implementPublic(contract.clientIp, {}, async (ctx) => ({ ip: ctx.ip })),
    implementPublic(contract.serverTime, {}, async (ctx) => {
      const now = ctx.clock.now()
      return { now: now.toISOString(), epochMs: now.getTime() }
    }),
  ],
}

async function find(ctx: Context<Actor | null>, name: string | number | undefined): Promise<Tenant> {
  return namedTenant(await readTenants(ctx.tx), name)
}

/** Addresses are paths of this server, so that they hold behind any proxy. */
function domainOf(tenant: Tenant) {
  return {
    tenantId: tenant.id,
    portal: `/portal/${tenant.alias}`,
    login: tenant.isDefault ? '/login' : `/login?alias=${tenant.config.loginAlias}`,
    hosts: [...tenant.hosts],
  }
}
