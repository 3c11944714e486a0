import { useEffect, useState } from 'react'
import { clock } from '#web/clock.ts'
import type { LowPriceRule } from '#features/evaluation/rules/low-price.ts'
import { useCall } from '#web/use-call.ts'
import { checkSchedule } from '../../../contract/order.ts'
import type { Finding } from '../../../contract/shared.ts'
import { shownDate, wholeSchedule } from '../../../engine/schedule.ts'
import { say } from '../../../methods/say.ts'
import { checkDates } from '../../../rules/legal-calendar-dates.ts'
import type { OrderSchedule } from './schedule-fill.ts'

const PAUSE_MS = 400
const AMOUNT = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/

interface LawInput {
  projectId: string
  method: number
  /** Dates in force of a published order: those that stay may lie behind. */
  before?: OrderSchedule
  schedule: OrderSchedule
  estimated: string | undefined
  bond: string | undefined
  offerRounds?: number | undefined
  lowPriceRule?: LowPriceRule | undefined
  candidateDays?: number | undefined
}

/** The server's findings about the dates typed, after a pause, with mistakes among the dates themselves in front. */
export function useLawOf({
  projectId,
  method,
  schedule: given,
  estimated,
  bond,
  before,
  offerRounds = 0,
  lowPriceRule,
  candidateDays,
}: LawInput): {
  findings: Finding[]
  failed: string
  restDays: readonly string[]
} {
  const schedule = wholeSchedule({ method, schedule: given })
  const wanted = JSON.stringify({ schedule, offerRounds, lowPriceRule, candidateDays, ...amounts(estimated, bond) })
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const body = {
    projectId,
    method,
    ...(JSON.parse(asked) as {
      schedule: OrderSchedule
      offerRounds: number
      lowPriceRule?: LowPriceRule
      candidateDays?: number
    } & ReturnType<typeof amounts>),
  }
  const query = useCall(checkSchedule, { body }, { keep: true })
  return {
    findings: [...dateMistakes({ method, schedule, before }, clock.now()), ...(query.data?.findings ?? [])],
    restDays: query.data?.restDays ?? [],
    failed: query.error && !query.error.handled ? query.error.message : '',
  }
}

/** Dates that contradict each other or lie behind, as findings. */
function dateMistakes(
  { method, schedule, before }: Pick<LawInput, 'schedule' | 'before'> & { method: number },
  now: number,
): Finding[] {
  const names: Record<string, keyof OrderSchedule> = {
    documentSaleStart: 'saleStart',
    documentSaleEnd: 'saleEnd',
    signUpDeadline: 'signUpEnd',
    bidDeadline: 'bidEnd',
    openAt: 'openAt',
  }
  const found = checkDates(datesOf(schedule), new Date(now), before && datesOf(before)).map(({ path, message }) => {
    const text = say({ method }, message)
    const label = names[path] ? shownDate(method, names[path]).label : ''
    return {
      ruleId: `date-${path}`,
      citation: '时间先后',
      title: text,
      ok: false,
      severity: 'block' as const,
      message: `${label}：${text}`,
    }
  })
  // Dates that follow from one another share their mistakes.
  return found.filter((one, i) => found.findIndex(({ message }) => message === one.message) === i)
}

function datesOf(schedule: OrderSchedule) {
  return {
    documentSaleStart: schedule.saleStart,
    documentSaleEnd: schedule.saleEnd,
    signUpDeadline: schedule.signUpEnd,
    bidDeadline: schedule.bidEnd,
    openAt: schedule.openAt,
  }
}

/** Amounts half typed are left out: the bond is then not judged. */
export function amounts(
  estimated: string | undefined,
  bond: string | undefined,
): { estimatedPrice: string; bond: string } {
  const known = estimated !== undefined && AMOUNT.test(estimated)
  return { estimatedPrice: known ? estimated : '0', bond: known && bond && AMOUNT.test(bond) ? bond : '0' }
}
