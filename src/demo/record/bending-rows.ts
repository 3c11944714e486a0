import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { bindRow, checkBoundRows } from '#server/bound-rows.ts'
import { inContext } from '#server/context.ts'
import type { BoundPart, BoundTable } from '#server/feature.ts'
import { FEATURES } from '#server/features.ts'
import type { TestSystem } from '#server/testing/test-system.ts'

/*
 * Rows of a bound table altered, removed and added as the database's owner, past every trigger: in each column that is bound, in
 * each row that is bound with it. Columns are altered by their type, so that a table needs no list of its own.
 */

const TENANT = 1

/** What was done to a row, and what the check at the start said of it; put back since. */
export interface Bend {
  what: string
  found: string[]
}

export interface Bends {
  /** What names the row. */
  id: string
  bends: Bend[]
}

interface Column {
  name: string
  type: string
  isNeeded: boolean
}

/** Takes the newest row that is bound, and bends it in every way. Throws where none is bound. */
export async function bendAll(t: TestSystem, of: BoundTable): Promise<Bends> {
  const owner = await t.owner.connect()
  try {
    await owner.query('set session_replication_role = replica')
    return await new Bending(t, owner, of).all()
  } finally {
    await owner.query('reset session_replication_role')
    owner.release()
  }
}

/** Puts a row in that no call has made, with any values, and binds it: for what only long plays would lead to. */
export async function plant(t: TestSystem, of: BoundTable): Promise<void> {
  const owner = await t.owner.connect()
  try {
    await owner.query('set session_replication_role = replica')
    const since = /^r\.(\w+)$/.exec(of.since ?? '')?.[1]
    const row = await insertSome(owner, of.table, since ? { [since]: 'now()' } : {})
    await bind(
      t,
      of,
      of.key.map((name) => row[name]!),
    )
  } finally {
    await owner.query('reset session_replication_role')
    owner.release()
  }
}

/** What is wrong with the rows of some tables, as facts call them, that calls have written: nothing, where each call binds. */
export async function faultsOf(t: TestSystem, names: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const name of names) {
    const of = tableOf(name)
    const { rowCount } = await t.owner.query(`select from ${of.table} where tenant_id = ${TENANT} limit 1`)
    if (!rowCount) faults.push(`${name} has no row`)
    faults.push(...(await unbound(t, of)), ...(await look(t, of)))
  }
  return faults
}

/** What features bind. */
export const BOUND: readonly BoundTable[] = FEATURES.flatMap(({ bound }) => bound ?? [])

export function tableOf(name: string): BoundTable {
  const of = BOUND.find((one) => nameOf(one) === name)
  if (!of) throw new Error(`${name} is not bound`)
  return of
}

/** What the check at the start says of a table. */
export async function look(t: TestSystem, of: BoundTable): Promise<string[]> {
  return (await checkBoundRows(t.kernel, { tenantId: TENANT, tables: [of] })).map(({ message }) => message)
}

