import type { OrderState } from '#features/procurement/engine/states.ts'
import type { AnyMethod } from '#features/procurement/methods/method.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import type { Cast } from '../cast.ts'
import type { Account } from '../people.ts'
import type { Dice } from './dice.ts'
import type { Figures } from './figures.ts'

/** One order on its way, and what the walk knows of it. */
export interface Walk {
  readonly t: TestSystem
  readonly cast: Cast
  readonly dice: Dice
  readonly orderId: string
  readonly method: AnyMethod
  /** Who runs the order. */
  readonly owner: 'buyer' | 'agent'
  readonly figures: Figures
  /** Fingerprints of published notices by id, as they were first seen. */
  readonly notices: Map<string, string>
  /** How often somebody has tried something: `supplier1 bid`. */
  readonly tried: Map<string, number>
  /** What was done, in words. */
  readonly log: string[]
  /** What was found wrong. */
  readonly faults: string[]
}

/** How an order stands, past all rights. */
export interface Standing {
  state: OrderState
  bidEnd: Date | null
  /** The running approval that locks the order. */
  held: string | null
  /** An approval runs, of the order or of a sign-up. */
  isWaiting: boolean
  /** Sign-ups that nobody has decided on. */
  pending: number
  /** Objections that nobody has answered or taken back. */
  objections: number
  /** Of quotes: rounds that are closed. */
  closedRounds: number
  hasRead: boolean
  isPublicised: boolean
  isAwarded: boolean
  /** What steps leave behind: notices, versions of results, sign-ups, offers. */
  counts: string
}

/** Suppliers of a walk; the fifth takes no part unless the order is open, the sixth never does. */
export const SUPPLIERS = [
  'supplier1',
  'supplier2',
  'supplier3',
  'supplier4',
  'supplier5',
] as const satisfies readonly Account[]
export const STRANGER = 'supplier6'

export async function standingOf({ t, orderId }: Pick<Walk, 't' | 'orderId'>): Promise<Standing> {
  const { rows } = await t.owner.query<Standing>(
    `select o.state, o.bid_end as "bidEnd",
      (select w.id from workflow w where w.subject_id = o.id and w.status = 1) as held,
      exists (select from workflow w where w.status = 1 and (w.subject_id = o.id
        or w.subject_id in (select r.id from trade r where r.order_id = o.id))) as "isWaiting",
      (select count(*)::int from trade r where r.order_id = o.id and r.status = 0) as pending,
      (select count(*)::int from objection b where b.order_id = o.id and b.answered_at is null and b.withdrawn_at is null) as objections,
      (select count(*)::int from quote_round r where r.order_id = o.id and r.kind = 'order' and r.status = 2) as "closedRounds",
      exists (select from opening h where h.order_id = o.id and h.marks_opened_at is not null) as "hasRead",
      exists (select from candidate_in_force r where r.order_id = o.id and r.notice_id is not null) as "isPublicised",
      exists (select from award_in_force r where r.order_id = o.id and r.notice_id is not null) as "isAwarded",
      concat_ws(' ', (select count(*) from notice n where n.order_id = o.id and n.status = 1),
        (select max(version) from candidate_in_force r where r.order_id = o.id),
        (select max(version) from award_in_force r where r.order_id = o.id),
        (select count(*) from trade r where r.order_id = o.id),
        (select count(*) from bid_submission s where s.order_id = o.id),
        (select count(*) from response r where r.order_id = o.id),
        (select count(*) from talk r where r.order_id = o.id)) as counts
    from purchase_order o where o.id = $1`,
    [orderId],
  )
  return rows[0]!
}
