import { type RawBuilder, sql } from 'kysely'

/**
 * Whether each part of the keyword (between spaces) stands somewhere in one of the columns, whatever signs it holds; wide
 * letters and capitals are taken for plain ones. For the rows of one company, person or record: it looks at every row.
 * What is listed of a whole tenant has words of its own (`words.ts`).
 */
export function includes(keyword: string, columns: readonly (string | RawBuilder<unknown>)[]): RawBuilder<boolean> {
  const parts = keyword.normalize('NFKC').split(/\s+/u).filter(Boolean)
  if (parts.length === 0) return sql<boolean>`true`
  const text = sql`normalize(concat_ws(' ', ${sql.join(columns.map((c) => (typeof c === 'string' ? sql.ref(c) : c)))}), NFKC)`
  return sql<boolean>`(${sql.join(
    parts.map((part) => sql`${text} ilike ${`%${part.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`),
    sql` and `,
  )})`
}
