import { DAY, formatDate, HOUR } from '#contract/time.ts'

/** Rows of the home page: what a person takes in at a glance. */
export const TODOS = 12
export const DEADLINES = 20

/** Records found of each sort: who sees more than these types more. */
export const FOUND = 8

/** Whose a to-do is: the reader's own, or anybody's of the company who holds the right. */
export const SCOPES = { mine: '我的', company: '本企业' } as const
export type Scope = keyof typeof SCOPES

/** By when: the rest of today and what is late, until Sunday, after that or at no fixed time. Days are Beijing's. */
export const GROUPS = { today: '今天', week: '本周', later: '以后及不限期' } as const
export type Group = keyof typeof GROUPS

/** How long something may be put off at most, where it is not due. */
export const SNOOZE_DAYS = 30

interface Ranked {
  dueAt: Date | null
  canWait?: boolean
}

/** What is due first comes first; what has no date keeps its place after that, and what can wait comes last. */
export function rankOf({ dueAt, canWait }: Ranked): number {
  return dueAt?.getTime() ?? (canWait ? Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER - 1)
}

export function inOrder<T extends Ranked>(todos: readonly T[]): T[] {
  return todos.toSorted((a, b) => rankOf(a) - rankOf(b))
}

export function groupOf({ dueAt }: Pick<Ranked, 'dueAt'>, now: Date): Group {
  if (dueAt === null) return 'later'
  const today = Date.parse(`${formatDate(now)}T00:00:00Z`) - 8 * HOUR
  if (dueAt.getTime() < today + DAY) return 'today'
  const weekday = new Date(`${formatDate(now)}T00:00:00Z`).getUTCDay()
  const daysLeft = weekday === 0 ? 1 : 8 - weekday
  return dueAt.getTime() < today + daysLeft * DAY ? 'week' : 'later'
}

/** Put off is what is not due before it comes back; a deadline that was moved forward brings it back at once. */
export function isSnoozed(dueAt: Date | null, until: Date | undefined, now: Date): boolean {
  return until !== undefined && until > now && (dueAt === null || until <= dueAt)
}
