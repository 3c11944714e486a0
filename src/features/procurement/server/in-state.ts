import { type RawBuilder, sql } from 'kysely'
import type { OrderState } from '../engine/states.ts'

/**
 * As a condition in SQL: the order stands in one of these states. `column` as TypeScript names it: `o.state`. The states
 * stand in the text: of values the server would make a list anew for every row.
 */
export function inState(column: string, ...states: readonly OrderState[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (${literals(states)})`
}

/** Lists ask for the same few sets all the time: as one text they are compiled in no time. */
const known = new Map<string, RawBuilder<unknown>>()

function literals(states: readonly OrderState[]): RawBuilder<unknown> {
  const text = states.map((state) => `'${state}'`).join(', ')
  let found = known.get(text)
  if (!found) known.set(text, (found = sql.raw(text)))
  return found
}
