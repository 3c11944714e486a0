import { Exact } from '#contract/money.ts'
import { type At, type Counting, dayOf, daysBetween, lastDayOf, periodEnd, shift } from './legal-calendar-days.ts'
import type { Moment, Schedule, Verdict } from './legal-calendar-schedule.ts'
import { workingDayAfter, workingDaysBetween } from './working-days.ts'

/** Undefined while the schedule lacks what it needs. */
export type Predicate = (schedule: Schedule, counting: Counting) => Verdict | undefined

type Span = readonly [from: Moment, to: Moment]

/** How a period is counted: number of its last day, and how many lie between two events. */
interface Unit {
  label: string
  lastDay: (from: At, days: number, restDays: readonly string[]) => number
  between: (from: At, to: At, restDays: readonly string[]) => number
}

const DAYS: Unit = { label: '日', lastDay: periodEnd, between: daysBetween }

export const WORKING_DAYS: Unit = {
  label: '个工作日',
  lastDay: (from, days, restDays) => workingDayAfter(dayOf(from), days, restDays),
  between: (from, to, restDays) => workingDaysBetween(dayOf(from), lastDayOf(to), restDays),
}

/** The second event comes at least `days` after the first; the suggestion moves the second. */
export function atLeast(
  days: number,
  what: string,
  [from, to, unit = DAYS]: readonly [...Span, unit?: Unit],
): Predicate {
  return (schedule, { counting, restDays }) => {
    const [start, end] = [schedule[from], schedule[to]]
    if (!start || !end) return undefined
    const day = unit.lastDay(start, days, restDays) + (counting === 'full-days' ? 1 : 0)
    const ok = lastDayOf(end) >= day
    // Counted only where too short: planned dates may lie centuries apart.
    return {
      ok,
      detail: ok ? '' : `${what}为 ${unit.between(start, end, restDays)} ${unit.label}，不得少于 ${days} ${unit.label}`,
      suggestion: { field: to, at: shift(end, day - lastDayOf(end)) },
    }
  }
}

/** The same seen from a fixed second event: the suggestion moves the first. Days of rest do not matter backwards. */
export function before(days: number, what: string, [from, to]: Span): Predicate {
  return (schedule, { counting }) => {
    const [start, end] = [schedule[from], schedule[to]]
    if (!start || !end) return undefined
    const gap = daysBetween(start, end)
    const needed = counting === 'full-days' ? days + 1 : days
    return {
      ok: gap >= needed,
      detail: `${what}为 ${gap} 日，不得少于 ${days} 日`,
      suggestion: { field: from, at: shift(start, gap - needed) },
    }
  }
}

/** The second event comes at most `days` after the first; the suggestion moves the second to the last day. */
export function atMost(
  days: number,
  what: string,
  [from, to, unit = DAYS]: readonly [...Span, unit?: Unit],
): Predicate {
  return (schedule, { restDays }) => {
    const [start, end] = [schedule[from], schedule[to]]
    if (!start || !end) return undefined
    const day = unit.lastDay(start, days, restDays)
    return {
      ok: lastDayOf(end) <= day,
      detail: `${what}为 ${unit.between(start, end, restDays)} ${unit.label}，不得超过 ${days} ${unit.label}`,
      suggestion: { field: to, at: shift(end, day - lastDayOf(end)) },
    }
  }
}

/** Every objection is answered within `days`; an open one is judged by `now`. */
export function answeredWithin(days: number, unit: Unit = DAYS): Predicate {
  return ({ objections, now }, { restDays }) => {
    const judged = objections?.flatMap(({ receivedAt, answeredAt }) => {
      const at = answeredAt ?? now
      return at ? [{ late: lastDayOf(at) > unit.lastDay(receivedAt, days, restDays), open: !answeredAt }] : []
    })
    if (!judged?.length) return undefined
    const late = judged.filter((o) => o.late)
    const open = late.filter((o) => o.open).length
    const state = open > 0 ? `，其中 ${open} 件尚未答复` : '才答复'
    return { ok: late.length === 0, detail: `${late.length} 件异议超过 ${days} ${unit.label}${state}` }
  }
}

/** The bond is at most 2 % of what the project is estimated at. */
export function bondWithin(name: string): Predicate {
  return ({ bond, estimatedPrice }) => {
    if (!bond || !estimatedPrice) return undefined
    const limit = new Exact(estimatedPrice).times('0.02')
    const detail = `投标保证金 ${bond} 元，超过${name} ${estimatedPrice} 元的 2%（${limit.toFixed()} 元）`
    return { ok: new Exact(bond).lte(limit), detail }
  }
}

export function count(field: 'supplierCount' | 'inviteeCount', least: number, what: string): Predicate {
  return (schedule) => {
    const number = schedule[field]
    if (number === undefined) return undefined
    return { ok: number >= least, detail: `${what}只有 ${number} 家，不得少于 ${least} 家` }
  }
}

/** Three are needed, or two where a case holds in which they are enough. */
export function fewest(field: 'supplierCount' | 'inviteeCount' | 'finalOffers', what: string): Predicate {
  return (schedule) => {
    const number = schedule[field]
    const least = schedule.isFew ? 2 : 3
    if (number === undefined) return undefined
    return { ok: number >= least, detail: `${what}只有 ${number} 家，不得少于 ${least} 家` }
  }
}

/** Experts are drawn, none is named. */
export const drawn: Predicate = ({ handPicked }) =>
  handPicked && {
    ok: handPicked.length === 0,
    detail: `${handPicked.join('、')}未经随机抽取，评标专家应当从专家库随机抽取`,
  }
