import type { SourceFile } from './files.ts'
import type { Problem } from './problem.ts'

const RULE = 'one-reader'
/** Tables that one place alone reads and writes, and what stands there for everybody else. */
const TABLES = ['order_result', 'candidate', 'award', 'award_line'].join('|')
const HOME =
  /^src\/features\/procurement\/server\/(results|result-store|testing\/results|results-upgrade\.test)\.ts$|^tools\/lint\/|^src\/server\/database\/tables\.ts$/
const WHY = 'results are versions: read the views candidate_in_force, award_in_force, award_total, or results.ts'
const BUILT = new RegExp(
  `\\b(?:selectFrom|insertInto|updateTable|deleteFrom|\\w+Join)\\(\\s*['"](?:${TABLES})\\b['" ]`,
  'g',
)
const WRITTEN = new RegExp(`\\b(?:from|join|into|update)\\s+(?:only\\s+)?(?:${TABLES})\\b(?!_)(?=[\\s)('"\`]|$)`, 'gi')

/** Results of orders are versions. Whoever asked a table for them would one day get a version that no longer holds. */
export function checkOneReader({ path, text }: SourceFile): Problem[] {
  if (!/^(src|e2e|bench)\/.*\.(ts|tsx|mjs)$/.test(path) || HOME.test(path)) return []
  return [...text.matchAll(BUILT), ...text.matchAll(WRITTEN)].map(({ index }) => ({
    path,
    line: text.slice(0, index).split('\n').length,
    rule: RULE,
    text: WHY,
  }))
}
