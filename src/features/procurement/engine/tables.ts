import { statusTable, type StatusTable, type Transition } from '#contract/transition.ts'
import { methodFor, methodOf } from '../methods/all.ts'
import type { AnyMethod } from '../methods/method.ts'
import { fillWords } from '../methods/words.ts'
import { type Stepped, traitsOf, variantsOf } from './order-steps.ts'

/** A status table for orders of every method, put together from the rows of their steps; a record names its method by code. */
export interface MethodTables<S, A extends string, R, W> extends Pick<StatusTable<S, A, R, W>, 'allowed' | 'next'> {
  /** What the action is called in the words of the record's method. */
  labelOf(action: A, record: R): string
  /** The rows of a method in all ways in which its orders may be run, to look at. */
  rowsOf(code: number): readonly Transition<S, A, R, W>[]
}

interface Parts<S, R, W, Row> {
  statusOf: (record: R) => S
  /** Their actions are those of the steps there are, which single steps do not know. */
  rows: (order: Stepped) => readonly Transition<S, string, R, W>[]
  /** A guard before all others, as in `statusTable`. */
  lock?: (record: R, action: string, row: Row) => true | string
}

/** Builds the tables, each when it is first asked for. Labels, questions and reasons come in the words of the method. */
export function tablesByMethod<
  S,
  A extends string,
  R extends Stepped,
  W,
  Row extends Transition<S, A, R, W> = Transition<S, A, R, W>,
>({ statusOf, rows, lock }: Parts<S, R, W, Row>): MethodTables<S, A, R, W> {
  const tables = new Map<string, StatusTable<S, A, R, W>>()
  const tableOf = (order: Stepped) => {
    const method = methodFor(order)
    const key = [method.code, method.admission, traitsOf(order).publicises].join(' ')
    const known = tables.get(key)
    if (known) return known
    const own = (rows(order) as readonly Row[]).map((row) => inWordsOf<S, A, R, W, Row>(method, row))
    const built = statusTable<S, A, R, W, Row>(statusOf, own, lock)
    tables.set(key, built)
    return built
  }
  return {
    allowed: (record, who, now) => tableOf(record).allowed(record, who, now),
    next: (action, subject) => tableOf(subject.record).next(action, subject),
    labelOf: (action, record) => tableOf(record).rows.find((row) => row.action === action)!.label,
    rowsOf: (code) => variantsOf(methodOf(code)).flatMap((variant) => tableOf(variant).rows),
  }
}

/** A row of a status table with the words in braces filled in, those of its reasons too. */
export function inWordsOf<S, A extends string, R, W, Row extends Transition<S, A, R, W>>(
  { words }: Pick<AnyMethod, 'words'>,
  row: Row,
): Row {
  const { guard, confirm } = row
  return {
    ...row,
    label: fillWords(words, row.label),
    ...(confirm !== undefined && { confirm: fillWords(words, confirm) }),
    ...(guard && {
      guard: (record: R, now: number) => {
        const verdict = guard(record, now)
        return verdict === true ? true : fillWords(words, verdict)
      },
    }),
  }
}
