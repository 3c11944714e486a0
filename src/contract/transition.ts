import { AppError } from './errors.ts'

/**
 * One row of a status table: from which states an action leads where. `may` looks at the record and the actor; it
 * returns true, or the Chinese reason why not (shown on the disabled button). Rows are tried in order.
 */
export interface Transition<S, A extends string, R, W> {
  readonly action: A
  readonly label: string
  readonly from: readonly S[]
  /** Same as before when left out. */
  readonly to?: S
  /** Who: a predicate on the actor's part in this record. Not allowed means not shown. */
  readonly who: (who: W, record: R) => boolean
  /** A condition of the record itself: true, or the reason why it cannot be done now. */
  readonly guard?: (record: R, now: number) => true | string
  /** Cannot be undone: the screen asks first, with this text. */
  readonly confirm?: string
  readonly danger?: boolean
  readonly primary?: boolean
}

/** What a screen needs to draw a button. */
export interface AllowedAction {
  action: string
  label: string
  reason?: string
  confirm?: string
  danger?: boolean
  primary?: boolean
}

export interface StatusTable<S, A extends string, R, W> {
  readonly rows: readonly Transition<S, A, R, W>[]
  /** Actions this actor may see now; those with `reason` are shown disabled. */
  allowed(record: R, who: W, now: number): AllowedAction[]
  /** The next status, or an AppError: `notFound` for a stranger, `wrongState` with the reason otherwise. */
  next(action: A, subject: { record: R; who: W; now: number }): S
}

/**
 * Builds a status table. `statusOf` reads the status of a record; the server calls `next` inside the transaction, on
 * a locked row, and answers with `allowed`, from which screens draw their buttons. `lock` is a guard before all others:
 * true, or the reason why the action cannot be done while something else is going on.
 */
export function statusTable<S, A extends string, R, W, Row extends Transition<S, A, R, W> = Transition<S, A, R, W>>(
  statusOf: (record: R) => S,
  rows: readonly Row[],
  lock: (record: R, action: A, row: Row) => true | string = () => true,
): StatusTable<S, A, R, W> {
  const verdictOn = (row: Row, record: R, now: number): true | string => {
    const locked = lock(record, row.action, row)
    return locked === true ? (row.guard?.(record, now) ?? true) : locked
  }
  return {
    rows,
    allowed(record, who, now) {
      const status = statusOf(record)
      const seen = new Set<string>()
      const actions: AllowedAction[] = []
      for (const row of rows) {
        if (!row.from.includes(status) || !row.who(who, record) || seen.has(row.action)) continue
        seen.add(row.action)
        const verdict = verdictOn(row, record, now)
        const { action, label, confirm, danger, primary } = row
        actions.push({
          action,
          label,
          ...(verdict === true ? {} : { reason: verdict }),
          ...(confirm ? { confirm } : {}),
          ...(danger ? { danger } : {}),
          ...(primary ? { primary } : {}),
        })
      }
      return actions
    },
    next(action, { record, who, now }) {
      const status = statusOf(record)
      const candidates = rows.filter((row) => row.action === action && row.who(who, record))
      if (candidates.length === 0) throw new AppError('notFound')
      const row = candidates.find((r) => r.from.includes(status))
      if (!row) throw new AppError('wrongState')
      const verdict = verdictOn(row, record, now)
      if (verdict !== true) throw new AppError('wrongState', verdict)
      return row.to ?? status
    },
  }
}
