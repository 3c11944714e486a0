import { sql } from 'kysely'
import { placeOf } from '#features/procurement/methods/places.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Todo } from '#server/feature.ts'

type Ctx = Context<Actor>

/** Talks that wait for the own company: for the supplier a box to answer, for the owner everything else. */
export async function talkTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { workbench, companyId, userId } = ctx.actor
  const isSupplier = workbench === 'supplier'
  const now = ctx.clock.now()
  const rows = await ctx.tx
    .selectFrom('price_talk as p')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'p.tenantId').onRef('o.id', '=', 'p.orderId'))
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'p.tenantId').onRef('t.id', '=', 'p.tradeId'))
    .leftJoin(LAST_BOX, (j) => j.onTrue())
    .select(['o.id', 'o.method', 'o.title', 'box.until'])
    .select((e) => e.ref(isSupplier ? 't.createdBy' : 'o.createdBy').as('handler'))
    .where('p.tenantId', '=', ctx.tenantId)
    .where('p.status', '=', 'open')
    .where('o.state', '=', 'auction.ended')
    .where(isSupplier ? 't.supplierCompanyId' : 'o.ownerCompanyId', '=', companyId)
    .$if(workbench === 'purchaser', (q) => q.where('o.purchaserCompanyId', '=', companyId))
    .$if(workbench === 'agency', (q) => q.where('o.purchaserCompanyId', '<>', companyId))
    .where((e) =>
      isSupplier ? e('box.until', '>', now) : e.or([e('box.until', 'is', null), e('box.until', '<=', now)]),
    )
    .orderBy('box.until')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    key: `${isSupplier ? 'talk-answer' : 'talk'}:${row.id}`,
    kind: 'auction',
    isMine: row.handler === userId,
    label: isSupplier ? '议价报价' : '处理议价',
    title: row.title,
    link: placeOf(row, isSupplier ? 'price-talk.answer' : 'price-talk.edit', workbench!),
    dueAt: isSupplier ? row.until : null,
  }))
}

/** Until when the last box of talk `p` may be answered, as long as nobody has. */
const LAST_BOX = sql<{ until: Date | null }>`lateral (select case when e.kind = 'ask' then e.until end as until
  from price_talk_entry e where e.tenant_id = p.tenant_id and e.talk_id = p.id and e.kind in ('ask', 'offer', 'refuse')
  order by e.seq desc limit 1)`.as<'box'>('box')
