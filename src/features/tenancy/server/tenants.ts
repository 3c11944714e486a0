import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type * as z from 'zod'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { AppError } from '#contract/errors.ts'
import type { Database, Tx } from '#server/database/connect.ts'
import { type LoginPolicy, policyOf } from '#features/passport/rules-policy.ts'
import { TenantConfig } from '../contract.ts'

/** A tenant as stored. */
export interface Tenant {
  id: number
  alias: string
  name: string
  hosts: readonly string[]
  isDefault: boolean
  config: TenantConfig
  /** How people log in here. */
  policy: LoginPolicy
}

/** What of a tenant's brand is stored as JSON; the rest are columns. */
const Brand = TenantConfig.omit({ tenantId: true, name: true, alias: true })

/** All tenants. Throws when one's configuration does not fit: a broken brand must not be served quietly. */
export async function readTenants(db: Database): Promise<readonly Tenant[]> {
  const rows = await db
    .selectFrom('tenant')
    .select(['id', 'alias', 'name', 'hosts', 'isDefault as isDefault', 'config'])
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const brand = Brand.safeParse(row.config)
    if (!brand.success) throw new Error(`tenant ${row.id}: bad configuration: ${brand.error.message}`)
    const { loginPolicy } = row.config as { loginPolicy?: unknown }
    return {
      ...row,
      policy: policyOf(loginPolicy),
      config: { ...brand.data, tenantId: row.id, name: row.name, alias: row.alias },
    }
  })
}

export interface TenantChange {
  name?: string
  alias?: string
  /** Addresses of its own, lower case. */
  hosts?: readonly string[]
  /** Only what changes. */
  brand?: Partial<z.output<typeof Brand>>
}

/** Changes a tenant under a row lock; the new configuration must fit like any other. */
export async function changeTenant(tx: Tx, id: number, change: TenantChange): Promise<void> {
  const row = await tx
    .selectFrom('tenant')
    .select(['name', 'alias', 'hosts', 'config'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', '平台不存在')
  const { name = row.name, alias = row.alias, hosts = row.hosts, brand = {} } = change
  await demandFree(tx, { id, alias, hosts: hosts.filter((host) => !row.hosts.includes(host)) })
  // What the brand does not know (services, the first password) stays as it is.
  const kept = row.config as object
  const config = { ...kept, ...Brand.parse({ ...kept, ...brand }) }
  await tx
    .updateTable('tenant')
    .set({ name, alias, hosts: [...hosts], config: JSON.stringify(config) })
    .where('id', '=', id)
    .execute()
}

export interface NewTenant {
  name: string
  alias: string
  hosts: readonly string[]
  brand: z.output<typeof Brand>
}

/** Opens a tenant under the next number and gives it. Throws `conflict` when alias or a host is another's. */
export async function openTenant(tx: Tx, { name, alias, hosts, brand }: NewTenant): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('open tenant'))`.execute(tx)
  const { last } = await tx
    .selectFrom('tenant')
    .select((e) => e.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = (last ?? 0) + 1
  await demandFree(tx, { id, alias, hosts })
  await tx
    .insertInto('tenant')
    .values({ id, name, alias, hosts: [...hosts], isDefault: false, config: JSON.stringify(Brand.parse(brand)) })
    .execute()
  return id
}

/** Refuses an alias or an address that another tenant has. */
async function demandFree(tx: Tx, given: { id: number; alias: string; hosts: readonly string[] }): Promise<void> {
  const others = (await readTenants(tx)).filter((one) => one.id !== given.id)
  if (others.some((one) => one.alias === given.alias)) {
    const message = '门户别名已被其他平台使用，请更换'
    throw new AppError('conflict', message, [{ path: 'alias', message }])
  }
  for (const host of given.hosts) {
    const owner = others.find((one) => one.hosts.includes(host))
    if (!owner) continue
    const message = `域名 ${host} 已由${owner.name}使用`
    throw new AppError('conflict', message, [{ path: 'hosts', message }])
  }
}

/** The tenant that this address alone belongs to; null at the shared address of the default tenant. */
export function dedicatedTenant(tenants: readonly Tenant[], host: string): Tenant | null {
  return tenants.find((t) => !t.isDefault && t.hosts.includes(host.toLowerCase())) ?? null
}

/**
 * The tenant a stranger deals with: the owner of the address, else the one named by header or query, else the default.
 * `notFound` when a tenant is named that does not exist.
 */
export function chooseTenant(
  tenants: readonly Tenant[],
  request: Pick<FastifyRequest, 'hostname' | 'headers' | 'url'>,
): Tenant {
  const dedicated = dedicatedTenant(tenants, request.hostname)
  if (dedicated) return dedicated
  // From the address itself: the query of a call has only what its contract names.
  const query = new URL(request.url, 'http://here').searchParams
  return namedTenant(
    tenants,
    String(request.headers[TENANT_HEADER] ?? '') || query.get('tenantId') || query.get('alias') || undefined,
  )
}

/** By number or alias; the default one when `name` is undefined. */
export function namedTenant(tenants: readonly Tenant[], name: string | number | undefined): Tenant {
  const found = tenants.find((t) =>
    name === undefined ? t.isDefault : String(t.id) === String(name) || t.alias === name,
  )
  if (!found) throw new AppError('notFound', '平台不存在')
  return found
}
