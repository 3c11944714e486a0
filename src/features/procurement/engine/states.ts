import { ABORTIVE_PHASES } from '../steps/abortive/phases.ts'
import { ARCHIVE_PHASES } from '../steps/archive/phases.ts'
import { AUCTION_PHASES } from '../steps/auction/phases.ts'
import { CANDIDATES_PHASES } from '../steps/candidates/phases.ts'
import { GROUP_PHASES } from '../steps/group/phases.ts'
import { OPEN_PHASES } from '../steps/open/phases.ts'
import { PUBLISH_PHASES } from '../steps/publish/phases.ts'
import { QUOTE_PHASES } from '../steps/quote/phases.ts'
import { REVIEW_PHASES } from '../steps/review/phases.ts'
import { TALK_PHASES } from '../steps/talk/phases.ts'
import { WINNER_PHASES } from '../steps/winner/phases.ts'
import { type Milestone, MILESTONES, type Phase } from './phase.ts'

/** The phases of every step that has any, by the step's name. */
const PHASES = {
  publish: PUBLISH_PHASES,
  open: OPEN_PHASES,
  review: REVIEW_PHASES,
  auction: AUCTION_PHASES,
  talk: TALK_PHASES,
  quote: QUOTE_PHASES,
  group: GROUP_PHASES,
  candidates: CANDIDATES_PHASES,
  winner: WINNER_PHASES,
  archive: ARCHIVE_PHASES,
  abortive: ABORTIVE_PHASES,
} as const
type All = typeof PHASES

/** Where an order stands, `step.phase`: what is stored. */
export type OrderState = { [S in keyof All]: `${S}.${keyof All[S] & string}` }[keyof All]

/** The specification's number for a state: what calls answer with as `status`, and take as a filter. */
export type WireStatus = { [S in keyof All]: All[S][keyof All[S]] }[keyof All] extends infer P
  ? P extends { wire: infer W }
    ? W
    : never
  : never

/** Every state, in the order of the steps. */
export const ORDER_STATES = Object.fromEntries(
  Object.entries(PHASES).flatMap(([step, phases]) =>
    Object.entries<Phase>(phases).map(([phase, row]) => [`${step}.${phase}`, row]),
  ),
) as Readonly<Record<OrderState, Phase>>

export const ALL_STATES = Object.keys(ORDER_STATES) as OrderState[]

/** Whether an order has come at least this far. One that is over has passed all milestones, however it ended. */
export function reached({ state }: { state: OrderState }, milestone: Milestone): boolean {
  return rankOf(ORDER_STATES[state].reached) >= rankOf(milestone)
}

/** The states of orders that have come at least this far, and not yet as far as `before`. */
export function statesReached(milestone: Milestone, before?: Milestone): OrderState[] {
  return ALL_STATES.filter(
    (state) => reached({ state }, milestone) && (before === undefined || !reached({ state }, before)),
  )
}

/** The states that these steps know. */
export function statesOf(steps: readonly { readonly name: string }[]): OrderState[] {
  return ALL_STATES.filter((state) => steps.some(({ name }) => state.startsWith(`${name}.`)))
}

/** The states of orders that wait for their owner to declare them abortive. */
export const FAILED_STATES: readonly OrderState[] = ALL_STATES.filter((state) => ORDER_STATES[state].isFailed)

/** The states of orders that came to nothing, archived or not. */
export const ABORTIVE_STATES: readonly OrderState[] = ['abortive.declared', 'archive.abortive']

export function isAbortive({ state }: { state: OrderState }): boolean {
  return ABORTIVE_STATES.includes(state)
}

/** Whether an order has gone through this on its way: it has come at least this far, and not come to nothing. */
export function wentThrough(order: { state: OrderState }, milestone: Milestone): boolean {
  return reached(order, milestone) && !isAbortive(order)
}

export function wireStatus(state: OrderState): WireStatus {
  return ORDER_STATES[state].wire as WireStatus
}

function rankOf(milestone: Milestone): number {
  return MILESTONES.indexOf(milestone)
}
