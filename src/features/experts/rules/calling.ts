import { ReplyStatus } from './enums.ts'

const R = ReplyStatus.values

/** Somebody in the drawn order of a condition. */
export interface Drawn {
  rowNo: number
  rank: number
  userId: string
  /** As it is compared; empty: unknown. */
  employer: string
}

/** Somebody who was asked. */
export interface Called {
  rowNo: number
  userId: string
  employer: string
  reply: ReplyStatus
}

export interface RowState {
  rowNo: number
  /** Wanted. */
  number: number
}

export interface Plan<D extends Drawn> {
  next: D[]
  /** Conditions that can no longer be met, with how many are missing. */
  short: { rowNo: number; missing: number }[]
  /** Every condition is met by acceptances. */
  isFilled: boolean
}

/**
 * Who is to be asked next: in each condition as many as are still missing, in the drawn order, nobody twice, and with
 * `oneEach` nobody whose employer has somebody who came or may still come.
 */
export function planCalls<D extends Drawn>(
  rows: readonly RowState[],
  drawn: readonly D[],
  { called, oneEach }: { called: readonly Called[]; oneEach: boolean },
): Plan<D> {
  const taken = new Set(called.map((c) => c.userId))
  const standing = called.filter((c) => c.reply === R.accepted || c.reply === R.pending)
  const employers = new Set(oneEach ? standing.map((c) => c.employer).filter((name) => name !== '') : [])
  const next: D[] = []
  const short: Plan<D>['short'] = []
  for (const { rowNo, number } of rows) {
    let missing = number - standing.filter((c) => c.rowNo === rowNo).length
    const order = drawn.filter((d) => d.rowNo === rowNo).toSorted((a, b) => a.rank - b.rank)
    for (const one of order) {
      if (missing <= 0) break
      if (taken.has(one.userId) || (oneEach && employers.has(one.employer))) continue
      taken.add(one.userId)
      if (oneEach && one.employer !== '') employers.add(one.employer)
      next.push(one)
      missing -= 1
    }
    if (missing > 0) short.push({ rowNo, missing })
  }
  const isFilled = rows.every(
    ({ rowNo, number }) => called.filter((c) => c.rowNo === rowNo && c.reply === R.accepted).length >= number,
  )
  return { next, short, isFilled }
}
