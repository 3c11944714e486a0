import { type RawBuilder, sql } from 'kysely'

/**
 * Whether each part of the keyword (between spaces) stands somewhere in one of the columns, whatever signs it holds; wide
 * letters and capitals are taken for plain ones. For the rows of one company, person or record: it looks at every row.
 * What is listed of a whole tenant has words of its own (`words.ts`).
 */
export function includes(keyword: string, columns: readonly (string | RawBuilder<unknown>)[]): RawBuilder<boolean> {
  const patterns = patternsOf(keyword)
  if (patterns.length === 0) return sql<boolean>`true`
  const text = plainTextOf(columns)
  return sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`${text} ilike ${pattern}`),
    sql` and `,
  )})`
}

/** Patterns of LIKE that a text with all parts of the keyword matches. */
export function patternsOf(keyword: string): string[] {
  return partsOf(keyword).map((part) => `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`)
}

/**
 * Whether any part of any keyword stands somewhere in the column. One regular expression, which costs the same for twenty keywords
 * as for one: patterns of LIKE would fold each row's text anew for each of them.
 */
export function includesAny(keywords: readonly string[], column: string): RawBuilder<boolean> {
  const parts = keywords.flatMap(partsOf)
  if (parts.length === 0) return sql<boolean>`false`
  const any = parts.map((part) => part.replace(/[\\^$.[\]|()?*+{}]/g, String.raw`\$&`)).join('|')
  return sql<boolean>`(normalize(${sql.ref(column)}, NFKC) ~* ${any})`
}

function partsOf(keyword: string): string[] {
  return keyword.normalize('NFKC').split(/\s+/u).filter(Boolean)
}

/** Columns as one text that those patterns are held against. */
export function plainTextOf(columns: readonly (string | RawBuilder<unknown>)[]): RawBuilder<string> {
  return sql<string>`normalize(concat_ws(' ', ${sql.join(columns.map((c) => (typeof c === 'string' ? sql.ref(c) : c)))}), NFKC)`
}
