import { sql } from 'kysely'
import { placeOf } from '#features/procurement/methods/places.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { QUESTION_KINDS, type QuestionKind, RoundStatus } from '#features/quotes/rules/enums.ts'
import { nothingHandedIn } from '#features/sealed-bids/server/public.ts'
import { doesBuying, inState } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { answersToGive, keysToRelease } from './keys/home.ts'
import { HOST } from './quote-host.ts'

type Side = 'purchaser' | 'agency'

export const home: HomeSource = {
  async todos(ctx, limit) {
    // Officers of a key are asked as persons, in whatever workbench they are.
    return [...(await answersToGive(ctx, limit)), ...(await todosOf(ctx, limit))]
  },
}

async function todosOf(ctx: Context<Actor>, limit: number): Promise<Todo[]> {
  const { workbench, companyId, rights } = ctx.actor
  if (!companyId) return []
  if (workbench === 'supplier') {
    if (!rights.has('bidding')) return []
    const found = [keysToRelease(ctx, limit), quotesToMake(ctx, limit), questionsToAnswer(ctx, limit)]
    return (await Promise.all(found)).flat()
  }
  if ((workbench !== 'purchaser' && workbench !== 'agency') || !doesBuying(ctx.actor)) return []
  const found = await Promise.all([roundsToOpen(ctx, workbench, limit), answersToJudge(ctx, workbench, limit)])
  return found.flat()
}

/** Quotes still to be made: rounds that the supplier was asked to and has nothing sealed for, until their deadline. */
async function quotesToMake(ctx: Context<Actor>, limit: number): Promise<Todo[]> {
  const { actor } = ctx
  const deadline = deadlineOfRound()
  const rows = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
    .innerJoin('quote_round as r', (j) => j.onRef('r.tenantId', '=', 't.tenantId').onRef('r.orderId', '=', 't.orderId'))
    .leftJoin('quote_part as p', (j) =>
      j.onRef('p.tenantId', '=', 'r.tenantId').onRef('p.roundId', '=', 'r.id').onRef('p.tradeId', '=', 't.id'),
    )
    .select(['o.id', 'o.method', 'o.title', 't.id as tradeId', 't.createdBy', 'r.id as roundId', 'r.roundNo'])
    .select(deadline.as('dueAt'))
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', actor.companyId)
    .where('t.status', '=', TradeStatus.values.passed)
    .where('r.kind', '=', HOST.kind)
    .where('r.status', '=', RoundStatus.values.quoting)
    .where((e) => e.or([e('r.roundNo', '=', 1), e('p.tradeId', 'is not', null)]))
    .where(nothingHandedIn(ctx.tenantId, 't.id', sql.ref('r.roundNo')))
    .where(deadline, '>', ctx.clock.now())
    .orderBy('dueAt')
    .limit(limit)
    .execute()
  return rows.map(({ roundId, tradeId, roundNo, ...order }) => ({
    key: `quote:${order.id}`,
    kind: 'bid',
    isMine: order.createdBy === actor.userId,
    label: roundNo === 1 ? '提交报价' : `提交${HOST.label(roundNo)}`,
    title: order.title,
    link: placeOf({ ...order, ids: { tradeId, roundId, operation: 'quote' } }, 'quote.sheet', 'supplier'),
    dueAt: order.dueAt,
  }))
}

/** What the supplier was asked about its quotes and may still answer. */
async function questionsToAnswer(ctx: Context<Actor>, limit: number): Promise<Todo[]> {
  const rows = await questions(ctx)
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'q.tenantId').onRef('t.id', '=', 'q.tradeId'))
    .select(['n.id as questionId', 'n.kind', 'n.dueAt', 'q.roundId', 't.id as tradeId', 't.createdBy'])
    .where('t.supplierCompanyId', '=', ctx.actor.companyId!)
    .where('n.answeredAt', 'is', null)
    .where('n.dueAt', '>', ctx.clock.now())
    .orderBy('n.dueAt')
    .limit(limit)
    .execute()
  return rows.map(({ questionId, kind, dueAt, roundId, tradeId, createdBy, ...order }) => ({
    key: `quote-question:${questionId}`,
    kind: 'bid',
    isMine: createdBy === ctx.actor.userId,
    label: `答复${QUESTION_KINDS[kind as QuestionKind]}`,
    title: order.title,
    link: placeOf({ ...order, ids: { tradeId, roundId, operation: 'view' } }, 'quote.sheet', 'supplier'),
    dueAt,
  }))
}

