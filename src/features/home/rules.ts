/** Rows of the home page: what a person takes in at a glance. */
export const TODOS = 12
export const DEADLINES = 20

/** What is due first comes first; what has no date keeps its place after that, and what can wait comes last. */
export function inOrder<T extends { dueAt: Date | null; canWait?: boolean }>(todos: readonly T[]): T[] {
  const rank = (todo: T) => todo.dueAt?.getTime() ?? (todo.canWait ? Infinity : Number.MAX_SAFE_INTEGER)
  return todos.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}
