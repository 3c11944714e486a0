import type { Todo } from '#server/feature.ts'

/** The first `limit` by what is due first; what has no date comes last. */
export function nearest(todos: readonly Todo[], limit: number): Todo[] {
  const at = (todo: Todo) => todo.dueAt?.getTime() ?? Infinity
  return todos.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b))).slice(0, limit)
}
