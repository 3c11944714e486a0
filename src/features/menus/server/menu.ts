import type { z } from 'zod'
import type { Workbench } from '#contract/workbench.ts'
import { menusOff } from '#features/enterprise/rules/apps.ts'
import { ancestorsOf } from '#features/organisation/server/public.ts'
import { readTenants } from '#features/tenancy/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { MenuItem, menus } from '../contract.ts'
import { companyFlags } from '#features/passport/server/public.ts'
import { menuGates } from './gates.ts'
import { filterMenu, type MenuEntry, type MenuReader, passes } from './menu-filter.ts'
import { MENUS } from './menus.ts'

/** The menus of every workbench the caller may enter; empty ones for the others. */
export async function menusOf(ctx: Context<Actor>): Promise<z.output<typeof menus.returns>> {
  const reader = await readerOf(ctx)
  const off = await switchedOff(ctx)
  const of = (workbench: Workbench) => {
    if (!ctx.actor.workbenches.has(workbench)) return { items: [], noRight: [] }
    const { items, noRight } = filterMenu(MENUS[workbench], reader)
    return { items: without(items, menusOff(off.get(workbench) ?? [])), noRight }
  }
  const [purchaser, agent, supplier, expert, admin] = [
    of('purchaser'),
    of('agency'),
    of('supplier'),
    of('expert'),
    of('admin'),
  ]
  return {
    purchaser: purchaser.items,
    agent: agent.items,
    supplier: supplier.items,
    expert: expert.items,
    admin: admin.items,
    noRight: [purchaser, agent, supplier, expert, admin].flatMap((m) => m.noRight),
  }
}

/**
 * Whether the tenant's conditions let the caller's company see one of these entries, whatever the person's own rights: an
 * entry without conditions is seen by all.
 */
export async function maySeeMenus(ctx: Context<Actor>, codes: readonly string[]): Promise<boolean> {
  const reader = await readerOf(ctx)
  return codes.some((code) => {
    const gate = reader.gates.get(code)
    return gate === undefined || passes(gate, reader)
  })
}

/** The rights that open one of these entries in a workbench, one of which suffices; null: one of them asks for none. */
export function rightsOfMenus(workbench: Workbench, codes: readonly string[]): ReadonlySet<string> | null {
  const named = flat(MENUS[workbench]).filter(({ code }) => codes.includes(code))
  if (named.length === 0 || named.some(({ rights }) => rights === undefined)) return null
  return new Set(named.flatMap(({ rights }) => rights ?? []))
}

const flat = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])])

async function readerOf(ctx: Context<Actor>): Promise<MenuReader> {
  const flags = ctx.actor.companyId === null ? undefined : await companyFlags(ctx)
  const { rights, isAdmin, companyId } = ctx.actor
  return {
    rights,
    isAdmin,
    companyId,
    ancestors: companyId === null ? [] : await ancestorsOf(ctx, companyId),
    companyType: flags?.companyType ?? null,
    features: flags?.features ?? [],
    supervise: flags?.supervise ?? [],
    systemRights: flags?.systemRights ?? [],
    tenantFeatures: (await readTenants(ctx.tx)).find((one) => one.id === ctx.tenantId)?.config.funcList ?? [],
    gates: await menuGates(ctx),
  }
}

/** Applications that the company switched off, by workbench. */
async function switchedOff(ctx: Context<Actor>): Promise<ReadonlyMap<string, string[]>> {
  const rows = await ctx.tx
    .selectFrom('company_app_off')
    .select(['workbench', 'app'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', ctx.actor.companyId)
    .execute()
  return new Map([...Map.groupBy(rows, (row) => row.workbench)].map(([key, group]) => [key, group.map((r) => r.app)]))
}

function without(items: MenuItem[], off: ReadonlySet<string>): MenuItem[] {
  return items
    .filter((item) => !off.has(item.code))
    .map((item) => (item.children ? { ...item, children: without(item.children, off) } : item))
}
