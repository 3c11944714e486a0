import { dayName, dayOf } from '../../../rules/legal-calendar-days.ts'
import type { Finding } from '../../../contract/shared.ts'

export interface OrderSchedule {
  saleStart: string | null
  saleEnd: string | null
  signUpEnd: string | null
  questionEnd: string | null
  bidEnd: string | null
  openAt: string | null
}

export const SCHEDULE_LABELS: Record<keyof OrderSchedule, string> = {
  saleStart: '招标文件获取开始时间',
  saleEnd: '招标文件获取截止时间',
  signUpEnd: '报名截止时间',
  questionEnd: '提问截止时间',
  bidEnd: '投标截止时间',
  openAt: '开标时间',
}

/** The dates of an auction; the others follow from them. */
export const LIVE_LABELS = {
  signUpEnd: '报名截止时间',
  questionEnd: '提问截止时间',
  openAt: '竞价开始时间',
} as const

export const NO_DATES: OrderSchedule = {
  saleStart: null,
  saleEnd: null,
  signUpEnd: null,
  questionEnd: null,
  bidEnd: null,
  openAt: null,
}

/** Days that the law demands at least (招标投标法实施条例 §16, §22; 招标投标法 §24), as the rules count them. */
interface Gaps {
  'document-sale': number
  'bid-preparation': number
  'question-deadline': number
}

/** Voluntary tenders have no 20 days: what is left is the sale and some days to ask before the questions end. */
const VOLUNTARY_PREPARATION = 12
const TRIES = 30

/**
 * The earliest lawful schedule from `now` (epoch ms) on: sale from 09:00 of tomorrow, the bid deadline at 09:30 of a
 * weekday. `check` asks the server, which knows the tenant's way of counting and its days of rest; gaps that it finds
 * too short grow by a day until they are not. Null when that leads nowhere.
 */
export async function fillLawfully(
  { now, mustTender }: { now: number; mustTender: boolean },
  check: (schedule: OrderSchedule) => Promise<Pick<Finding, 'ruleId' | 'ok'>[]>,
): Promise<OrderSchedule | null> {
  const gaps: Gaps = {
    'document-sale': 5,
    'bid-preparation': mustTender ? 20 : VOLUNTARY_PREPARATION,
    'question-deadline': 10,
  }
  for (let i = 0; i < TRIES; i++) {
    const schedule = scheduleWith(gaps, dayOf(new Date(now)) + 1)
    const broken = (await check(schedule)).filter((f) => !f.ok && f.ruleId in gaps)
    if (broken.length === 0) return schedule
    for (const { ruleId } of broken) gaps[ruleId as keyof Gaps]++
  }
  return null
}

function scheduleWith(gaps: Gaps, first: number): OrderSchedule {
  const saleEnd = first + gaps['document-sale']
  let closing = Math.max(first + gaps['bid-preparation'], saleEnd, first + gaps['question-deadline'])
  // 1 January 1970 was a Thursday; nobody opens bids on a Saturday or Sunday.
  while ((closing + 4) % 7 === 6 || (closing + 4) % 7 === 0) closing++
  const bidEnd = instant(closing, '09:30')
  return {
    saleStart: instant(first, '09:00'),
    saleEnd: instant(saleEnd, '17:00'),
    signUpEnd: instant(saleEnd, '17:00'),
    questionEnd: instant(closing - gaps['question-deadline'], '17:00'),
    bidEnd,
    openAt: bidEnd,
  }
}

/** A Beijing day number and a time of day as an instant. */
function instant(day: number, time: string): string {
  return new Date(`${dayName(day)}T${time}:00+08:00`).toISOString()
}
