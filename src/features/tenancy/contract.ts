import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/time.ts'

export const TenantConfig = z.object({
  tenantId: z.number().int(),
  name: z.string(),
  /** Short name in addresses: `/portal/{alias}`; also accepted as a subdomain. */
  alias: z.string(),
  loginAlias: z.string(),
  logo: z.string().describe('URL or data URL'),
  favicon: z.string(),
  themeColor: z.string().describe('comma-separated: primary, then optional shades'),
  openHallTitle: z.string(),
  reviewPlatformTitle: z.string(),
  funcList: z.array(z.string()).describe('feature codes on for purchasers and suppliers'),
  agencyFuncList: z.array(z.string()),
  hotline: z.string(),
  address: z.string(),
})
export type TenantConfig = z.output<typeof TenantConfig>

/** The tenant of this address: by host, else by `tenantId` or `alias`, else the default one. */
export const currentTenant = endpoint({
  method: 'GET',
  path: '/tenants/sourcing/detail',
  summary: 'Brand and features of the tenant that this address belongs to',
  query: z.object({ tenantId: z.coerce.number().int().optional(), alias: z.string().max(40).optional() }),
  returns: TenantConfig.extend({
    passwordRule: z.object({
      passwordMin: z.number().int(),
      passwordMax: z.number().int(),
      passwordSymbols: z.boolean(),
    }),
    demo: z.boolean().describe('a demonstration: the log-in page names the people of the demonstration world'),
  }),
})

export const tenantDetail = endpoint({
  method: 'GET',
  path: '/tenants/{id}/sourcing/detail',
  summary: 'Brand and features of one tenant',
  params: z.object({ id: z.coerce.number().int() }),
  returns: TenantConfig,
})

export const TenantDomain = z.object({
  tenantId: z.number().int(),
  portal: z.string(),
  login: z.string(),
  hosts: z.array(z.string()),
})

export const tenantDomain = endpoint({
  method: 'GET',
  path: '/tenants/{id}/domain',
  summary: 'Addresses of one tenant',
  params: z.object({ id: z.coerce.number().int() }),
  returns: TenantDomain,
})

export const defaultDomain = endpoint({
  method: 'GET',
  path: '/tenants/default/domain',
  summary: 'Addresses of the default tenant',
  returns: TenantDomain,
})

export const clientIp = endpoint({
  method: 'GET',
  path: '/commons/ip',
  summary: 'Address the caller is seen with',
  returns: z.object({ ip: z.string() }),
})

export const serverTime = endpoint({
  method: 'GET',
  path: '/workbench/time',
  summary: 'The only clock that counts',
  returns: z.object({ now: Instant, epochMs: z.number().int() }),
})
