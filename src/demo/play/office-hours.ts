import chineseDays from 'chinese-days'
import { DAY, HOUR } from '#contract/time.ts'
import type { ScheduleInput } from '#features/procurement/contract/shared.ts'
import { dayName, dayOf } from '#features/procurement/rules/legal-calendar-days.ts'
import { endOfWorkingDays } from '#features/procurement/rules/working-days.ts'

/*
 * Dates of a demonstration as an office would set them: on the hour, on working days, whatever the moment it is started
 * at. Instants are epoch ms; hours are Beijing's.
 */

const OPENS = 9
/** The last hour at which anything is set, so that what follows within the hour is in office hours as well. */
const CLOSES = 16
const BEIJING = 8 * HOUR

/** The last office hour that is not after `at`. */
export function officeBefore(at: number): number {
  const [day, hour] = dayAndHour(at, Math.floor)
  if (hour < OPENS) return instant(workingDay(day - 1, -1), CLOSES)
  const last = workingDay(day, -1)
  return instant(last, last < day ? CLOSES : Math.min(hour, CLOSES))
}

/** The first office hour that is not before `at`. */
export function officeAfter(at: number): number {
  const [day, hour] = dayAndHour(at, Math.ceil)
  if (hour > CLOSES) return instant(workingDay(day + 1, 1), OPENS)
  const first = workingDay(day, 1)
  return instant(first, first > day ? OPENS : Math.max(hour, OPENS))
}

/** Whether an instant lies within office hours, the hour after the last one included. */
export function isOfficeTime(at: number): boolean {
  const [day] = dayAndHour(at, Math.floor)
  return isWorkingDay(day) && at >= instant(day, OPENS) && at <= instant(day, CLOSES + 1)
}

/**
 * What happens in a scene that begins `days` before `began` (epoch ms), or so many days earlier that all of it has happened
 * by then: behind a long holiday less fits in between.
 */
export function fitBefore<M extends { at: Date }>(days: number, began: number, play: (days: number) => M[]): M[] {
  const moments = play(days)
  return moments.every(({ at }) => at.getTime() <= began) ? moments : fitBefore(days + 1, began, play)
}

/** When a tender of the demonstration is published, signed up for, asked about and bid for, and its schedule. */
export interface Course {
  start: number
  signUp: number
  ask: number
  bid: number
  deadline: number
  schedule: ScheduleInput
}

/**
 * The course of a tender published at least `published` days before `began`. Its deadline is about twenty-two days later,
 * on the same side of `began`; it is published as early as the legal calendar asks for: documents on sale for five working days,
 * questions until ten days before the deadline (domain §2).
 */
export function courseOf(began: number, published: number): Course {
  const due = began + (DAYS - published) * DAY
  const deadline = due <= began ? officeBefore(due) : officeAfter(due)
  for (let days = DAYS; ; days++) {
    const course = courseFrom(officeBefore(deadline - days * DAY), deadline)
    // Around long holidays the dates crowd, or begin too late: then it is published earlier.
    if (isRoomy(course) && (published < 0 || course.start <= began - published * DAY)) return course
  }
}

const DAYS = 22

function courseFrom(start: number, deadline: number): Course {
  const saleEnd = Math.max(officeAfter(start + 6 * DAY), officeBefore(Date.parse(endOfWorkingDays(new Date(start), 5))))
  const signUpEnd = Math.max(saleEnd, officeAfter(start + 7 * DAY))
  const questionEnd = officeBefore(deadline - 12 * DAY)
  const iso = (ms: number) => new Date(ms).toISOString()
  return {
    start,
    signUp: Math.max(officeBefore(start + DAY), start + HOUR),
    ask: officeBefore(start + 4 * DAY),
    bid: officeBefore(start + 8 * DAY),
    deadline,
    schedule: {
      saleStart: iso(start + HOUR),
      saleEnd: iso(saleEnd),
      signUpEnd: iso(signUpEnd),
      questionEnd: iso(questionEnd),
      bidEnd: iso(deadline),
      openAt: iso(deadline),
    },
  }
}

function isRoomy({ signUp, ask, bid, schedule, deadline }: Course): boolean {
  const questionEnd = Date.parse(schedule.questionEnd!)
  const signUpEnd = Date.parse(schedule.signUpEnd!)
  return signUp < ask && ask < questionEnd && ask < bid && signUpEnd <= questionEnd && bid < deadline
}

/** The day itself, or the nearest working day before (-1) or after it. */
function workingDay(day: number, step: 1 | -1): number {
  return isWorkingDay(day) ? day : workingDay(day + step, step)
}

/** As the browser's calendar has it; Node knows the library by its default export alone. */
function isWorkingDay(day: number): boolean {
  return chineseDays.getDayDetail(dayName(day)).work
}

/** Day of Beijing and its hour, rounded; an hour may be 24. */
function dayAndHour(at: number, round: (n: number) => number): [day: number, hour: number] {
  const day = dayOf(new Date(at))
  return [day, round((at + BEIJING - day * DAY) / HOUR)]
}

function instant(day: number, hour: number): number {
  return day * DAY + hour * HOUR - BEIJING
}
