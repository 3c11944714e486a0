import { dayName, dayOf } from '../../../rules/legal-calendar-days.ts'
import { workingDayFrom, workingDayUntil } from '../../../rules/working-days.ts'
import type { Finding } from '../../../contract/shared.ts'
import type { Regime } from '../../../rules/regimes.ts'

export interface OrderSchedule {
  saleStart: string | null
  saleEnd: string | null
  signUpEnd: string | null
  questionEnd: string | null
  bidEnd: string | null
  openAt: string | null
}

export const NO_DATES: OrderSchedule = {
  saleStart: null,
  saleEnd: null,
  signUpEnd: null,
  questionEnd: null,
  bidEnd: null,
  openAt: null,
}

/** Days that the law demands at least, as the rules count them. */
interface Gaps {
  sale: number
  preparation: number
  questions: number
}

/** What a broken rule says is too short. */
const GAP_OF: Readonly<Record<string, keyof Gaps>> = {
  'document-sale': 'sale',
  'document-sale-government': 'sale',
  'bid-preparation': 'preparation',
  'question-deadline': 'questions',
}

/** Voluntary tenders have no 20 days: what is left is the sale and some days to ask before the questions end. */
const VOLUNTARY_PREPARATION = 12
const TRIES = 30

/**
 * The earliest lawful schedule from `now` (epoch ms) on, all of it on working days: sale from 09:00 of the next one, the
 * bid deadline at 09:30. `check` asks the server, which knows the tenant's way of counting and its days of rest; gaps that it finds
 * too short grow by a day until they are not. Null when that leads nowhere.
 */
export async function fillLawfully(
  { now, regime }: { now: number; regime: Regime },
  check: (
    schedule: OrderSchedule,
  ) => Promise<{ findings: Pick<Finding, 'ruleId' | 'ok'>[]; restDays: readonly string[] }>,
): Promise<OrderSchedule | null> {
  const gaps: Gaps = {
    sale: 5,
    preparation: regime === 'enterprise' ? VOLUNTARY_PREPARATION : 20,
    questions: 10,
  }
  let restDays: readonly string[] = []
  for (let i = 0; i < TRIES; i++) {
    const schedule = scheduleWith(gaps, dayOf(new Date(now)) + 1, restDays)
    const checked = await check(schedule)
    if (i === 0 && checked.restDays.length > 0) {
      // The days of rest are known from the first answer on.
      restDays = checked.restDays
      continue
    }
    const broken = checked.findings.flatMap(({ ok, ruleId }) => (!ok && GAP_OF[ruleId] ? [GAP_OF[ruleId]] : []))
    if (broken.length === 0) return schedule
    for (const gap of broken) gaps[gap]++
  }
  return null
}

function scheduleWith(gaps: Gaps, tomorrow: number, restDays: readonly string[]): OrderSchedule {
  const first = workingDayFrom(tomorrow, restDays)
  const saleEnd = workingDayFrom(first + gaps.sale, restDays)
  const closing = workingDayFrom(Math.max(first + gaps.preparation, saleEnd, first + gaps.questions), restDays)
  // Questions end on a working day too, rather earlier than the law demands than later.
  const questions = Math.max(workingDayUntil(closing - gaps.questions, restDays), first)
  const bidEnd = instant(closing, '09:30')
  return {
    saleStart: instant(first, '09:00'),
    saleEnd: instant(saleEnd, '17:00'),
    signUpEnd: instant(saleEnd, '17:00'),
    questionEnd: instant(questions, '17:00'),
    bidEnd,
    openAt: bidEnd,
  }
}

/** A Beijing day number and a time of day as an instant. */
function instant(day: number, time: string): string {
  return new Date(`${dayName(day)}T${time}:00+08:00`).toISOString()
}