/** Keys of rows of the table that are to be bound, and that no fact tells of. */
export async function unbound(t: TestSystem, of: BoundTable): Promise<string[]> {
  if (!of.since) return []
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from (select ${idOf(of)} as id, ${of.since} as since from ${of.table} r where tenant_id = ${TENANT}) s
     where since is not null and not exists (select from audit_entry where tenant_id = ${TENANT}
       and body->>'entity' = 'row-bound' and body->>'entityId' = s.id)`,
  )
  return rows.map(({ id }) => id)
}

/** The random parts of rows of a table, hex, and those of them that a fact, an event, a message or a text of the log tells. */
export async function saltsOf(t: TestSystem, of: BoundTable): Promise<{ salts: string[]; told: string[] }> {
  const { rows } = await t.owner.query<{ salt: string }>(
    `select replace(replace(salt::text, '-', ''), '\\x', '') as salt from ${of.table} where tenant_id = ${TENANT} and salt is not null`,
  )
  const salts = rows.map(({ salt }) => salt)
  const { rows: told } = await t.owner.query<{ salt: string }>(
    `select salt from unnest($1::text[]) salt where exists (
       select from (
         select body::text as text from audit_entry union all select payload::text from outbox
         union all select content from message union all select text from log_record
       ) said where strpos(replace(said.text, '-', ''), salt) > 0)`,
    [salts],
  )
  return { salts, told: told.map(({ salt }) => salt) }
}

class Bending {
  readonly #t: TestSystem
  readonly #owner: pg.PoolClient
  readonly #of: BoundTable
  readonly #bends: Bend[] = []

  constructor(t: TestSystem, owner: pg.PoolClient, of: BoundTable) {
    this.#t = t
    this.#owner = owner
    this.#of = of
  }

  async all(): Promise<Bends> {
    const { table, key, columns, parts = [], since } = this.#of
    const id = await this.#boundRow()
    const values = id.split('/').slice(1)
    const which = [`tenant_id = ${TENANT}`, ...key.map((name, i) => `${name}::text = '${values[i]!}'`)].join(' and ')
    await this.#owner.query(`create temp table kept as select * from ${table} where ${which}`)
    const whole: (() => Promise<void>)[] = []
    for (const one of [table, ...parts.map((part) => part.table)]) whole.push(await this.#unchecked(one))
    for (const column of columns) await this.#alter({ table, which }, column)
    await this.#bend('removed', () => this.#owner.query(`delete from ${table} where ${which}`), { table, which })
    if (since) await this.#add(table, since)
    for (const part of parts) {
      const its = `tenant_id = ${TENANT} and ${part.by} = (select ${part.of ?? 'id'} from kept)`
      const { rowCount } = await this.#owner.query(`select 1 from ${part.table} where ${its}`)
      if (!rowCount) {
        await insertSome(this.#owner, part.table, { [part.by]: `(select ${part.of ?? 'id'} from kept)` })
        await bind(this.#t, this.#of, values)
      }
      await this.#bendPart(part, its)
      if (!rowCount) {
        await this.#owner.query(`delete from ${part.table} where ${its}`)
        await bind(this.#t, this.#of, values)
      }
    }
    for (const putBack of whole) await putBack()
    await this.#owner.query('drop table kept')
    return { id, bends: this.#bends }
  }

  /** The newest fact that holds a hash; the row is there. */
  async #boundRow(): Promise<string> {
    const { rows } = await this.#owner.query<{ id: string }>(
      `select f.id from (
         select distinct on (body->>'entityId') body->>'entityId' as id, body->'data'->>'sha256' as sha, at
         from audit_entry where tenant_id = ${TENANT} and body->>'entity' = 'row-bound'
           and split_part(body->>'entityId', '/', 1) = $1
         order by body->>'entityId', seq desc nulls first, at desc
       ) f join (select ${idOf(this.#of)} as id, ${weightOf(this.#of)} as weight from ${this.#of.table} r where tenant_id = ${TENANT}) s
         on s.id = f.id
       where f.sha is not null order by s.weight desc, f.at desc limit 1`,
      [nameOf(this.#of)],
    )
    if (!rows[0]) throw new Error(`no row of ${nameOf(this.#of)} is bound`)
    return rows[0].id
  }

  /** `which`: SQL of the row. `whole`: SQL of the rows that are put back, where they are more. */
  async #alter(
    { table, which, whole = which }: { table: string; which: string; whole?: string },
    column: string,
    what = column,
  ): Promise<void> {
    const name = quoted(column)
    const update = `update ${table} set ${name} = ${otherOf(name, await this.#typeOf(table, column))} where ${which}`
    await this.#bend(what, () => this.#owner.query(update), { table, which: whole })
  }

  /** Takes the checks off a table, as its owner may; resolves to what puts them on again. */
  async #unchecked(table: string): Promise<() => Promise<void>> {
    const { rows } = await this.#owner.query<{ name: string; check: string }>(
      `select conname as name, pg_get_constraintdef(oid) as check from pg_constraint
       where conrelid = $1::regclass and contype = 'c'`,
      [table],
    )
    for (const { name } of rows) await this.#owner.query(`alter table ${table} drop constraint ${quoted(name)}`)
    return async () => {
      for (const { name, check } of rows)
        await this.#owner.query(`alter table ${table} add constraint ${quoted(name)} ${check}`)
    }
  }

  async #typeOf(table: string, column: string): Promise<string> {
    const type = (await columnsOf(this.#owner, table)).find(({ name }) => name === column)?.type
    if (!type) throw new Error(`${table} has no ${column}`)
    return type
  }

  async #add(table: string, since: string): Promise<void> {
    const { rows: indexes } = await this.#owner.query<{ columns: string[] }>(
      `select array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (n, o)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n order by k.o) as columns
       from pg_index i where i.indrelid = $1::regclass and i.indisunique`,
      [table],
    )
    const columns = await columnsOf(this.#owner, table)
    const typeOf = (name: string) => columns.find((one) => one.name === name)!.type
    const other = new Map<string, string>()
    for (const index of indexes) {
      const among = index.columns.filter((name) => name !== 'tenant_id')
      const uuid = among.find((name) => typeOf(name) === 'uuid')
      const name = uuid ?? among.find((one) => /^(int|numeric)/.test(typeOf(one))) ?? among[0]
      if (name && !other.has(name))
        other.set(name, uuid ? `'${randomUUID()}'::uuid` : otherOf(quoted(name), typeOf(name)))
    }
    for (const [, name] of since.matchAll(/r\.(\w+)/g))
      if (typeOf(name!) === 'timestamptz') other.set(name!, `now() + interval '400 days'`)
    // What is none stays none: it is no part of what tells rows apart.
    const json = [...other]
      .map(([name, value]) => `'${name}', case when k.${quoted(name)} is not null then to_jsonb(${value}) end`)
      .join(', ')
    const before = new Set(await this.#ids())
    const added = `insert into ${table} overriding system value
      select (jsonb_populate_record(k, jsonb_build_object(${json}))).* from ${table} k where ${this.#same()}`
    await this.#owner.query(added)
    const found = await look(this.#t, this.#of)
    this.#bends.push({ what: 'added', found })
    for (const id of await this.#ids())
      if (!before.has(id))
        await this.#owner.query(`delete from ${table} r where tenant_id = ${TENANT} and ${idOf(this.#of)} = $1`, [id])
  }

  async #ids(): Promise<string[]> {
    const { rows } = await this.#owner.query<{ id: string }>(
      `select ${idOf(this.#of)} as id from ${this.#of.table} r where tenant_id = ${TENANT}`,
    )
    return rows.map(({ id }) => id)
  }

  /** The row itself, by its key. */
  #same(): string {
    return [`k.tenant_id = ${TENANT}`, ...this.#of.key.map((name) => `k.${name} = (select ${name} from kept)`)].join(
      ' and ',
    )
  }

  /** `its`: SQL of which rows are bound with the row. */
  async #bendPart({ table, columns, order }: BoundPart, its: string): Promise<void> {
    const by = order.map((name) => `${quoted(name)}::text`).join(` || '/' || `)
    const { rows } = await this.#owner.query<{ id: string }>(`select ${by} as id from ${table} where ${its} limit 1`)
    const which = `${its} and ${by} = '${rows[0]!.id.replaceAll("'", "''")}'`
    for (const column of columns) await this.#alter({ table, which, whole: its }, column, `${table}.${column}`)
    await this.#bend(`${table} removed`, () => this.#owner.query(`delete from ${table} where ${which}`), {
      table,
      which: its,
    })
  }

  /** Does it, looks, and puts everything back. */
  async #bend(
    what: string,
    act: () => Promise<pg.QueryResult>,
    { table, which }: { table: string; which: string },
  ): Promise<void> {
    await this.#owner.query(`create temp table whole as select * from ${table} where ${which}`)
    const { rowCount } = await act()
    if (rowCount !== 1) throw new Error(`${table}: ${what} met ${rowCount} rows`)
    this.#bends.push({ what, found: await look(this.#t, this.#of) })
    await this.#owner.query(`delete from ${table} where ${which}`)
    await this.#owner.query(`insert into ${table} overriding system value select * from whole`)
    await this.#owner.query('drop table whole')
  }
}

