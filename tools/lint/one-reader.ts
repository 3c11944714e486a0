import type { SourceFile } from './files.ts'
import type { Problem } from './problem.ts'

const RULE = 'one-reader'

/** Tables that one place alone reads and writes, and what stands there for everybody else. */
interface Kept {
  built: RegExp
  written: RegExp
  home: RegExp
  why: string
}

const KEPT: readonly Kept[] = [
  kept({
    tables: ['order_result', 'candidate', 'award', 'award_line', 'award_item'],
    home: /^src\/(features\/procurement\/server\/(results|result-store|testing\/results|results-upgrade\.test)|demo\/record\/altered-rows\.test)\.ts$/,
    why: 'results are versions: read the views candidate_in_force, award_in_force, award_total, or results.ts',
  }),
  kept({
    tables: ['quote', 'quote_line', 'quote_alternative', 'quote_file', 'quote_in_force'],
    home: /^src\/features\/quotes\/server\//,
    why: 'no figure may be read before its round is closed: read the view quote_revealed, or call quotes/server/public.ts',
  }),
  kept({
    tables: ['frame_quote'],
    home: /^src\/features\/frame-agreements\/server\/competition(-quotes|s\.test)\.ts$/,
    why: 'no figure may be read before the deadline: read the view frame_quote_revealed',
  }),
]
const EVERYWHERE = /^tools\/lint\/|^src\/server\/database\/tables\.ts$/

/**
 * Results of orders are versions: whoever asked a table for them would one day get a version that no longer holds. Quotes
 * are sealed: whoever asked their table would one day show a price before its time.
 */
export function checkOneReader({ path, text }: SourceFile): Problem[] {
  if (!/^(src|e2e|bench)\/.*\.(ts|tsx|mjs)$/.test(path) || EVERYWHERE.test(path)) return []
  return KEPT.filter(({ home }) => !home.test(path)).flatMap(({ built, written, why }) =>
    [...text.matchAll(built), ...text.matchAll(written)].map(({ index }) => ({
      path,
      line: text.slice(0, index).split('\n').length,
      rule: RULE,
      text: why,
    })),
  )
}

function kept({ tables, home, why }: { tables: readonly string[]; home: RegExp; why: string }): Kept {
  const names = tables.join('|')
  return {
    built: new RegExp(
      `\\b(?:selectFrom|insertInto|updateTable|deleteFrom|\\w+Join|one|expectOne|many|insert|update|remove)\\(\\s*['"](?:${names})\\b['" ]`,
      'g',
    ),
    written: new RegExp(`\\b(?:from|join|into|update)\\s+(?:only\\s+)?(?:${names})\\b(?!_)(?=[\\s)('"\`]|$)`, 'gi'),
    home,
    why,
  }
}
