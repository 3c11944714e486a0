import type { CalendarMethod } from './legal-calendar-schedule.ts'

/** Steps an order may go through; each is a module with rules, calls, one buyer screen and one supplier screen. */
export type StepName =
  | 'publish'
  | 'sign-up'
  | 'clarify'
  | 'change'
  | 'bid'
  | 'open'
  | 'review'
  | 'auction'
  | 'candidates'
  | 'winner'
  | 'abortive'
  | 'archive'

/** A purchase method as data: which steps, who may take part, what law demands, and the words it uses. */
export interface Method {
  readonly code: number
  readonly name: string
  /** First address part of its screens: `/purchaser/<slug>/…`. */
  readonly slug: string
  /** What the legal calendar takes it for. */
  readonly calendar: CalendarMethod
  readonly admission: 'open' | 'invited'
  readonly offers: 'sealed' | 'plain' | 'live'
  readonly hasOpening: boolean
  readonly hasReview: boolean
  /** Fewer than this and the order becomes abortive. */
  readonly minSuppliers: number
  /** In order of the rail. */
  readonly steps: readonly { readonly name: StepName; readonly label: string }[]
  readonly words: { readonly offer: string; readonly order: string; readonly winner: string; readonly deadline: string }
  /** Prefix of order codes. */
  readonly codePrefix: string
}