/** Explanations that the owner has to judge, or that did not come in time. */
async function answersToJudge(ctx: Context<Actor>, side: Side, limit: number): Promise<Todo[]> {
  const rows = await questions(ctx)
    .select(['n.id as questionId', 'n.kind', 'q.roundId', 'q.tradeId', 'n.quoteId', 'o.createdBy'])
    .where('o.ownerCompanyId', '=', ctx.actor.companyId!)
    .where(isOnSide(side))
    .where((e) => e.or([e('n.answeredAt', 'is not', null), e('n.dueAt', '<=', ctx.clock.now())]))
    .where(inState('o.state', 'quote.closed'))
    .orderBy('n.dueAt')
    .limit(limit)
    .execute()
  return rows.map(({ questionId, kind, roundId, tradeId, quoteId, createdBy, ...order }) => ({
    key: `quote-answer:${questionId}`,
    kind: 'review',
    isMine: createdBy === ctx.actor.userId,
    label: `认定${QUESTION_KINDS[kind as QuestionKind]}`,
    title: order.title,
    link: placeOf({ ...order, ids: { roundId, tradeId, offerId: quoteId } }, 'quote.offer', side),
    dueAt: null,
  }))
}

function questions(ctx: Context<Actor>) {
  return ctx.tx
    .selectFrom('quote_question as n')
    .innerJoin('quote_revealed as q', (j) => j.onRef('q.tenantId', '=', 'n.tenantId').onRef('q.id', '=', 'n.quoteId'))
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'q.tenantId').onRef('o.id', '=', 'q.orderId'))
    .select(['o.id', 'o.method', 'o.title'])
    .where('n.tenantId', '=', ctx.tenantId)
    .where('q.kind', '=', HOST.kind)
    .where('n.decidedAt', 'is', null)
}

/** Rounds behind their deadline that the person has not agreed to open, and may. */
async function roundsToOpen(ctx: Context<Actor>, side: Side, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('quote_round as r')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'r.tenantId').onRef('o.id', '=', 'r.orderId'))
    .select(['o.id', 'o.method', 'o.title', 'o.createdBy', 'r.id as roundId', 'r.roundNo'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId!)
    .where(isOnSide(side))
    .where('r.kind', '=', HOST.kind)
    .where('r.openers', '>', 0)
    .where('r.status', '=', RoundStatus.values.quoting)
    .where(inState('o.state', 'publish.open', 'quote.closed'))
    .where(deadlineOfRound(), '<=', ctx.clock.now())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quote_opener as p')
            .select('p.userId')
            .whereRef('p.tenantId', '=', 'r.tenantId')
            .whereRef('p.roundId', '=', 'r.id')
            .where('p.userId', '=', ctx.actor.userId),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ roundId, roundNo, createdBy, ...order }) => ({
    key: `quote-opener:${roundId}`,
    kind: 'review',
    isMine: createdBy === ctx.actor.userId,
    label: `确认开启${HOST.label(roundNo)}`,
    title: order.title,
    link: placeOf(order, 'quote.rounds', side),
    dueAt: null,
  }))
}

/** An agency's own purchases are run from the purchaser's workbench. */
function isOnSide(side: Side) {
  return side === 'agency'
    ? sql<boolean>`o.owner_company_id <> o.purchaser_company_id`
    : sql<boolean>`o.owner_company_id = o.purchaser_company_id`
}

/** Until it is closed the first round ends when the order says so. */
function deadlineOfRound() {
  return sql<Date>`case when r.round_no = 1 then o.bid_end else r.deadline end`
}
