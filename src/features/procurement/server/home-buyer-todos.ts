import { sql } from 'kysely'
import { isFree } from '#features/workflow/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Todo } from '#server/feature.ts'
import { inState } from './in-state.ts'
import { FAILED_STATES, type OrderState, statesReached } from '../engine/states.ts'
import { ORDER_STATUS } from '../engine/order-status.ts'
import type { OrderFacts } from '../engine/step.ts'
import type { OrderAction, Page } from '../methods/pages.ts'
import { placeOf } from '../methods/places.ts'
import { orders, type Side } from './home-orders.ts'
import { objectionPlace } from './objections.ts'
import { columnFacts, factsColumn, ownFacts } from './order-facts.ts'
import { ALL_SERVERS, serversOf } from './step-servers.ts'
import { STEP_SETTINGS } from './values.ts'

type Ctx = Context<Actor>
type Found = Awaited<ReturnType<ReturnType<typeof waiting>['executeTakeFirstOrThrow']>>
type Row = Found & { facts: Partial<OrderFacts> }

const SHOWN = [
  ...(['o.id', 'o.method', 'o.admission', 'o.title', 'o.state'] as const),
  ...(['o.bidEnd', 'o.openAt', 'o.publicityEnd', 'o.createdBy'] as const),
] as const

/** Whatever time it is. */
const DUE: readonly OrderState[] = [
  ...statesReached('ranked', 'publicised'),
  ...FAILED_STATES,
  'winner.fixed',
  'abortive.declared',
]

/** What whoever runs the orders of the own company has to do next in them, nearest deadline first. */
export async function buyerTodos(ctx: Ctx, side: Side, limit: number): Promise<Todo[]> {
  const now = ctx.clock.now()
  const found = await waiting(ctx, side, now)
    // What can wait must not crowd out what is due.
    .orderBy(inState('o.state', 'winner.fixed', 'abortive.declared'))
    .orderBy(sql`case when ${inState('o.state', 'publish.open')} then o.bid_end else o.objection_due end`)
    .orderBy('o.id')
    .limit(limit)
    .execute()
  const facts = await factsOf(ctx, found)
  return found.flatMap((order) => {
    const row = { ...order, facts: facts.get(order.id) ?? {} }
    // Whoever made the order handles it.
    const own = { isMine: row.createdBy === ctx.actor.userId }
    const steps = [...duringSignUp(row, now), ...nextSteps(row, now)].map(({ key, page, ...rest }): Todo => ({
      ...rest,
      ...own,
      key: `${key}:${row.id}`,
      link: placeOf(row, page, side),
    }))
    return [...objection(row, side).map((todo) => ({ ...todo, ...own })), ...steps]
  })
}

type Step = Omit<Todo, 'link' | 'isMine'> & { page: Page }

/** Sign-ups to decide on and questions to answer, until the deadline. */
function duringSignUp(row: Row, now: Date): Step[] {
  if (row.state !== 'publish.open' || row.bidEnd === null || row.bidEnd <= now) return []
  const steps: Step[] = []
  if (row.pending > 0)
    steps.push({
      key: 'sign-ups',
      kind: 'signUp',
      label: '审核报名',
      title: `${row.title}：${row.pending} 家待审核`,
      page: 'sign-up.list',
      dueAt: row.bidEnd,
    })
  if (row.questions > 0 && allows(row, 'clarify', now))
    steps.push({
      key: 'questions',
      kind: 'signUp',
      label: '答复提问',
      title: `${row.title}：${row.questions} 个提问`,
      page: 'clarify.edit',
      dueAt: row.bidEnd,
    })
  return steps
}

/** An objection is answered whatever waits for approval: its period is the law's. */
function objection({ id, title, objectionId, objectionDue: dueAt }: Row, side: Side): Omit<Todo, 'isMine'>[] {
  if (objectionId === null || dueAt === null) return []
  const link = objectionPlace(side, objectionId)
  return [{ key: `objections:${id}`, kind: 'result', label: '答复异议', title, link, dueAt }]
}

