/** Rows of the home page: what a person takes in at a glance. */
export const TODOS = 12
export const DEADLINES = 20

/** What is due first comes first; what has no date keeps its place at the end. */
export function inOrder<T>(rows: readonly T[], due: (row: T) => Date | null): T[] {
  return rows.toSorted((a, b) => {
    const [first, second] = [due(a)?.getTime() ?? Infinity, due(b)?.getTime() ?? Infinity]
    return first === second ? 0 : first - second
  })
}
