import pg from 'pg'
import { inColumns } from '../database/column-names.ts'
import { SEALED_COLUMNS } from '../database/tables.ts'
import { type Cipher, type SealedColumn, versionOf } from './cipher.ts'
import type { Sealed } from './sealed.ts'

/** Rows of one transaction: their locks are held for some milliseconds. */
const BATCH = 500
const ATTEMPTS = 5

export type OnProgress = (table: string, rows: number) => void

/**
 * Seals under the newest key whatever is not: plain texts, and those of older versions. In batches of their own transactions,
 * so it may break off anywhere and be run again, while others read and write. Returns the number of rows written.
 */
export async function resealAll(owner: pg.ClientBase, cipher: Cipher, onProgress?: OnProgress): Promise<number> {
  const { rows: tenants } = await owner.query<{ id: number }>('select id from tenant order by id')
  let all = 0
  for (const [table, columns] of Map.groupBy(COLUMNS, (column) => split(column)[0])) {
    let done = 0
    // What belongs to tenants is seen one tenant at a time, by the owner as well.
    for (const tenantId of SEALED_COLUMNS[columns[0]!].ofTenant ? tenants.map(({ id }) => id) : [null])
      done += await resealTable(owner, cipher, { table, columns, tenantId })
    if (done > 0) onProgress?.(table, done)
    all += done
  }
  return all
}

const COLUMNS = Object.keys(SEALED_COLUMNS) as SealedColumn[]

interface Place {
  table: string
  /** All of the table: a row is sealed whole, for its constraints are checked together. */
  columns: readonly SealedColumn[]
  /** null: the table is of no tenant. */
  tenantId: number | null
}

/** A row's key, and what stands in its columns, in their order. */
interface Row {
  key: string[]
  values: (string | null)[]
}

async function resealTable(owner: pg.ClientBase, cipher: Cipher, place: Place): Promise<number> {
  let done = 0
  let after: string[] | null = null
  for (;;) {
    const from: string[] | null = after
    const batch: Row[] = await again(() =>
      inTransaction(owner, place.tenantId, () => resealBatch(owner, cipher, { place, after: from })),
    )
    done += batch.length
    if (batch.length < BATCH) return done
    after = batch.at(-1)!.key
  }
}

/** A deadlock with the work of others undoes a batch; it is made once more. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error
    }
  }
}

async function inTransaction<T>(owner: pg.ClientBase, tenantId: number | null, work: () => Promise<T>): Promise<T> {
  await owner.query('begin')
  try {
    await owner.query(`select set_config('app.tenant', $1, true), set_config('app.reseal', 'on', true)`, [
      String(tenantId ?? ''),
    ])
    const value = await work()
    await owner.query('commit')
    return value
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}

async function resealBatch(
  owner: pg.ClientBase,
  cipher: Cipher,
  { place, after }: { place: Place; after: string[] | null },
): Promise<Row[]> {
  const { table, columns, tenantId } = place
  const names = columns.map((column) => pg.escapeIdentifier(split(column)[1]))
  const key = SEALED_COLUMNS[columns[0]!].key.map(pg.escapeIdentifier)
  const { rows } = await owner.query<Row>(
    `select array[${key.map((one) => `${one}::text`).join(', ')}] as key, array[${names.join(', ')}] as values from ${table}
     where ${tenantId === null ? 'true' : `tenant_id = ${tenantId}`}
       and ${after === null ? 'true' : `(${key.join(', ')}) > (${after.map(pg.escapeLiteral).join(', ')})`}
       and (${columns.map((column) => staleOf(cipher, column)).join(' or ')})
     order by ${key.join(', ')} limit ${BATCH} for update`,
  )
  if (rows.length === 0) return rows
  const given = rows.map((row) => resealed(cipher, columns, row))
  const set = columns
    .flatMap(fieldsOf)
    .map((field) => `${pg.escapeIdentifier(field)} = n.${pg.escapeIdentifier(field)}`)
  await owner.query(
    `update ${table} t set ${set.join(', ')} from json_populate_recordset(null::${table}, $1) n
     where ${key.map((one) => `t.${one} = n.${one}`).join(' and ')}`,
    [JSON.stringify(given)],
  )
  return rows
}

/** As a condition: there is a value, and it or its hash is not of the newest version. */
function staleOf(cipher: Cipher, column: SealedColumn): string {
  const [value, hash] = fieldsOf(column).map(pg.escapeIdentifier)
  const isHashed = hash === undefined ? 'true' : `coalesce(starts_with(${hash}, '${cipher.newest}.'), false)`
  return `(${value} <> '' and not (starts_with(${value}, 'v${cipher.newest}.') and ${isHashed}))`
}

/** The column and the hashes beside it. */
function fieldsOf(column: SealedColumn): string[] {
  const [, name] = split(column)
  const { hash, tail } = SEALED_COLUMNS[column]
  return [name, ...(hash ? [`${name}_hash`] : []), ...(tail ? [`${name}_tail`] : [])]
}

function resealed(cipher: Cipher, columns: readonly SealedColumn[], { key, values }: Row): object {
  const rowId = key.join('/')
  const fields = columns.map((column, i) => {
    const value = values[i]!
    if (value === null || value === '') return { [split(column)[1]]: value }
    const isPlain = versionOf(value) === null
    const plain = isPlain ? value : cipher.open(column, rowId, value as unknown as Sealed)
    return inColumns(cipher.fields(column, rowId, plain))
  })
  const names = SEALED_COLUMNS[columns[0]!].key.map((name, i) => [name, key[i]] as const)
  return Object.assign({}, ...fields, Object.fromEntries(names))
}

function split(column: SealedColumn): [table: string, name: string] {
  return column.split('.') as [string, string]
}
