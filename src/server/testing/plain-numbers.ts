import pg from 'pg'

/** Eleven digits of a mobile number, eighteen of an identity number, sixteen and more of a bank card; alone. */
const NUMBER = ['1[3-9][0-9]{9}', '[1-9][0-9]{5}(19|20)[0-9]{2}(0[1-9]|1[0-2])[0-9]{5}[0-9X]', '62[0-9]{14,17}'].join(
  '|',
)
const ALONE = `(^|[^0-9A-Za-z._-])(${NUMBER})([^0-9A-Za-z_-]|$)`

/**
 * The columns of a database in whose texts stands a number of a person in plain, with how many rows; `more`: other texts to
 * look for. What whoever holds a copy of the database could read.
 */
export async function findPlainNumbers(
  owner: pg.Pool | pg.Client,
  more: readonly string[] = [],
): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ relation: string; column: string }>(
    `select c.oid::regclass::text as relation, a.attname as column from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where c.relkind = 'r' and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       and c.relnamespace <> 'pg_toast'::regnamespace
       and (t.typcategory in ('S', 'A') or t.typname in ('json', 'jsonb', 'tsvector'))
     order by 1, 2`,
  )
  const found: Record<string, number> = {}
  for (const { relation, column } of rows) {
    const text = `${pg.escapeIdentifier(column)}::text`
    const { rows: hits } = await owner.query<{ n: number }>(
      `select count(*)::int as n from ${relation} where ${text} ~ $1 or exists (select from unnest($2::text[]) m where position(m in ${text}) > 0)`,
      [ALONE, more],
    )
    if (hits[0]!.n > 0) found[`${relation}.${column}`] = hits[0]!.n
  }
  return found
}
