import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/grades.ts'
import { Hierarchy, PRESET_HIERARCHY, PRESET_RATING, Rating } from '../rules/grades.ts'
import { type Any, type Ctx, isKeeper, KEEPS, READS } from './access.ts'

interface Policy<C> {
  kind: 'hierarchy' | 'rating'
  label: string
  preset: C
  read: (stored: unknown) => C
}

const HIERARCHY: Policy<Hierarchy> = {
  kind: 'hierarchy',
  label: '分级规则',
  preset: PRESET_HIERARCHY,
  read: (stored) => Hierarchy.parse(stored),
}
const RATING: Policy<Rating> = {
  kind: 'rating',
  label: '评级规则',
  preset: PRESET_RATING,
  read: (stored) => Rating.parse(stored),
}

/** What an owner's grades mean: its newest version, or the preset. */
export async function hierarchyOf(ctx: Any, ownerCompanyId: string): Promise<Hierarchy> {
  return (await inForce(ctx, HIERARCHY, ownerCompanyId)).content
}

/** From which score on an owner gives which grade, and what forces the lowest: its newest version, or the preset. */
export async function ratingOf(ctx: Any, ownerCompanyId: string): Promise<Rating> {
  return (await inForce(ctx, RATING, ownerCompanyId)).content
}

export const policyRoutes: readonly Route[] = [
  implement(contract.gradeHierarchy, READS, (ctx) => view(ctx, HIERARCHY)),
  implement(contract.saveHierarchy, KEEPS, (ctx, { body }) => save(ctx, HIERARCHY, body)),
  implement(contract.ratingRules, READS, (ctx) => view(ctx, RATING)),
  implement(contract.saveRating, KEEPS, (ctx, { body }) => save(ctx, RATING, body)),
]

async function inForce<C>(ctx: Any, { kind, preset, read }: Policy<C>, ownerCompanyId: string) {
  const row = await ctx.one('supplier_policy', { ownerCompanyId, kind }, { orderBy: ['version desc'], limit: 1 })
  return row ? { version: row.version, content: read(row.content) } : { version: 0, content: preset }
}

async function view<C>(ctx: Ctx, policy: Policy<C>) {
  const { kind, read } = policy
  const ownerCompanyId = ctx.actor.companyId
  const rows = await ctx.many('supplier_policy', { ownerCompanyId, kind }, { orderBy: ['version desc'], limit: 50 })
  return {
    ...(await inForce(ctx, policy, ownerCompanyId)),
    mayEdit: isKeeper(ctx),
    versions: rows.map(({ version, content, note, byName, at }) => ({
      version,
      content: read(content),
      note,
      byName,
      at: at.toISOString(),
    })),
  }
}

async function save<C>(ctx: Ctx, policy: Policy<C>, body: { version: number; content: C; note: string }) {
  const { kind, label } = policy
  const ownerCompanyId = ctx.actor.companyId
  const { version } = await inForce(ctx, policy, ownerCompanyId)
  if (version !== body.version) throw new AppError('conflict', `${label}刚刚被他人修改，请刷新后重试`)
  // Of two at once the key lets one through.
  await ctx.insert('supplier_policy', {
    ownerCompanyId,
    kind,
    version: version + 1,
    content: JSON.stringify(body.content),
    note: body.note,
    byName: ctx.actor.name,
    at: ctx.clock.now(),
  })
  ctx.audit({
    action: `supplier.${kind}`,
    entity: 'supplier',
    entityId: ownerCompanyId,
    summary: `修改供应商${label}（第 ${version + 1} 版）：${body.note}`,
    data: body.content,
  })
}
