import { sql } from 'kysely'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { BOOKKEEPING, TABLES_OF } from '#contract/kinds.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import { tablesOf, touchOf, WRITTEN_BY } from './touched.ts'

const use = (text: string) => {
  const { read, written } = tablesOf(text)
  return [[...read].toSorted().join(), [...written].toSorted().join()]
}

describe('what a statement reads and writes', () => {
  it.each([
    [
      'select "id" from "purchase_order" as "o" inner join "trade" as "t" on "t"."order_id" = "o"."id"',
      'purchase_order,trade',
      '',
    ],
    ['select 1 from a, b x, lateral (select 2 from c) y where d in (select e from f, g)', 'a,b,c,f,g', ''],
    ['select x from (a join b using (id)), only c order by d, e', 'a,b,c,id', ''],
    [
      'insert into public."message" ("from", "update") select p from q on conflict (id) do update set a = 1',
      'q',
      'message,public',
    ],
    ['update only "trade" set a = (select b from c), d = 2 from e where f is distinct from g', 'c,e', 'trade'],
    ['delete from a using b, c where d = $1 returning e', 'b,c', 'a'],
    ['with w as (delete from a returning id), v as (insert into b select * from w) select * from v', 'v,w', 'a,b'],
    ['select * from a for no key update of a skip locked', 'a', ''],
    [`select 'it''s from b' /* from c */ from a -- from d\n where "from e" = 1`, 'a', ''],
    ['select kb_record($1, $2, $3)', '', 'audit_intake,outbox'],
    ['select set_config($1, $2, true)', '', ''],
  ])('%s', (text, read, written) => {
    expect(use(text)).toEqual([read, written])
  })

  it('is told in kinds, and is one object for all that touch the same', () => {
    const touch = touchOf('select 1 from "review_way" join "review" on true join "outbox" on true')
    expect(touch).toEqual({ reads: ['review'], writes: [] })
    expect(touchOf('select 2 from "review_item"')).toBe(touch)
  })
})

describe('in the database', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await testSystem({})
  })
  const rowsOf = async <T>(text: string) => (await sql.raw<T>(text).execute(system.kernel.db)).rows

  test('every table and view is of one kind, or is named as bookkeeping', async () => {
    const tables = await rowsOf<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and not relispartition and relname not like 'kysely_%'`,
    )
    const named = [...Object.values(TABLES_OF).flat(), ...BOOKKEEPING]
    const unnamed = tables.map(({ name }) => name).filter((name) => !named.includes(name))
    expect(unnamed).toEqual([])
    expect(named.filter((name) => !tables.some((table) => table.name === name))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  test('functions that write are named with what they write', async () => {
    const functions = await rowsOf<{ name: string; body: string; of: string[] | null }>(
      `select p.proname as name, p.prosrc as body,
          (select array_agg(distinct c.relname::text) from pg_trigger g join pg_class c on c.oid = g.tgrelid where g.tgfoid = p.oid) as of
        from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prolang <> (select oid from pg_language where lanname = 'c')`,
    )
    const known = [...Object.values(TABLES_OF).flat(), ...BOOKKEEPING] as string[]
    const writing = functions
      .map(({ name, body, of }) => ({
        name,
        of,
        tables: [...tablesOf(body).written].filter((table) => known.includes(table)),
      }))
      .filter(({ name, tables }) => tables.length > 0 && !OF_PLATFORM.includes(name))
    const byName = Object.fromEntries(
      writing.filter(({ of }) => !of).map(({ name, tables }) => [name, new Set(tables)]),
    )
    expect(byName).toEqual(
      Object.fromEntries(Object.entries(WRITTEN_BY).map(([name, tables]) => [name, new Set(tables)])),
    )
    // No statement tells what a trigger writes: it keeps to the kind of its own table.
    const kindOf = (table: string) =>
      Object.entries<readonly string[]>(TABLES_OF).find(([, tables]) => tables.includes(table))?.[0] ?? table
    const strays = writing.filter(
      ({ of, tables }) => of && !tables.every((table) => of.every((own) => kindOf(own) === kindOf(table))),
    )
    expect(strays).toEqual([])
  })
})

/** Run by the dispatcher, the clock and the start of a server, or write bookkeeping alone. */
const OF_PLATFORM = ['kb_chain', 'kb_number', 'kb_file_store', 'kb_move_sessions']
