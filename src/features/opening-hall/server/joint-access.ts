import type { Selectable } from 'kysely'
import { isOver } from '#features/procurement/engine/order-status.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import { type Holders, holdersOf } from '#features/joint-key/server/public.ts'
import type { JointPart, PartialOpening } from '#features/sealing/core/joint/threshold.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { JointOpening } from '#server/database/tables.ts'
import { DecryptState } from '../rules.ts'
import { type JointFacts, JointStatus } from '../rules-joint.ts'
import { type OpeningRow, openingRow, type Order } from './access.ts'

export type Any = Context<Actor | null>
export type JointRow = Omit<Selectable<JointOpening>, 'bids'> & { bids: ListedBid[] | null }

/** A bid of the list that the officers answer for. */
export interface ListedBid {
  tradeId: string
  bidderId: string
  part: JointPart
}

/** That an officer answered, and whether truly. */
export interface Answered {
  idx: number
  holds: boolean
  at: Date
}

/** The joint part of an order's opening with all that decides on it. */
export interface Joint {
  order: Order
  opening: OpeningRow
  row: JointRow
  key: Holders
  answers: Answered[]
  /** Bidders' decrypt states by trade. */
  states: ReadonlyMap<string, number>
}

/** Null when the order has another key mode, or its opening has not begun. `lock`: on the joint opening's row. */
export async function jointOf(ctx: Any, order: Order, lock?: 'update'): Promise<Joint | null> {
  const row = isJoint(order.settings) ? await jointRow(ctx, order.id, lock) : undefined
  const opening = row && (await openingRow(ctx, order.id))
  const key = row && (await holdersOf(ctx, order.id))
  if (!row || !opening || !key) return null
  const states = await ctx.many('opening_bidder', { orderId: order.id }, { columns: ['tradeId', 'decryptState'] })
  const given = await answers(ctx, order.id).select(['idx', 'holds', 'at']).execute()
  const byTrade = new Map(states.map((state) => [state.tradeId, state.decryptState]))
  return { order, opening, row, key, answers: given, states: byTrade }
}

export async function jointRow(ctx: Any, orderId: string, lock?: 'update'): Promise<JointRow | undefined> {
  return ctx.tx
    .selectFrom('joint_opening')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
}

/** Whether the release of an order's bids is closed; null when the order has another key mode. */
export async function releaseState(ctx: Any, order: Pick<Order, 'id' | 'settings'>) {
  if (!isJoint(order.settings)) return null
  const row = await jointRow(ctx, order.id)
  return { isClosed: row?.closedAt != null, isDone: row?.doneAt != null }
}

export function statusOf(row: JointRow): JointStatus {
  const { releasing, answering, opening, opened } = JointStatus.values
  if (!row.closedAt) return releasing
  if (row.doneAt) return opened
  return row.begunAt ? opening : answering
}

/** `index`: of the officer who looks; null for others. */
export function jointFacts({ order, opening, row, key, answers, states }: Joint, index: number | null): JointFacts {
  return {
    status: statusOf(row),
    windowEnd: opening.decryptEnd?.getTime() ?? null,
    waiting: [...states.values()].filter((state) => state === DecryptState.values.pending).length,
    answered: index === null ? null : answers.some((answer) => answer.idx === index && answer.holds),
    excused: key.officers.some((officer) => officer.index === index && officer.isExcused),
    ended: isOver(order),
  }
}

export async function setJoint(
  ctx: Any,
  orderId: string,
  values: Partial<Record<'closedAt' | 'begunAt' | 'doneAt', Date>> & { bids?: string },
): Promise<void> {
  await ctx.update('joint_opening', { orderId }, values)
}

/** Every answer as it was given, true or not, in the order in which they came. */
export async function givenAnswers(ctx: Any, orderId: string): Promise<{ answer: PartialOpening; holds: boolean }[]> {
  const rows = await answers(ctx, orderId).select(['answer', 'holds']).execute()
  return rows.map(({ answer, holds }) => ({ answer: answer as PartialOpening, holds }))
}

function answers(ctx: Any, orderId: string) {
  return ctx.tx
    .selectFrom('joint_answer')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .orderBy('at')
    .orderBy('id')
}