/** Inserts a row with some value in each column that needs one; `given`: SQL of others. Its columns as text. */
async function insertSome(
  owner: pg.PoolClient,
  table: string,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const all = await columnsOf(owner, table)
  const values = new Map(
    all.filter(({ isNeeded }) => isNeeded).map(({ name, type }) => [name, SOME[type] ?? `'{}'`] as const),
  )
  values.set('tenant_id', String(TENANT))
  for (const [name, value] of Object.entries(given)) values.set(name, value)
  const { rows } = await owner.query<Record<string, string>>(
    `insert into ${table} (${[...values.keys()].map(quoted).join(', ')}) values (${[...values.values()].join(', ')})
     returning ${all.map(({ name }) => `${quoted(name)}::text`).join(', ')}`,
  )
  return rows[0]!
}

function bind(t: TestSystem, of: BoundTable, key: readonly string[]): Promise<void> {
  return inContext(t.kernel, { tenantId: TENANT, actor: null }, async (ctx) => bindRow(ctx, of, key))
}

/** SQL of another value of a type than the one of the expression. */
function otherOf(of: string, type: string): string {
  if (/^(int|numeric|float)/.test(type)) return `coalesce(${of}, 0) + 1`
  const other: Record<string, string> = {
    text: `coalesce(${of}, '') || '改'`,
    bool: `not coalesce(${of}, false)`,
    timestamptz: `coalesce(${of}, now()) + interval '1 minute'`,
    date: `coalesce(${of}, current_date) + 1`,
    uuid: `'${randomUUID()}'::uuid`,
    jsonb: `jsonb_build_array(${of}, 1)`,
    bytea: `sha256(coalesce(${of}, 'x'))`,
    _text: `array_append(${of}, '改')`,
    _uuid: `array_append(${of}, '${randomUUID()}'::uuid)`,
  }
  return other[type] ?? `(select v from unnest(enum_range(null::${type})) v where v is distinct from ${of} limit 1)`
}

