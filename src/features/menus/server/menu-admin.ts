import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Workbench, WORKBENCHES } from '#contract/workbench.ts'
import { maskedIdentity } from '#features/enterprise/rules/identifiers.ts'
import { type Right, RIGHTS, type Service, SERVICES } from '#features/passport/rules-rights.ts'
import type { MenuEntry } from './menu-filter.ts'
import { MENUS } from './menus.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import { includes } from '#server/search/includes.ts'
import * as c from '../contract-admin.ts'
import { companyChanged } from '#features/organisation/server/public.ts'
import { menuGates } from './gates.ts'

type Ctx = Context<Actor>
type Gates = Awaited<ReturnType<typeof menuGates>>

/** Heard by everybody logged in at the tenant: streams tell nothing of other tenants. */
const ALL_MENUS = 'menus:all'
const PLATFORM = { workbench: 'admin', right: 'platform' } as const

/** Menus and switches of the tenant that the platform's administrator is logged in at. */
export const adminRoutes: readonly Route[] = [
  implementForPerson(c.adminMenus, PLATFORM, async (ctx) => {
    const gates = await menuGates(ctx)
    const ids = [...new Set([...gates.values()].flatMap((gate) => gate.companyIds))]
    const names = new Map(
      ids.length === 0
        ? []
        : (await ctx.many('company', { id: ids }, { columns: ['id', 'name'] })).map((row) => [row.id, row.name]),
    )
    return (Object.keys(WORKBENCHES) as Workbench[]).map((workbench) => ({
      workbench,
      label: WORKBENCHES[workbench].label,
      items: MENUS[workbench].map((entry) => menuValue(entry, gates, names)),
    }))
  }),

  implementForPerson(c.setGate, PLATFORM, async (ctx, { params, body }) => {
    demandMenu(params.code)
    const rights = [body.systemRight, body.substituteRight].filter((right) => right !== null)
    if (rights.some((right) => !(right in RIGHTS))) throw new AppError('invalid', '权限不存在')
    await demandCompanies(ctx, body.companyIds)
    const values = {
      companyIds: body.companyIds,
      withHierarchy: body.withHierarchy,
      features: body.features,
      institutions: body.institutions,
      systemRight: body.systemRight,
      substituteRight: body.substituteRight,
      updatedBy: ctx.actor.userId,
      updatedAt: ctx.clock.now(),
    }
    await ctx.tx
      .insertInto('menu_gate')
      .values({ tenantId: ctx.tenantId, menuCode: params.code, ...values })
      .onConflict((conflict) => conflict.columns(['tenantId', 'menuCode']).doUpdateSet(values))
      .execute()
    ctx.audit({
      action: 'menu.gate',
      entity: 'menu',
      entityId: params.code,
      summary: `设置菜单“${params.code}”的显示条件`,
      data: body,
    })
    announce(ctx, ALL_MENUS)
  }),

  implementForPerson(c.removeGate, PLATFORM, async (ctx, { params }) => {
    const { numDeletedRows } = await ctx.tx
      .deleteFrom('menu_gate')
      .where('tenantId', '=', ctx.tenantId)
      .where('menuCode', '=', params.code)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('notFound')
    ctx.audit({
      action: 'menu.ungate',
      entity: 'menu',
      entityId: params.code,
      summary: `取消菜单“${params.code}”的显示条件`,
    })
    announce(ctx, ALL_MENUS)
  }),

  implementForPerson(c.switchPage, PLATFORM, async (ctx, { query }) => {
    const { keyword, feature } = query
    const named = ctx.tx
      .selectFrom('company_tenant as t')
      .innerJoin('company as c', 'c.id', 't.companyId')
      .select(['c.id', 'c.name', 'c.creditCode', 'c.identity', 't.features', 't.supervise', 't.systemRights'])
      .select('t.services')
      .where('t.tenantId', '=', ctx.tenantId)
    const base = named
      .clearSelect()
      .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['c.name', 'c.creditCode'])))
      .$if(Boolean(feature), (q) => q.where((e) => e(e.val(feature!), '=', e.fn.any('t.features'))))
    const list = { alias: 't', keys: ['companyId'], rows: () => base }
    const page = await listPage(ctx, { query, list, show: (page) => named.innerJoin(page, 'page.id', 't.companyId') })
    return {
      ...page,
      rows: page.rows.map((row) => ({
        companyId: row.id,
        name: row.name,
        // Of a natural person the code is the identity number.
        creditCode:
          row.identity === null
            ? row.creditCode
            : maskedIdentity(ctx.cipher.open('company.identity', row.id, row.identity)),
        features: row.features,
        supervise: row.supervise,
        systemRights: row.systemRights,
        services: row.services,
      })),
    }
  }),

  implementForPerson(c.setSwitches, PLATFORM, async (ctx, { params, body }) => {
    if (body.systemRights.some((right) => !(right in RIGHTS))) throw new AppError('invalid', '权限不存在')
    if (body.services?.some((service) => !(service in SERVICES))) throw new AppError('invalid', '服务不存在')
    const before = await ctx.one(
      'company_tenant',
      { companyId: params.companyId },
      { columns: ['features', 'supervise', 'systemRights', 'services'], lock: 'update' },
    )
    if (!before) throw new AppError('notFound')
    await ctx.update(
      'company_tenant',
      { companyId: params.companyId },
      {
        features: [...new Set(body.features)],
        supervise: [...new Set(body.supervise)],
        systemRights: [...new Set(body.systemRights)],
        ...(body.services === undefined ? {} : { services: body.services && [...new Set(body.services)] }),
      },
    )
    ctx.audit({
      action: 'company.switches',
      entity: 'company',
      entityId: params.companyId,
      summary: '设置企业灰度功能、监管机构、系统权限与服务',
      data: { from: before, to: body },
    })
    if (body.services !== undefined) await companyChanged(ctx, params.companyId)
    announce(ctx, `company:${params.companyId}`)
  }),

  implementForPerson(c.tenantServices, PLATFORM, async (ctx) => {
    const on = await servicesOf(ctx)
    return (Object.keys(SERVICES) as Service[]).map((service) => ({
      service,
      label: SERVICES[service],
      on: on === null || on.includes(service),
      rights: (Object.keys(RIGHTS) as Right[])
        .filter((right) => 'service' in RIGHTS[right] && RIGHTS[right].service === service)
        .map((right) => RIGHTS[right].label),
    }))
  }),

  implementForPerson(c.setTenantServices, PLATFORM, async (ctx, { body }) => {
    const known = Object.keys(SERVICES)
    if (body.on.some((service) => !known.includes(service))) throw new AppError('invalid', '服务不存在')
    const before = await servicesOf(ctx)
    // All of them is no limit: a service that is added later is then on as well.
    const on = known.every((service) => body.on.includes(service)) ? null : [...new Set(body.on)]
    await sql`update tenant set config = case when ${on === null} then config - 'services'
      else config || jsonb_build_object('services', ${JSON.stringify(on)}::jsonb) end where id = ${ctx.tenantId}`.execute(
      ctx.tx,
    )
    ctx.audit({
      action: 'tenant.services',
      entity: 'tenant',
      entityId: String(ctx.tenantId),
      summary: '设置平台服务',
      data: { from: before, to: on },
    })
    announce(ctx, ALL_MENUS)
  }),
]

