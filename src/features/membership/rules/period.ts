import { DAY, HOUR } from '#contract/time.ts'
import { UNITS } from '#features/payment/rules/catalogue.ts'

const OFFSET = 8 * HOUR

/**
 * The instant so many units later. Months and years go by the calendar of Beijing; what begins on the 31st ends on the
 * last day of a shorter month.
 */
export function later(from: Date, count: number, unit: number): Date {
  if (unit === UNITS.hour) return new Date(from.getTime() + count * HOUR)
  if (unit === UNITS.day || unit === UNITS.week)
    return new Date(from.getTime() + count * (unit === UNITS.week ? 7 : 1) * DAY)
  const local = new Date(from.getTime() + OFFSET)
  const day = local.getUTCDate()
  local.setUTCDate(1)
  local.setUTCMonth(local.getUTCMonth() + count * (unit === UNITS.year ? 12 : 1))
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()
  local.setUTCDate(Math.min(day, last))
  return new Date(local.getTime() - OFFSET)
}

/** Whole days from one instant to a later one; 0 where it is not later. */
export function daysBetween(from: Date, until: Date): number {
  return Math.max(0, Math.floor((until.getTime() - from.getTime()) / DAY))
}
