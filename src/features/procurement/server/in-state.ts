import { type RawBuilder, sql } from 'kysely'
import type { OrderState } from '../engine/states.ts'

/**
 * As a condition in SQL: the order stands in one of these states. `column` as TypeScript names it: `o.state`. The states
 * stand in the text: of values the server would make a list anew for every row.
 */
export function inState(column: string, ...states: readonly OrderState[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (${sql.join(states.map((state) => sql.lit(state)))})`
}
