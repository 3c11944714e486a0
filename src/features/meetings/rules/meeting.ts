import { DAY, formatDate, formatTime, HOUR, MINUTE } from '#contract/time.ts'

/** What is billed. */
export const PRODUCT = 'meeting'

/** None, a room that the platform makes, or one of the company's own. */
export type Online = 'none' | 'platform' | 'link'
export const ONLINE_LABELS: Readonly<Record<Online, string>> = {
  none: '不线上参会',
  platform: '平台会议室',
  link: '本单位会议链接',
}

export type Answer = '' | 'coming' | 'away'
export const ANSWERS: Readonly<Record<Answer, string>> = { '': '未答复', coming: '参加', away: '不参加' }

export type Stage = 'toCome' | 'underWay' | 'over' | 'cancelled'
export const STAGES: Readonly<Record<Stage, string>> = {
  toCome: '待开始',
  underWay: '进行中',
  over: '已结束',
  cancelled: '已取消',
}

export const LONGEST_MS = 24 * HOUR
export const AHEAD_MS = 180 * DAY
/** A host who is not heard of for so long is not there. */
export const SILENCE_MS = 2 * MINUTE
/** How often a page in a meeting says that somebody is there. */
export const PING_MS = 20_000
/** Who was not heard of for so long is shown no more. */
export const PRESENCE_MS = 60_000
/** An online meeting may be begun so long before its time. */
export const EARLY_MS = 30 * MINUTE
/** So long after its time an online meeting ends by itself: a page that was left open must not use up a package. */
export const OVERRUN_MS = 2 * HOUR
export const REMINDER_MS = 15 * MINUTE
/** Minutes left of the packages at which the host is told. */
export const LOW = 5
export const MOST_PEOPLE = 100
export const LINE_LENGTH = 500

export interface Timed {
  fromAt: Date
  untilAt: Date
  endedAt: Date | null
  cancelledAt: Date | null
}

/** Where a meeting stands. `isRunning`: its host is present online, which may be before and behind its time. */
export function stageOf({ fromAt, untilAt, endedAt, cancelledAt }: Timed, isRunning: boolean, now: Date): Stage {
  if (cancelledAt) return 'cancelled'
  if (endedAt) return 'over'
  if (isRunning) return 'underWay'
  if (untilAt <= now) return 'over'
  return fromAt <= now ? 'underWay' : 'toCome'
}

/** Minutes that have begun from one instant to another; the first begins at once. */
export function minutesBegun(from: Date, until: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - from.getTime()) / MINUTE))
}

/** `2026-11-30 10:00–11:00`, with the second day where it is another. */
export function spanText(from: string | Date, until: string | Date): string {
  const end = formatTime(until)
  return `${formatTime(from)}–${formatDate(from) === formatDate(until) ? end.slice(11) : end}`
}
