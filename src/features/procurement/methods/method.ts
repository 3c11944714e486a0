import type { PageOf, Step } from '../engine/step.ts'
import type { AwardScope } from '../rules/award-lines.ts'
import { NoticeKind } from '../rules/enums.ts'
import type { CalendarMethod } from '../rules/legal-calendar-schedule.ts'
import type { Regime } from '../rules/regimes.ts'
import type { KeyMode } from '../rules/key-mode.ts'
import type { BuiltInTemplate } from '../rules/notice-templates.ts'
import type { Grounds } from '../steps/publicity/grounds.ts'
import type { GroupTraits } from '../rules/group-terms.ts'
import type { Family } from './family.ts'
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

/** A column of the bill that a method adds: `key` in what is stored, `title` on screens and in the specification of a line. */
export interface LineColumn {
  readonly key: string
  readonly title: string
  readonly isRequired?: boolean
}

/** Who may sign up: everybody, or those who were invited alone; for all others such an order does not exist. */
export type Admission = 'open' | 'invited'

/** Tabs of the buyer's list: stages of an order, in the order in which they are passed through. */
export const BUYER_TABS = ['draft', 'running', 'opening', 'review', 'publicity', 'done', 'abortive'] as const
export type BuyerTab = (typeof BUYER_TABS)[number]

/**
 * A purchase method as data: its steps, what law and market demand of it, the words it uses, and where its pages stand.
 * Whoever needs to know asks for a capability by name (`offers`, `candidates`), never for a method.
 */
export interface Method<S extends Step = Step> {
  readonly code: number
  readonly name: string
  readonly family: Family
  /** Regimes that provide for it; under another it warns. */
  readonly regimes: readonly [Regime, ...Regime[]]
  /** What the legal calendar takes it for. */
  readonly calendar: CalendarMethod
  /** Whom its orders may admit; where there are several, the buyer chooses when an order is made. */
  readonly admission: readonly [Admission, ...Admission[]]
  readonly offers: 'sealed' | 'live' | 'plain'
  /** Something is sold, not bought, and the owner of an order is its seller: no purchase, wherever purchases are counted. */
  readonly sells?: true
  /** Live offers rise. Left out: they fall. */
  readonly direction?: 'rising'
  /** How offers are looked at: together in a hall, or all at once behind the deadline, which the clock sets off. */
  readonly reveal: 'opening' | 'clock'
  /** Whether candidates are publicised before the award: by every order, by those whose documents say so, or by none. */
  readonly candidates: 'always' | 'optional' | 'never'
  /** Who reviews offers before the award: a committee in its hall, a group beside the rounds (`group`), or nobody. */
  readonly review: 'hall' | 'group' | 'none'
  /** The group that reviews responses, talks with suppliers and recommends, of methods with one. */
  readonly group?: GroupTraits
  /** Whether the owner's own people may give opinions on the offers before the award, without a hall. */
  readonly takesOpinions?: true
  /** Whose key sealed offers may be sealed to, the usual one first; none where nothing is sealed. A tenant may ask for more of quotes. */
  readonly keyModes: readonly KeyMode[]
  /** One price that cannot be altered, so that there is no second round (政府采购法第四十条). */
  readonly isSingleQuote: boolean
  /** Whether an order needs documents of its own beside the announcement. */
  readonly documents: 'demanded' | 'welcome'
  /** How its orders may be divided among winners, up to the finest. */
  readonly award: readonly ['whole', ...AwardScope[]]
  /** What may be objected to: the candidates, the announcement by anybody, or nothing. */
  readonly hears: 'candidates' | 'announcement' | 'nothing'
  /** Why one supplier alone may be asked; only methods that need a reason have any. */
  readonly grounds?: Grounds
  /** What is not sealed asks for the price of every line of the bill; otherwise for one price. */
  readonly isPricedByLine?: true
  /** Fewer than this and the order fails; no more than that may be invited. */
  readonly minSuppliers: number
  readonly maxSuppliers: number
  /** The method to which the company's rules let an order change that found too few, by its code. */
  readonly insteadOfFew?: number
  /** Prefix of order codes. */
  readonly codePrefix: string
  /** In order; those with a label are the stops of the rail. */
  readonly steps: readonly S[]
  /** What is asked of each line of the bill beside what every bill says. */
  readonly lineColumns?: readonly LineColumn[]
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
   * says of its reader. `:name?` may be left out, `:name=value` is always this value; an id behind ` ?` goes into the query.
   */
  readonly at: Readonly<Record<PageOf<S>, string>>
}

/** A method; a page of its steps without an address, or an address without a page, does not compile. */
export function method<const S extends Step>(one: Method<S>): AnyMethod {
  const [first, ...others] = one.admission.map((admission) => admitting(one, admission))
  return { ...first!, alternatives: others }
}

/** A method as its orders run, whose steps are not known one by one: it admits suppliers in one way. */
export interface AnyMethod extends Omit<Method, 'at' | 'admission'> {
  readonly at: Readonly<Record<string, string | undefined>>
  readonly admission: Admission
  /** The notice that opens an order. */
  readonly opens: NoticeKind
  /** The same method, admitting suppliers in the other ways that it allows. */
  readonly alternatives: readonly AnyMethod[]
}

/** A letter to those who are invited takes the place of the announcement, in words too, unless anybody may object to it. */
function admitting<S extends Step>(one: Method<S>, admission: Admission): AnyMethod {
  const { announcement, invitation } = NoticeKind.values
  if (admission === 'open' || one.hears === 'announcement')
    return { ...one, admission, opens: announcement, alternatives: [] }
  const words = { ...one.words, announcement: one.words.invitation, notice: one.words.invitation }
  return { ...one, admission, words, opens: invitation, alternatives: [] }
}
