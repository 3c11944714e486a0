/**
 * How far an order has come, in this order: announced; offers being looked at, talked over or made; prices read out; the
 * opening or auction over; the review begun, summarised, and the ranking known; candidates publicised; the winner fixed.
 */
export const MILESTONES = [
  'draft',
  'published',
  'opened',
  'read',
  'closed',
  'reviewing',
  'summarised',
  'ranked',
  'publicised',
  'awarded',
  'over',
] as const
export type Milestone = (typeof MILESTONES)[number]

/** One phase of a step, as an order stands in it. */
export interface Phase {
  /** In words of the method. */
  readonly label: string
  /** What the specification calls it: 0–7 its project status, what lies behind the review is ours. */
  readonly wire: number
  readonly reached: Milestone
  /** It came to nothing, and waits for its owner to declare it abortive. */
  readonly isFailed?: true
}

export type Phases = Readonly<Record<string, Phase>>