/** SQL of some value of a type. */
const SOME: Readonly<Record<string, string>> = {
  int2: '1',
  int4: '1',
  int8: '1',
  numeric: '1',
  text: `'一'`,
  bool: 'true',
  timestamptz: 'now()',
  uuid: 'gen_random_uuid()',
  jsonb: `'[]'`,
  bytea: `sha256('x')`,
}

async function columnsOf(owner: pg.PoolClient, table: string): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select column_name as name, udt_name as type,
       is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO' as "isNeeded"
     from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  )
  return rows
}

/** What facts call a table. */
export function nameOf({ table, as }: BoundTable): string {
  return as ?? table
}

/** SQL of the name that facts have for a row `r`. */
function idOf(of: BoundTable): string {
  return [`'${nameOf(of)}'`, ...of.key.map((name) => `r.${name}::text`)].join(` || '/' || `)
}

/** SQL of how many rows are bound with `r`. */
function weightOf({ parts = [] }: BoundTable): string {
  const counts = parts.map(
    ({ table, by, of = 'id' }) =>
      `least(1, (select count(*) from ${table} p where p.tenant_id = r.tenant_id and p.${by} = r.${of}))`,
  )
  return ['0', ...counts].join(' + ')
}

function quoted(name: string): string {
  return `"${name}"`
}
