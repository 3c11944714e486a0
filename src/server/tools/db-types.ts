import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
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
}

export async function tableTypes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(COLUMNS)
    const tables = Map.groupBy(rows, (row) => row.table)
    const bodies = [...tables].map(([table, columns]) => {
      const fields = columns.map((c) => `  ${c.column}: ${typeOf(c)}`)
      return `export interface ${pascal(table)} {\n${fields.join('\n')}\n}`
    })
    const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}`)
    return `${HEAD}\n${bodies.join('\n\n')}\n\nexport interface Tables {\n${index.join('\n')}\n}\n`
  } finally {
    await client.end()
  }
}

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  defaulted: boolean
}

const HEAD = `// Made by \`npm run db:types\` from db/migrations; do not edit.
import type { ColumnType, Generated } from 'kysely'

/** Read as a value, written as JSON text (arrays would otherwise become PostgreSQL arrays). */
// oxlint-disable-next-line no-explicit-any -- the owner feature narrows what it reads
export type Json = ColumnType<any, string, string>
// oxlint-disable-next-line no-explicit-any
export type NullableJson = ColumnType<any, string | null | undefined, string | null>
// oxlint-disable-next-line no-explicit-any
export type DefaultedJson = ColumnType<any, string | undefined, string>
`

const COLUMNS = `
select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
       (a.atthasdef or a.attidentity <> '') as defaulted
from pg_class c
join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
where c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relname not like 'kysely_%'
order by c.relname, a.attnum`

function typeOf({ type, nullable, defaulted }: Column): string {
  const json = type === 'jsonb' || type === 'json'
  if (json) return nullable ? 'NullableJson' : defaulted ? 'DefaultedJson' : 'Json'
  const base = type.startsWith('_') ? `${TYPES[type.slice(1)] ?? 'unknown'}[]` : (TYPES[type] ?? 'unknown')
  const full = nullable ? `${base} | null` : base
  return defaulted ? `Generated<${full}>` : full
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
