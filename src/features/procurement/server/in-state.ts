import { type RawBuilder, sql } from 'kysely'
import type { OrderState } from '../engine/states.ts'

/** As a condition in SQL: the order stands in one of these states. `column` as TypeScript names it: `o.state`. */
export function inState(column: string, ...states: readonly OrderState[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (${sql.join(states)})`
}
