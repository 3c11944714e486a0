import { ConfirmState, DecryptState, HALL_STEPS, type HallStep } from './rules.ts'

interface RailFacts {
  step: HallStep
  startedAt: string | null
  marksOpenedAt: string | null
  endedAt: string | null
  bidders: readonly {
    signedInAt: string | null
    decryptState: number
    readAt: string | null
    confirmState: number
  }[]
}

interface RailStep {
  name: HallStep
  label: string
  /** Signing in and decrypting run in the same window: two steps may be under way at once. */
  state: 'done' | 'now' | 'next'
  /** How many bidders have done it, of those who must: 签到 2/3; null while there is nobody to count. */
  count: { done: number; all: number } | null
}

/** The rail of an opening: signing in is done when everybody has, or when the marks have closed the window. */
export function railOf(hall: RailFacts): RailStep[] {
  const current = HALL_STEPS.findIndex((step) => step.name === hall.step)
  const mayStillSignIn =
    hall.marksOpenedAt === null && hall.endedAt === null && hall.bidders.some((b) => b.signedInAt === null)
  return HALL_STEPS.map(({ name, label }, i) => ({
    name,
    label,
    state:
      hall.endedAt !== null
        ? 'done'
        : i === current || (name === 'sign-in' && mayStillSignIn)
          ? 'now'
          : i < current
            ? 'done'
            : 'next',
    count: hall.startedAt === null ? null : countOf(name, hall),
  }))
}

function countOf(name: HallStep, { bidders, marksOpenedAt }: RailFacts): RailStep['count'] {
  const opened = bidders.filter((b) => b.decryptState === DecryptState.values.success)
  switch (name) {
    case 'sign-in':
      return { done: bidders.filter((b) => b.signedInAt !== null).length, all: bidders.length }
    case 'decrypt':
      return { done: opened.length, all: bidders.length }
    case 'read':
      return marksOpenedAt === null
        ? null
        : { done: opened.filter((b) => b.readAt !== null).length, all: opened.length }
    case 'confirm':
      return marksOpenedAt === null
        ? null
        : { done: opened.filter((b) => b.confirmState !== ConfirmState.values.pending).length, all: opened.length }
    case 'end':
      return null
  }
}
