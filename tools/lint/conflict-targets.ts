import type { SourceFile } from './files.ts'
import type { Problem } from './problem.ts'

/** Shows what is refused. */
const OWN_TEST = 'tools/lint/lint.test.ts'
const RULE = 'conflict-target'
const WHY = 'a parameter here fails once PostgreSQL plans without its value: write sql.lit(value)'
/** In the query builder: what stands between the conflict's columns and what is done about it. */
const BUILT = /\.onConflict\([^;]*?\.columns?\([^)]*\)((?:\s*\.where\((?:[^()]|\([^()]*\))*\))+)/g
/** In SQL: the predicate of a partial index, up to what is done about the conflict. */
const WRITTEN = /\bon conflict\s*\([^)]*\)\s*where\b((?:(?!\bdo\b)[^`])*)/gi
const CONSTANT = /\bsql\.lit\(|\bnull\b/

/**
 * The condition of a conflict's target chooses a partial index. PostgreSQL does so when it plans: from the sixth time on a
 * prepared statement is planned without the values of its parameters, and then finds no index ("no unique or exclusion
 * constraint matching").
 */
export function checkConflictTargets({ path, text }: SourceFile): Problem[] {
  if (!/\.(ts|tsx|mjs)$/.test(path) || path === OWN_TEST) return []
  const at = (index: number): Problem => {
    return { path, line: text.slice(0, index).split('\n').length, rule: RULE, text: WHY }
  }
  const built = [...text.matchAll(BUILT)].filter(([, wheres = '']) =>
    wheres
      .split('.where(')
      .slice(1)
      .some((one) => !CONSTANT.test(one)),
  )
  const written = [...text.matchAll(WRITTEN)].filter(([, predicate = '']) => /\$\{(?!sql\.lit\()|\$\d/.test(predicate))
  return [...built, ...written].map(({ index }) => at(index))
}
