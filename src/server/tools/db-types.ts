import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { columnOf, fieldOf } from '../database/column-names.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'

/**
 * Writes `src/server/database/tables.ts` from a migrated database, so that SQL stays the only place where tables are
 * declared. `node src/server/tools/db-types.ts [--check]`. DATABASE_URL names one; without it the migrations are applied to
 * an embedded one.
 */
const FILE = join(import.meta.dirname, '../database/tables.ts')

const TYPES: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Date',
  date: 'string',
  tsvector: 'string',
  tsquery: 'string',
  blind: 'Blind',
}

export async function tableTypes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(COLUMNS)
    const tables = Map.groupBy(rows, (row) => row.table)
    const bodies = [...tables].map(([table, columns]) => {
      const fields = columns.map((c) => `  ${fieldName(c)}: ${typeOf(c)}`)
      return `export interface ${pascal(table)} {\n${fields.join('\n')}\n}`
    })
    const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}`)
    const sealed = rows.filter((row) => row.sealed).map((row) => sealedColumn(row, tables.get(row.table)!))
    const closed = new Map(rows.flatMap(({ type, values }) => (values === null ? [] : [[type, values]])))
    const lists = [...closed].map(([name, values]) => `export type ${pascal(name)} =${union(values)}\n`)
    const platform = [...tables].flatMap(([table, columns]) => (ofTenant(columns) ? [] : [`  '${table}',`]))
    return [
      `${HEAD}${lists.map((list) => `\n${list}`).join('')}\n${bodies.join('\n\n')}\n`,
      `export interface Tables {\n${index.join('\n')}\n}\n`,
      `${SEALED_HEAD}\n${sealed.join('\n')}\n} as const\n`,
      `${PLATFORM_HEAD}\n${platform.join('\n')}\n] as const satisfies readonly (keyof Tables)[]\n`,
    ].join('\n')
  } finally {
    await client.end()
  }
}

interface Column {
  table: string
  column: string
  type: string
  /** Of a closed list: what is on it. */
  values: string[] | null
  nullable: boolean
  defaulted: boolean
  /** Declared with `kb_seal`. */
  sealed: boolean
  /** Columns of the primary key, in its order. */
  key: string[]
}

const HEAD = `// Made by \`npm run db:types\` from db/migrations; do not edit.
import type { ColumnType, Generated } from 'kysely'
import type { Blind, Sealed } from '../secrecy/sealed.ts'

/** Read as a value, written as JSON text (arrays would otherwise become PostgreSQL arrays). */
// oxlint-disable-next-line no-explicit-any -- the owner feature narrows what it reads
export type Json = ColumnType<any, string, string>
// oxlint-disable-next-line no-explicit-any
export type NullableJson = ColumnType<any, string | null | undefined, string | null>
// oxlint-disable-next-line no-explicit-any
export type DefaultedJson = ColumnType<any, string | undefined, string>
`

const SEALED_HEAD = `/** Encrypted columns: what names a row, whether it is of a tenant, and which keyed hashes stand beside the column. */
export const SEALED_COLUMNS = {`

const PLATFORM_HEAD = `/** Tables whose records belong to no tenant. */
export const PLATFORM_TABLES = [`

const COLUMNS = `
select c.relname as table, a.attname as column, t.typname as type,
       (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as values,
       not a.attnotnull as nullable,
       (a.atthasdef or a.attidentity <> '') as defaulted,
       exists (select from pg_constraint k where k.conrelid = c.oid
         and k.conname = c.relname || '_' || a.attname || '_sealed') as sealed,
       array(select p.attname::text from pg_constraint k, unnest(k.conkey) with ordinality as u (num, place)
         join pg_attribute p on p.attnum = u.num
         where k.conrelid = c.oid and p.attrelid = c.oid and k.contype = 'p' order by u.place) as key
from pg_class c
join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
where c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relname not like 'kysely_%'
order by c.relname, a.attnum`

function typeOf({ type, values, nullable, defaulted, sealed }: Column): string {
  if (sealed) return nullable ? 'Sealed | null' : 'Sealed'
  const json = type === 'jsonb' || type === 'json'
  if (json) return nullable ? 'NullableJson' : defaulted ? 'DefaultedJson' : 'Json'
  const base =
    values !== null
      ? pascal(type)
      : type.startsWith('_')
        ? `${TYPES[type.slice(1)] ?? 'unknown'}[]`
        : (TYPES[type] ?? 'unknown')
  const full = nullable ? `${base} | null` : base
  return defaulted ? `Generated<${full}>` : full
}

function fieldName({ table, column }: Column): string {
  const field = fieldOf(column)
  if (columnOf(field) !== column) throw new Error(`${table}.${column} would not be found under the name ${field}`)
  return field
}

function ofTenant(columns: readonly Column[]): boolean {
  return columns.some((one) => one.column === 'tenant_id')
}

/** A row is named by its id, else by its whole key. */
function sealedColumn({ table, column, key }: Column, columns: readonly Column[]): string {
  const has = (name: string) => columns.some((one) => one.column === name)
  const names = key.includes('id') ? ['id'] : key
  const facts = {
    key: `[${names.map((name) => `'${name}'`).join(', ')}]`,
    ofTenant: ofTenant(columns),
    hash: has(`${column}_hash`),
    tail: has(`${column}_tail`),
  }
  const text = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
  return `  '${table}.${column}': { ${text.join(', ')} },`
}

/** As the formatter sets it: on one line where there is room. */
function union(values: readonly string[]): string {
  const types = values.map((one) => `'${one}'`)
  return types.length > 3 ? types.map((one) => `\n  | ${one}`).join('') : ` ${types.join(' | ')}`
}

function pascal(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_, __, c: string) => c.toUpperCase())
}

if (import.meta.main) {
  const given = process.env.DATABASE_URL
  const text = given ? await tableTypes(given) : await fromMigrations()
  if (process.argv.includes('--check')) {
    if ((await readFile(FILE, 'utf8')) !== text) throw new Error('tables.ts is out of date: npm run db:types')
  } else await writeFile(FILE, text)
}

/** Types of what the migrations make of an empty database, in an embedded PostgreSQL for the purpose. */
async function fromMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kaibiao-types-'))
  // The embedded server runs as somebody else when we are root.
  await chmod(folder, 0o711)
  const embedded = await startEmbedded({ dataDir: folder })
  try {
    await migrate(embedded.url, 'types')
    return await tableTypes(embedded.url)
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
