import type { AllowedAction } from '#contract/transition.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { ORDER_STATUS } from '../engine/order-status.ts'
import { type OrderState, wireStatus } from '../engine/states.ts'
import type { OrderFacts, OrderWho } from '../engine/step.ts'
import type { OrderAction } from '../methods/pages.ts'
import type { Order } from './access.ts'
import { budgetUse } from './budget-port.ts'
import { bindOrder } from './order-bound.ts'
import { orderFacts } from './order-facts.ts'
import { type Lock, orderRow } from './order-row.ts'

type Any = Context<Actor | null>

/** An order as somebody stands to it. What its status table looks at is read when it is first asked for, and once. */
export interface OrderHandle {
  readonly order: Order
  readonly who: OrderWho
  /** The same order for another part. */
  as(who: OrderWho): this
  facts(): Promise<OrderFacts>
  /** What this part may do now; what carries a reason is refused. */
  actions(): Promise<AllowedAction[]>
  /** One of them; undefined where it is not offered. */
  action(name: OrderAction): Promise<AllowedAction | undefined>
}

/** The same of an order that is locked until the end of the transaction. */
export interface HeldOrder extends OrderHandle {
  /**
   * Asserts that the action may be done now: AppError `notFound` for a stranger, `wrongState` with the reason otherwise.
   * `advance` by the same action does not ask again.
   */
  demand(action: OrderAction): Promise<void>
  /**
   * Does the action, demanded here or before: stores the new state with the patch, records the fact and emits
   * `order.status` {orderId, from, to} on `order:<id>`. From then on the handle holds the order as it is now.
   */
  advance(step: Advance): Promise<Order>
}

/** What a lock gives: with `update` the order may be changed. */
export type Own<L extends Lock | undefined> = L extends 'update' ? HeldOrder : OrderHandle

export interface Advance {
  action: OrderAction
  patch?: OrderPatch
  /** In the order's history; left out: the action and the order's name. */
  summary?: string
  data?: unknown
}

/** Columns of an order that may change together with its status. */
export type OrderPatch = Partial<
  Pick<
    Order,
    | Dates
    | 'publishedAt'
    | 'reviewedAt'
    | 'publicityEnd'
    | 'awardedAt'
    | 'endedAt'
    | 'version'
    | 'isSecret'
    | 'extendedAt'
  >
>
type Dates = 'noticeAt' | 'saleStart' | 'saleEnd' | 'signUpEnd' | 'questionEnd' | 'bidEnd' | 'openAt'

/** A handle on an order that was read; only one that was read `for update` may be changed through it. */
export function handleOf(ctx: Any, given: Order, who: OrderWho): HeldOrder {
  let order = given
  let facts: Promise<OrderFacts> | undefined
  let demanded: { action: OrderAction; to: OrderState } | undefined
  const now = () => ctx.clock.now().getTime()
  const handle: HeldOrder = {
    get order() {
      return order
    },
    who,
    as: (other) => handleOf(ctx, order, other),
    facts: () => (facts ??= orderFacts(ctx, order)),
    actions: async () => ORDER_STATUS.allowed(await handle.facts(), who, now()),
    action: async (name) => (await handle.actions()).find(({ action }) => action === name),
    async demand(action) {
      demanded = { action, to: ORDER_STATUS.next(action, { record: await handle.facts(), who, now: now() }) }
    },
    async advance({ action, patch, summary, data }) {
      if (demanded?.action !== action) await handle.demand(action)
      const { to } = demanded!
      const before = order
      const label = ORDER_STATUS.labelOf(action, await handle.facts())
      const updated = await ctx.tx
        .updateTable('purchase_order')
        .set({ ...patch, state: to, updatedAt: ctx.clock.now() })
        .where('tenantId', '=', ctx.tenantId)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      order = updated
      facts = undefined
      demanded = undefined
      ctx.audit({
        action: `order.${action}`,
        entity: 'order',
        entityId: before.id,
        summary: summary ?? `${label}：${before.title}（${before.code}）`,
        data: {
          from: wireStatus(before.state),
          to: wireStatus(to),
          ...(data === undefined ? {} : { more: data }),
        },
      })
      bindOrder(ctx, before.id)
      await budgetUse().moved(ctx, updated)
      ctx.emit({
        kind: 'order.status',
        payload: { orderId: before.id, from: before.state, to },
        topics: [`order:${before.id}`],
      })
      return updated
    },
  }
  return handle
}

/** An order locked for the clock or somebody whose part is known; `notFound` where there is none. */
export async function heldOrder(ctx: Any, orderId: string, who: OrderWho): Promise<HeldOrder> {
  return handleOf(ctx, await orderRow(ctx, orderId, 'update'), who)
}