function nextSteps(row: Row, now: Date): Step[] {
  const { title } = row
  const todos = serversOf(row).flatMap((step) => step.todos ?? [])
  const steps = todos.flatMap(({ action, label, ...step }): Step[] => {
    const allowed = allows(row, action, now)
    return allowed ? [{ ...step, kind: 'result', label: label ?? allowed.label, title, dueAt: null }] : []
  })
  // An order may be declared abortive at many times; it has to be when its offers came to nothing.
  return FAILED_STATES.includes(row.state) && allows(row, 'declareAbortive', now)
    ? [...steps, { key: 'abortive', kind: 'result', label: '流标处理', title, page: 'abortive.edit', dueAt: null }]
    : steps
}

/** The status table's word, with the approval that may hold the order: what it refuses is not offered. */
function allows(row: Row, action: OrderAction, now: Date) {
  const facts = { ...columnFacts(row), ...ownFacts(row, row.facts) }
  return ORDER_STATUS.allowed(facts, { part: 'owner' }, now.getTime()).find(
    (allowed) => allowed.action === action && allowed.reason === undefined,
  )
}

/** What the steps say of orders, by id. Asked of those that wait alone: it looks at much, and takes longest to plan. */
async function factsOf(ctx: Ctx, found: readonly Found[]): Promise<ReadonlyMap<string, Partial<OrderFacts>>> {
  if (found.length === 0) return new Map()
  const ids = found.map(({ id }) => id)
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .select(['o.id', factsColumn(ctx, ALL_SERVERS, sql.ref('o.id')).as('facts')])
    .where('o.tenantId', '=', ctx.tenantId)
    .where(sql<boolean>`o.id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, facts }) => [id, facts]))
}

/** Orders that need something from whoever runs them, with what it is. */
function waiting(ctx: Ctx, side: Side, now: Date) {
  return ctx.tx
    .selectFrom(
      orders(ctx, side)
        .select(SHOWN)
        .select(STEP_SETTINGS)
        .select((e) => [
          e
            .selectFrom('trade as t')
            .whereRef('t.tenantId', '=', 'o.tenantId')
            .whereRef('t.orderId', '=', 'o.id')
            .where('t.status', '=', 0)
            .where(isFree(ctx, 'trade', 't.id'))
            .select((c) => c.fn.countAll<number>().as('n'))
            .as('pending'),
          e
            .selectFrom('order_question as q')
            .whereRef('q.tenantId', '=', 'o.tenantId')
            .whereRef('q.orderId', '=', 'o.id')
            .where('q.answeredAt', 'is', null)
            .select((c) => c.fn.countAll<number>().as('n'))
            .as('questions'),
          e
            .selectFrom('objection as b')
            .whereRef('b.tenantId', '=', 'o.tenantId')
            .whereRef('b.orderId', '=', 'o.id')
            .where('b.answeredAt', 'is', null)
            .where('b.withdrawnAt', 'is', null)
            .select((c) => c.fn.min('b.dueAt').as('at'))
            .as('objectionDue'),
        ])
        // The opening hall, the auction and the review list their own; an auction without result is the engine's.
        .where('o.state', 'in', ['publish.open', ...DUE, 'candidates.public'])
        .as('o'),
    )
    .select([...SHOWN, 'o.objectionDue', 'o.settings'])
    .select((e) => [
      e.fn.coalesce('o.pending', e.lit(0)).as('pending'),
      e.fn.coalesce('o.questions', e.lit(0)).as('questions'),
      // The one that is due first.
      e
        .selectFrom('objection as b')
        .where('b.tenantId', '=', ctx.tenantId)
        .whereRef('b.orderId', '=', 'o.id')
        .where('b.answeredAt', 'is', null)
        .where('b.withdrawnAt', 'is', null)
        .select('b.id')
        .orderBy('b.dueAt')
        .limit(1)
        .as('objectionId'),
    ])
    .where((e) =>
      e.or([
        e('o.state', 'in', DUE),
        e('o.objectionDue', 'is not', null),
        e.and([e('o.state', '=', 'candidates.public'), e('o.publicityEnd', '<=', now)]),
        e.and([
          e('o.state', '=', 'publish.open'),
          e('o.bidEnd', '>', now),
          e.or([e('o.pending', '>', 0), e('o.questions', '>', 0)]),
        ]),
      ]),
    )
}
