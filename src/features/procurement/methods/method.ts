import type { PageOf, Step, Traits } from '../engine/step.ts'
import type { NoticeKind } from '../rules/enums.ts'
import type { CalendarMethod } from '../rules/legal-calendar-schedule.ts'
import type { BuiltInTemplate } from '../rules/notice-templates.ts'
import type { Family } from './families.ts'
import type { Words } from './words.ts'

export type ScheduleField = 'saleStart' | 'saleEnd' | 'signUpEnd' | 'questionEnd' | 'bidEnd' | 'openAt'

/** The dates of an order. Those that are not typed follow from others. */
export interface Dates {
  /** In their order, as lists of dates name them. */
  readonly labels: Readonly<Partial<Record<ScheduleField, string>>>
  readonly typed: readonly ScheduleField[]
  /** By date: the one it equals. */
  readonly follows: Readonly<Partial<Record<ScheduleField, ScheduleField>>>
  /** Dates that the method does not know. */
  readonly none: readonly ScheduleField[]
}

/** Tabs of the buyer's list: stages of an order, in the order in which they are passed through. */
export const BUYER_TABS = ['draft', 'running', 'opening', 'review', 'publicity', 'done', 'abortive'] as const
export type BuyerTab = (typeof BUYER_TABS)[number]

/**
 * A purchase method as data: its steps, what law and market demand of it, the words it uses, and where its pages stand.
 * Whoever needs to know asks for a capability by name (`offers`, `candidates`), never for a method.
 */
export interface Method<S extends Step = Step> extends Traits {
  readonly code: number
  readonly name: string
  /** First address part of its list: `/purchaser/<family>/…`. Methods of one family share their pages. */
  readonly family: Family
  /** What the legal calendar takes it for. */
  readonly calendar: CalendarMethod
  /** Whether everybody may sign up, or those who were invited alone: for all others such an order does not exist. */
  readonly admission: 'open' | 'invited'
  /** The notice that opens an order. */
  readonly opens: typeof NoticeKind.values.announcement | typeof NoticeKind.values.invitation
  readonly offers: 'sealed' | 'live' | 'plain'
  /** How offers are looked at: together in a hall, or by the clock. */
  readonly reveal: 'opening' | 'clock'
  readonly review: 'hall' | 'none'
  /** Whether an order needs documents of its own beside the announcement. */
  readonly documents: 'demanded' | 'welcome'
  /** What may be objected to: the candidates, the announcement by anybody, or nothing. */
  readonly hears: 'candidates' | 'announcement' | 'nothing'
  /** Fewer than this and the order fails; no more than that may be invited. */
  readonly minSuppliers: number
  readonly maxSuppliers: number
  /** Prefix of order codes. */
  readonly codePrefix: string
  /** In order; those with a label are the stops of the rail. */
  readonly steps: readonly S[]
  readonly words: Words
  readonly dates: Dates
  /** Labels of the list's tabs; a stage without one does not occur. */
  readonly tabs: Readonly<Partial<Record<BuyerTab, string>>>
  /** Templates that every tenant has, and whether those that a company wrote for all methods fit as well. */
  readonly notices: readonly BuiltInTemplate[]
  readonly takesCommonTemplates: boolean
  /** Reasons offered where an order has failed. */
  readonly failures: readonly string[]
  /**
   * Where the pages of its steps stand: behind `/purchaser` or `/agency`, behind `/supplier`, or anywhere, as the step
   * says of its reader. `:name?` may be left out, `:name=value` is always this value.
   */
  readonly at: Readonly<Record<PageOf<S>, string>>
}

/** A method; a page of its steps without an address, or an address without a page, does not compile. */
export function method<const S extends Step>(one: Method<S>): AnyMethod {
  return one
}

/** A method whose steps are not known one by one. */
export interface AnyMethod extends Omit<Method, 'at'> {
  readonly at: Readonly<Record<string, string | undefined>>
}
