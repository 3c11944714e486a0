import { type RawBuilder, sql } from 'kysely'
import { MINUTE } from '#contract/time.ts'
import { COUNT_LIMIT } from '#contract/page.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { codesWith, methodOf } from '#features/procurement/methods/all.ts'
import { addressOf, placeOf } from '#features/procurement/methods/places.ts'
import { isPurchase } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { BoardCell, HomeSource, Todo } from '#server/feature.ts'
import { talkTodos } from './talk/home.ts'
import { AuctionStatus, DOOR_MINUTES } from '../rules/status.ts'

type Ctx = Context<Actor>

const LIVE = codesWith((method) => method.offers === 'live')

/** Auctions whose door is open: of the side that runs them, and of the suppliers admitted to them. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    if (!takesPart(ctx.actor)) return []
    const talks = await talkTodos(ctx, limit)
    const rows = await open(ctx)
      .select(['o.id', 'o.method', 'o.title', 'o.state', 'o.openAt', 'a.endsAt', 'a.status as auction'])
      .select(handler(ctx.actor).as('handler'))
      .where((e) =>
        e.or([
          e('o.state', '=', 'auction.running'),
          e('o.openAt', '<=', new Date(ctx.clock.now().getTime() + DOOR_MINUTES * MINUTE)),
        ]),
      )
      .orderBy(sql`coalesce(a.ends_at, o.open_at)`)
      .orderBy('o.id')
      .limit(limit)
      .execute()
    const halls = rows.map(({ id, method, title, ...row }): Todo => {
      const isPaused = row.auction === AuctionStatus.values.paused
      const words = isPaused ? '竞价已暂停' : row.state === 'auction.running' ? '竞价进行中' : '竞价即将开始'
      return {
        key: `auction:${id}`,
        kind: 'auction',
        isMine: row.handler === ctx.actor.userId,
        label: words,
        title,
        link: hallPlace({ id, method }, ctx.actor),
        // A pause ends when the host says so; its time is given back then.
        dueAt: isPaused ? null : (row.endsAt ?? row.openAt),
      }
    })
    return [...halls, ...talks]
  },

  async board(ctx): Promise<BoardCell[]> {
    const { workbench } = ctx.actor
    if (!takesPart(ctx.actor)) return []
    const running = open(ctx)
      .select(sql<boolean>`${handler(ctx.actor)} = ${ctx.actor.userId}`.as('mine'))
      .where('o.state', '=', 'auction.running')
      // Its link leads to the list of those by which one buys.
      .where(isPurchase('o.method'))
      .limit(COUNT_LIMIT)
    const { count, mine } = await ctx.tx
      .selectFrom(running.as('t'))
      .select((e) => e.fn.countAll<number>().as('count'))
      .select(sql<number>`count(*) filter (where mine)::int`.as('mine'))
      .executeTakeFirstOrThrow()
    const list =
      workbench === 'supplier'
        ? '/supplier/monitor/bid/list'
        : addressOf(methodOf(LIVE[0]!), 'publish.list', { side: workbench! })
    const link = `${list}?tab=opening`
    return [{ label: '竞价进行中', count, mine, link, mineLink: `${link}&mine=true` }]
  },
}

/** Published or running auctions that concern the own company in this workbench. */
function open(ctx: Ctx) {
  return ctx.tx
    .selectFrom('purchase_order as o')
    .leftJoin('auction as a', (j) => j.onRef('a.tenantId', '=', 'o.tenantId').onRef('a.orderId', '=', 'o.id'))
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.method', 'in', LIVE)
    .where('o.state', 'in', ['publish.open', 'auction.running'])
    .where(concerns(ctx))
}

function concerns({ tenantId, actor: { workbench, companyId } }: Ctx): RawBuilder<boolean> {
  if (workbench === 'supplier')
    return sql<boolean>`exists (select 1 from trade t where t.tenant_id = ${tenantId} and t.order_id = o.id
      and t.supplier_company_id = ${companyId} and t.status = ${TradeStatus.values.passed})`
  const own = sql`o.owner_company_id = ${companyId}`
  return workbench === 'purchaser'
    ? sql<boolean>`(${own} and o.purchaser_company_id = ${companyId})`
    : sql<boolean>`(${own} and o.purchaser_company_id <> ${companyId})`
}

/** Who made the order, or signed the own company up for it. */
function handler({ workbench, companyId }: Actor): RawBuilder<string | null> {
  return workbench === 'supplier'
    ? sql<string | null>`(select t.created_by from trade t
        where t.tenant_id = o.tenant_id and t.order_id = o.id and t.supplier_company_id = ${companyId})`
    : sql<string | null>`o.created_by`
}

function hallPlace(order: { id: string; method: number }, { workbench }: Actor): string {
  return placeOf(order, workbench === 'supplier' ? 'auction.supplierDoor' : 'auction.door', workbench!)
}

const RIGHTS: Partial<Record<string, string>> = {
  purchaser: 'tendering',
  agency: 'agencyTendering',
  supplier: 'bidding',
}

function takesPart({ workbench, companyId, rights }: Actor): boolean {
  const right = RIGHTS[workbench ?? '']
  return companyId !== null && right !== undefined && rights.has(right)
}
