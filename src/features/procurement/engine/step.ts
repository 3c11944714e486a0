import type { Transition } from '#contract/transition.ts'
import type { OrderState } from './states.ts'

/** In whose part of the site a page stands; `anyone` has an address of its own, without a workbench before it. */
export type Reader = 'buyer' | 'supplier' | 'anyone'

/** What goes on in an order, and the next date that matters. Times are epoch ms. */
export interface Stage {
  /** The step of the rail; null when the order has ended. */
  step: string | null
  label: string
  nextAt: number | null
  nextLabel: string | null
}

/** What a stage is derived from. Times are epoch ms. */
export interface StageFacts {
  method: number
  admission?: string | undefined
  publicises?: boolean | undefined
  state: OrderState
  publishedAt: number | null
  signUpEnd: number | null
  bidEnd: number | null
  openAt: number | null
  publicityEnd: number | null
  awardedAt: number | null
  endedAt: number | null
}

/** A stage as its step says it. */
export interface StepStage {
  label: string
  next?: { at: number | null; label: string }
}

/**
 * What the status table of an order looks at. Times are epoch ms. A step whose rows look at more declares it here
 * (`declare module`) and reads it in its `server.ts`.
 */
export interface OrderFacts {
  method: number
  admission?: string | undefined
  /** Its documents ask for candidates to be publicised, where its method leaves that to them. */
  publicises?: boolean | undefined
  state: OrderState
  bidEnd: number | null
  openAt: number | null
  publicityEnd: number | null
  openObjections: number
  /** The step that waits for approval, e.g. 变更公告; null when none does. It locks the order for its owner. */
  pendingApproval: string | null
  /** Why the order may not go on yet: something beside its steps, such as a light review, has not ended. */
  pending?: string | null | undefined
}

/** The actor's part in an order. `owner` runs it (purchaser or agency); `observer` is the purchaser an agency runs it for; `clock` what is due. */
export interface OrderWho {
  part: 'owner' | 'observer' | 'supplier' | 'committee' | 'clock' | 'none'
}

export interface OrderRow<Action extends string = string> extends Transition<OrderState, Action, OrderFacts, OrderWho> {
  /** Done whatever waits: an approval, or something beside the steps. */
  readonly isUnheld?: true
  /** Rests on the outcome of what goes on beside the steps, and waits for its end. */
  readonly restsOnOutcome?: true
}

/** A supplier's part in an order with the dates that bound it (epoch ms), and what steps declare. `status` -1: no part yet. */
export interface TradeFacts {
  method: number
  status: number
  orderState: OrderState
  signUpEnd: number | null
  questionEnd: number | null
  bidEnd: number | null
  openAt: number | null
  publicityEnd: number | null
  /** Double envelope: a second opening is held during the review. */
  isDouble?: boolean
  /** The buyer's decision waits for approval. */
  isPending?: boolean
}

/** The supplier itself, or the buyer who runs the order. */
export interface TradeWho {
  part: 'supplier' | 'owner'
  /** A supplier that was asked by name, and has not declined. */
  mayDecline?: boolean
}

export type TradeRow<Action extends string = string> = Transition<number, Action, TradeFacts, TradeWho>

/** What of an order a step's rows may look at: what does not change once its documents are published. */
export interface Traits {
  /** Candidates are publicised before the award. */
  readonly publicises: boolean
}

/** Pages where the work of a step stands, by state. */
type Due = Partial<Readonly<Record<OrderState, readonly string[]>>>

/**
 * One step of a procurement: what it adds to the status of orders and of their trades, the stages it passes through and
 * its pages. Labels hold words of the method in braces (`确定{winner}`). A method is a list of steps.
 */
export interface Step<
  Name extends string = string,
  Page extends string = string,
  OrderAction extends string = string,
  TradeAction extends string = string,
> {
  readonly name: Name
  /** Its stop on the rail; a step that may happen at any time has none. */
  readonly label?: string
  readonly pages: Readonly<Record<Page, Reader>>
  /** Whether an order goes through it; left out: every order of its methods. */
  readonly occurs?: (order: Traits) => boolean
  readonly orderRows?: (order: Traits) => readonly OrderRow<OrderAction>[]
  readonly tradeRows?: readonly TradeRow<TradeAction>[]
  /** What goes on in this step at `now`; null when something else does. Steps are asked in their order. */
  readonly stage?: (order: StageFacts, now: number) => StepStage | null
  /** Whether an order goes past its stop on the rail. */
  readonly skips?: (order: StageFacts) => boolean
  /** The date of its stop on the rail, epoch ms. */
  readonly date?: (order: StageFacts) => number | null
  /** Pages where its work stands, by state, what is due first; those that the method lacks are left out. */
  readonly due?: Due | ((order: Traits) => Due)
}

/** Keys of the pages of steps: `winner.edit`. */
export type PageOf<S extends Step> = S extends Step<infer Name, infer Page> ? `${Name}.${Page}` : never

/** A step, with its name, pages and actions kept as types. */
export function step<
  const Name extends string,
  const Page extends string,
  const OrderAction extends string = never,
  const TradeAction extends string = never,
>(one: Step<Name, Page, OrderAction, TradeAction>): Step<Name, Page, OrderAction, TradeAction> {
  return one
}

export function isBefore(now: number, at: number | null): boolean {
  return at !== null && now < at
}
