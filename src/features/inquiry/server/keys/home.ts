import { sql } from 'kysely'
import { ABORTIVE_STATES } from '#features/procurement/engine/states.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { nothingHandedIn } from '#features/sealed-bids/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Todo } from '#server/feature.ts'
import { HOST } from '../quote-host.ts'

/** Keys that the supplier has to release now. */
export async function keysToRelease(ctx: Context<Actor>, limit: number): Promise<Todo[]> {
  const rows = await waiting(ctx)
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'o.tenantId').onRef('t.orderId', '=', 'o.id'))
    .select(['t.id as tradeId', 't.createdBy', 'r.roundNo', 'p.releaseEnd', 'r.id as roundId'])
    .select(['o.id', 'o.method', 'o.title'])
    .where('t.supplierCompanyId', '=', ctx.actor.companyId!)
    .where('p.closedAt', 'is', null)
    .where(({ not }) => not(nothingHandedIn(ctx.tenantId, 't.id', sql.ref('r.round_no'))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quote_release as s')
            .select('s.tradeId')
            .whereRef('s.tenantId', '=', 'p.tenantId')
            .whereRef('s.roundId', '=', 'p.roundId')
            .whereRef('s.tradeId', '=', 't.id'),
        ),
      ),
    )
    .orderBy('p.releaseEnd')
    .limit(limit)
    .execute()
  return rows.map(({ roundId, tradeId, roundNo, createdBy, releaseEnd, ...order }) => ({
    key: `quote-release:${roundId}`,
    kind: 'bid',
    isMine: createdBy === ctx.actor.userId,
    label: `提交${HOST.label(roundNo)}的密钥`,
    title: order.title,
    link: placeOf({ ...order, ids: { tradeId, roundId, operation: 'view' } }, 'quote.sheet', 'supplier'),
    dueAt: releaseEnd,
  }))
}

/** Rounds that wait for this person as an officer, in whatever workbench the person is. */
export async function answersToGive(ctx: Context<Actor>, limit: number): Promise<Todo[]> {
  const rows = await waiting(ctx)
    .innerJoin('joint_officer as f', (j) =>
      j.onRef('f.tenantId', '=', 'p.tenantId').onRef('f.ceremonyId', '=', 'p.ceremonyId'),
    )
    .select(['f.ceremonyId', 'o.title'])
    .where('f.userId', '=', ctx.actor.userId)
    .where('f.excusedAt', 'is', null)
    .where('p.closedAt', 'is not', null)
    .where('p.begunAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quote_answer as a')
            .select('a.id')
            .whereRef('a.tenantId', '=', 'p.tenantId')
            .whereRef('a.roundId', '=', 'p.roundId')
            .whereRef('a.idx', '=', 'f.idx')
            .where('a.holds', '=', true),
        ),
      ),
    )
    .orderBy('p.closedAt')
    .limit(limit)
    .execute()
  return rows.map(({ ceremonyId, title }) => ({
    key: `quote-joint:${ceremonyId}`,
    kind: 'opening',
    isMine: true,
    label: '参与共同开启报价',
    title,
    link: `/joint-keys/${ceremonyId}`,
    dueAt: null,
  }))
}

/** Rounds that have ended and are not opened, of orders that go on. */
function waiting(ctx: Context<Actor>) {
  return ctx.tx
    .selectFrom('quote_opening as p')
    .innerJoin('quote_round as r', (j) => j.onRef('r.tenantId', '=', 'p.tenantId').onRef('r.id', '=', 'p.roundId'))
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'r.tenantId').onRef('o.id', '=', 'r.orderId'))
    .where('p.tenantId', '=', ctx.tenantId)
    .where('p.doneAt', 'is', null)
    .where('o.state', 'not in', [...ABORTIVE_STATES])
}
