import { dayOf } from './legal-calendar-days.ts'
import { endOfPeriod } from './publicity.ts'
import type { Regime } from './regimes.ts'
import { endOfWorkingDays } from './working-days.ts'

/** What the owner says of an objection. */
export const OUTCOMES = {
  upheld: '异议成立',
  partly: '部分成立',
  rejected: '异议不成立',
  inadmissible: '不予受理',
} as const
export type Outcome = keyof typeof OUTCOMES

/** Outcomes from which a change of the result may follow. */
export const UPHELD: readonly Outcome[] = ['upheld', 'partly']

/** Until when an objection must be answered, and who says so. */
export interface AnswerPeriod {
  days: number
  isWorkingDays: boolean
  /** Days run from the end of the publicity instead of the objection's own day. */
  isFromPublicity: boolean
  source: string
}

/** Days that documents of an enterprise may give, where they give none. */
export const USUAL_ANSWER_DAYS = 3

/** 实施条例第五十四条第二款 is checked; 政府采购法第五十三条 is not, so that its period warns and never blocks. */
const PERIODS: Readonly<Record<Regime, AnswerPeriod>> = {
  tender: {
    days: 3,
    isWorkingDays: false,
    isFromPublicity: false,
    source: '《招标投标法实施条例》第五十四条第二款',
  },
  government: { days: 7, isWorkingDays: true, isFromPublicity: false, source: '《政府采购法》第五十三条' },
  enterprise: { days: USUAL_ANSWER_DAYS, isWorkingDays: false, isFromPublicity: false, source: '采购文件' },
}

/** Objections to asking one supplier alone (财政部令第74号第三十九条). */
const SOLE: AnswerPeriod = {
  days: 5,
  isWorkingDays: true,
  isFromPublicity: true,
  source: '《政府采购非招标采购方式管理办法》第三十九条',
}

interface Grounds {
  /** Under whose rules the order runs (`regimeUnder`). */
  regime: Regime
  /** What the documents of an enterprise give, days. */
  objectionDays: number | undefined
  /** The objection is to the publicity of a reason that anybody may object to. */
  isToPublicity: boolean
}

/** The period that holds for the objections of an order. */
export function answerPeriod({ regime, objectionDays, isToPublicity }: Grounds): AnswerPeriod {
  if (isToPublicity) return SOLE
  const period = PERIODS[regime]
  return regime === 'enterprise' && objectionDays !== undefined ? { ...period, days: objectionDays } : period
}

/** `3 日内`, `7 个工作日内`, `公示期满后 5 个工作日内`. */
export function periodInWords({ days, isWorkingDays, isFromPublicity }: AnswerPeriod): string {
  return `${isFromPublicity ? '公示期满后 ' : ''}${days} ${isWorkingDays ? '个工作日' : '日'}内`
}

/** The instant at which the period of an objection that came in at `at` ends: 24:00 in Beijing. ISO string. */
export function answerDue(
  { days, isWorkingDays, isFromPublicity }: AnswerPeriod,
  { at, publicityEnd, restDays }: { at: Date; publicityEnd: Date | null; restDays: readonly string[] },
): string {
  const from = isFromPublicity && publicityEnd ? publicityEnd : at
  return isWorkingDays ? endOfWorkingDays(from, days, restDays) : endOfPeriod(from, days, { restDays })
}

/** How an objection stands. */
export const STANDS = {
  open: { label: '待答复', tone: 'danger' },
  upheld: { label: OUTCOMES.upheld, tone: 'warning' },
  partly: { label: OUTCOMES.partly, tone: 'warning' },
  rejected: { label: OUTCOMES.rejected, tone: 'success' },
  inadmissible: { label: OUTCOMES.inadmissible, tone: 'neutral' },
  /** From before an outcome was asked for. */
  answered: { label: '已答复', tone: 'success' },
  complained: { label: '已投诉', tone: 'danger' },
  withdrawn: { label: '已撤回', tone: 'neutral' },
} as const
export type Stand = keyof typeof STANDS

interface Facts {
  answeredAt: unknown
  withdrawnAt: unknown
  complaint: unknown
  outcome: Outcome | null
}

export function standOf({ answeredAt, withdrawnAt, complaint, outcome }: Facts): Stand {
  if (withdrawnAt !== null) return 'withdrawn'
  if (complaint !== null) return 'complained'
  return answeredAt === null ? 'open' : (outcome ?? 'answered')
}

/** Whether an open objection is over its time, ends today in Beijing, or has days left. */
export function urgencyOf(due: string, now: number): 'overdue' | 'today' | 'later' {
  const end = Date.parse(due)
  if (end <= now) return 'overdue'
  // A period ends at 24:00, which is the first instant of the next day.
  return dayOf(new Date(end - 1)) === dayOf(new Date(now)) ? 'today' : 'later'
}
