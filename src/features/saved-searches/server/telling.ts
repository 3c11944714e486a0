import { type RawBuilder, sql } from 'kysely'
import { formatTime } from '#contract/time.ts'
import { subscriptionGroups } from '#features/membership/server/public.ts'
import { notify } from '#features/messages/server/public.ts'
import { entitledUsers } from '#features/passport/server/public.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { OPENING_KINDS } from '#features/procurement/rules/enums.ts'
import { isPrivate, isPurchase, orderRow } from '#features/procurement/server/public.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { plainTextOf } from '#server/search/includes.ts'

/** The kind of message about a new order. */
export const KIND = 'saved-search.match'

export const messageKinds: readonly MessageKind[] = [
  { kind: KIND, label: '保存的搜索有新公告', group: '公告与变更', workbenches: ['supplier'], channels: ['email'] },
]

/** An order opens once: whoever it is told to hears of it once. Changes of it tell nobody. */
export const tellOfNewOrders: Subscriber = {
  name: 'saved-searches: tell of a new order',
  kind: 'notice.published',
  // Thousands may have asked for the same.
  isSlow: true,
  async handle(ctx, event) {
    const { kind, orderId } = event.payload as { kind: number; orderId: string }
    if (!OPENING_KINDS.includes(kind)) return
    const order = await orderRow(ctx, orderId)
    if (isPrivate(order)) return
    const found = await inForce(ctx, await matching(ctx, orderId))
    if (found.length === 0) return
    const users = await entitledUsers(ctx, {
      employeeIds: found.map(({ employeeId }) => employeeId),
      workbench: 'supplier',
      right: 'bidding',
    })
    const matches = found.filter(({ employeeId }) => users.has(employeeId))
    const byUser = Map.groupBy(matches, ({ employeeId }) => users.get(employeeId)!)
    const about = `“${order.title}”（${order.code}）`
    const until = order.signUpEnd ? `，报名截止 ${formatTime(order.signUpEnd)}（北京时间）` : ''
    const told = await notify(ctx, {
      to: { userIds: [...byUser.keys()] },
      identity: 'supplier',
      kind: KIND,
      eventId: event.id,
      title: `新公告：${order.title}`,
      content(userId) {
        const names = byUser.get(userId)!.map(({ name }) => `“${name}”`)
        return `${about}符合您保存的搜索${names.join('、')}${until}。`
      },
      link: placeOf(order, 'publish.tender', 'supplier'),
    })
    // A second delivery of the event tells nobody.
    if (told === 0) return
    await sql`update saved_search set told_count = told_count + 1, told_at = ${ctx.clock.now()}
      where tenant_id = ${ctx.tenantId} and id = any(${matches.map(({ id }) => id)}::uuid[])`.execute(ctx.tx)
  },
}

interface Match {
  id: string
  employeeId: string
  companyId: string
  name: string
  /** Which of its owner's searches that tell it is, the oldest being 1. */
  rank: number
}

/** Those that the membership of their owner's company lets tell: the oldest ones; the others are paused. */
async function inForce(ctx: Context<null>, matches: readonly Match[]): Promise<Match[]> {
  if (matches.length === 0) return []
  const companyIds = matches.map(({ companyId }) => companyId)
  const groups = await subscriptionGroups(ctx, companyIds)
  return matches.filter(({ companyId, rank }) => rank <= (groups.get(companyId) ?? Number.POSITIVE_INFINITY))
}

/** Searches of the tenant that tell and find this order in the list, by the words and patterns that the list itself asks for. */
export async function matching(ctx: Context<null>, orderId: string): Promise<Match[]> {
  const { rows } = await sql<Match>`
    with found as materialized (
      select o.words, o.published_at, p.category, ${plainTextOf(['p.region'])} as region
      from purchase_order o join project p on p.tenant_id = o.tenant_id and p.id = o.project_id
      where o.tenant_id = ${ctx.tenantId} and o.id = ${orderId} and ${isPurchase('o.method')}
    )
    select s.id, s.employee_id, e.company_id, s.name, (
        select count(*)::int from saved_search own
        where own.tenant_id = s.tenant_id and own.employee_id = s.employee_id and own.is_telling
          and (own.created_at, own.id) <= (s.created_at, s.id)
      ) as rank
    from found f, saved_search s join employee e on e.tenant_id = s.tenant_id and e.id = s.employee_id
    where s.tenant_id = ${ctx.tenantId} and s.is_telling
      and ${finds({ publishedAt: 'f.published_at', category: 'f.category', words: 'f.words', region: sql.ref('f.region') })}
    order by s.created_at, s.id`.execute(ctx.tx)
  return rows
}

/** Columns of an order that a search is held against. */
interface Sought {
  publishedAt: string
  category: string
  words: string
  /** Its plain text. */
  region: RawBuilder<unknown>
}

/** Whether a search, table `s`, finds an order that was published after it. */
export function finds({ publishedAt, category, words, region }: Sought): RawBuilder<boolean> {
  return sql<boolean>`(s.created_at <= ${sql.ref(publishedAt)}
    and (s.category is null or s.category = ${sql.ref(category)})
    and (s.words is null or ${sql.ref(words)} @@ s.words)
    and ${region} ilike all (s.region_parts))`
}
