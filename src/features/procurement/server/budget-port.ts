import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import type { Shares } from '../contract/budget.ts'
import type { Finding } from '../contract/shared.ts'
import type { Order } from './access.ts'

type Any = Context<Actor | null>

/** What a purchaser may spend, which a feature above keeps. */
interface BudgetUse {
  /** What stands against an order that would take this much of its lines: its estimate, or its award. */
  findings: (ctx: Any, asked: { order: Order; amount: string }) => Promise<Finding[]>
  /**
   * Told of every change of an order's state, in the same transaction and behind what the change has written: what is
   * reserved or committed follows. Throws `insufficient` where a line does not cover it.
   */
  moved: (ctx: Any, order: Order) => Promise<void>
  /** The lines that a project is bought from; also of one that is written with the commit. */
  name: (ctx: Context<Employee>, named: { projectId: string; shares: Shares }) => Promise<void>
}

export const budgetUse = port<BudgetUse>('what purchasers may spend', {
  findings: () => Promise.resolve([]),
  moved: () => Promise.resolve(),
  name: () => Promise.resolve(),
})
