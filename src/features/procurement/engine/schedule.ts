import type { ScheduleInput } from '../contract/shared.ts'
import { methodOf } from '../methods/all.ts'
import type { ScheduleField } from '../methods/method.ts'

/**
 * A schedule with the dates that follow from others, and without those its method does not know. A date that lists show
 * may be given all the same: the opening of a tender, which is at its deadline (招标投标法第三十四条).
 */
export function wholeSchedule<T extends ScheduleInput>({ method, schedule }: { method: number; schedule: T }): T {
  const { follows, none, labels } = methodOf(method).dates
  const whole = { ...schedule }
  for (const field of none) whole[field] = null
  for (const [field, source] of entries(follows))
    whole[field] = (labels[field] === undefined ? null : schedule[field]) ?? schedule[source]
  return whole
}

/** What follows when dates move: those that always equal another. */
export function followers(method: number): [field: ScheduleField, source: ScheduleField][] {
  const { follows, labels } = methodOf(method).dates
  return entries(follows).filter(([field]) => labels[field] === undefined)
}

/** The date that people see for `field`: itself, or the one it follows. */
export function shownDate(method: number, field: ScheduleField): { field: ScheduleField; label: string } {
  const { follows, labels } = methodOf(method).dates
  const shown = labels[field] === undefined ? (follows[field] ?? field) : field
  return { field: shown, label: labels[shown] ?? '' }
}

function entries(follows: Readonly<Partial<Record<ScheduleField, ScheduleField>>>) {
  return Object.entries(follows) as [ScheduleField, ScheduleField][]
}
