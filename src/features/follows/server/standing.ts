import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Followed } from '#features/membership/rules/lots.ts'
import { followLimits } from '#features/membership/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { MOST } from '../contract.ts'

export type Ctx = Context<Employee>

/** How each kind of follow is kept and spoken of. */
const KEPT = {
  companies: { table: 'company_follow', subject: 'followed_id', unit: '家企业' },
  orders: { table: 'order_follow', subject: 'order_id', unit: '个项目' },
} as const satisfies Record<Followed, { table: string; subject: string; unit: string }>

/** How much the own company follows, and may follow; `limit` null: any number. */
export async function standingOf(ctx: Ctx, followed: Followed): Promise<{ limit: number | null; used: number }> {
  const { companyId } = ctx.actor
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(KEPT[followed].table)}
    where tenant_id = ${ctx.tenantId} and company_id = ${companyId}`.execute(ctx.tx)
  return { limit: (await followLimits(ctx, followed, [companyId])).get(companyId)!, used: rows[0]!.n }
}

/** Throws where one more may not be followed; what the company has bought is locked by the caller. */
export async function demandRoom(ctx: Ctx, followed: Followed): Promise<void> {
  const { limit, used } = await standingOf(ctx, followed)
  const { unit } = KEPT[followed]
  if (limit === 0) throw new AppError('serviceNotBought', '尚未开通关注服务，请购买或开通会员后再关注')
  if (limit !== null && used >= limit)
    throw new AppError('serviceNotBought', `当前可同时关注 ${limit} ${unit}，已全部使用。请取消其他关注，或升级会员`)
  if (used >= MOST) throw new AppError('conflict', `最多关注 ${MOST} ${unit}，请先取消不再需要的关注`)
}

/** Of a row `f` of follows: which of its company's it is, the oldest being 1. Those beyond the limit are paused. */
export function rankOf(followed: Followed): RawBuilder<number> {
  const { table, subject } = KEPT[followed]
  const column = sql.ref(subject)
  return sql<number>`(select count(*)::int from ${sql.table(table)} own
    where own.tenant_id = f.tenant_id and own.company_id = f.company_id
      and (own.created_at, own.${column}) <= (f.created_at, f.${column}))`
}

/** Companies that follow any of these subjects since before `at` and are not paused. */
export async function followersOf(
  ctx: Context<Actor | null>,
  followed: Followed,
  { subjects, at }: { subjects: readonly string[]; at: Date },
): Promise<{ companyId: string; subject: string }[]> {
  if (subjects.length === 0) return []
  const { table, subject } = KEPT[followed]
  const { rows } = await sql<{ companyId: string; subject: string; rank: number }>`
    select f.company_id, f.${sql.ref(subject)} as subject, ${rankOf(followed)} as rank from ${sql.table(table)} f
    where f.tenant_id = ${ctx.tenantId} and f.${sql.ref(subject)} = any(${subjects}::uuid[]) and f.created_at <= ${at}
    order by f.created_at, f.company_id`.execute(ctx.tx)
  const companies = rows.map(({ companyId }) => companyId)
  const limits = await followLimits(ctx, followed, companies)
  return rows.filter(({ companyId, rank }) => rank <= (limits.get(companyId) ?? Number.POSITIVE_INFINITY))
}

/** Notes with the follows of a subject what was told of it; what is older than what stands there changes nothing. */
export async function noteLast(
  ctx: Context<Actor | null>,
  followed: Followed,
  {
    of,
    last,
  }: { of: readonly { companyId: string; subject: string }[]; last: { text: string; link: string; at: Date } },
): Promise<void> {
  if (of.length === 0) return
  const { table, subject } = KEPT[followed]
  await sql`update ${sql.table(table)} f set last_text = ${last.text}, last_link = ${last.link}, last_at = ${last.at}
    from unnest(${of.map(({ companyId }) => companyId)}::uuid[], ${of.map((one) => one.subject)}::uuid[]) as n (company_id, subject)
    where f.tenant_id = ${ctx.tenantId} and f.company_id = n.company_id and f.${sql.ref(subject)} = n.subject
      and (f.last_at is null or f.last_at <= ${last.at})`.execute(ctx.tx)
}

/** What was told last, as calls answer with it. */
export function lastOf({ lastText, lastLink, lastAt }: { lastText: string; lastLink: string; lastAt: Date | null }) {
  return lastAt && { text: lastText, link: lastLink, at: lastAt.toISOString() }
}