/** Open pages that listen to `topic` draw their menus anew. */
function announce(ctx: Ctx, topic: string): void {
  ctx.emit({ kind: 'menus.changed', payload: {}, topics: [topic] })
}

function menuValue(entry: MenuEntry, gates: Gates, names: ReadonlyMap<string, string>): c.AdminMenu {
  const gate = gates.get(entry.code)
  return {
    code: entry.code,
    name: entry.name,
    path: entry.path ?? null,
    rights: (entry.rights ?? []).map((right) => RIGHTS[right].label),
    gated: entry.gated ?? false,
    gate: gate
      ? { ...gate, companies: gate.companyIds.map((companyId) => ({ companyId, name: names.get(companyId) ?? '' })) }
      : null,
    children: (entry.children ?? []).map((child) => menuValue(child, gates, names)),
  }
}

function demandMenu(code: string): void {
  const flat = (entries: readonly MenuEntry[]): string[] =>
    entries.flatMap((entry) => [entry.code, ...flat(entry.children ?? [])])
  if (!Object.values(MENUS).some((entries) => flat(entries).includes(code))) throw new AppError('notFound')
}

async function demandCompanies(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.many('company_tenant', { companyId: [...ids] }, { columns: ['companyId'] })
  if (rows.length !== new Set(ids).size)
    throw new AppError('invalid', '所选企业不在本平台', [{ path: 'companyIds', message: '所选企业不在本平台' }])
}

async function servicesOf(ctx: Ctx): Promise<string[] | null> {
  const { rows } = await sql<{ services: string[] | null }>`
    select config->'services' as services from tenant where id = ${ctx.tenantId}`.execute(ctx.tx)
  return rows[0]?.services ?? null
}
