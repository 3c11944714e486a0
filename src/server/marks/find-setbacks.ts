import type pg from 'pg'
import { clockFault, describeLoss } from './check.ts'
import { headOf, HEADS } from './keeper.ts'
import { type Places, readMarks } from './mark-file.ts'

/**
 * The same comparison as at the start, for commands: a clock set back, records shorter than acknowledged, tenants on
 * hold. Changes nothing. The pool is the owner's.
 */
export async function findSetbacks(pool: pg.Pool, places: Places): Promise<string[]> {
  const { rows: known } = await pool.query<{ id: string; found: boolean }>(
    `select to_regclass('public.database_identity') is not null as found`,
  )
  if (!known[0]!.found) return []
  const { rows: identity } = await pool.query<{ id: string }>('select id from database_identity')
  const marks = readMarks(places, identity[0]!.id)
  const { rows: time } = await pool.query<{ ms: string; newest: Date | null }>(
    `select ms, (select max(at) from audit_record) as newest from clock_shift`,
  )
  const now = new Date(Date.now() + Number(time[0]!.ms))
  const said = [clockFault(now, { noted: marks?.at ?? null, newest: time[0]!.newest }) ?? []].flat()
  const { rows: held } = await pool.query<HoldRow>('select * from record_hold order by tenant_id, kind, size')
  for (const row of held)
    if (!row.released_at)
      said.push(
        describeLoss({ tenantId: row.tenant_id, kind: row.kind, size: Number(row.size) }, Number(row.found_size)),
      )
  const { rows } = await pool.query(HEADS)
  const heads = rows.map(headOf)
  for (const mark of marks?.heads ?? []) {
    if (held.some((row) => row.tenant_id === mark.tenantId && row.hash.toString('hex') === mark.hash)) continue
    const head = heads.find(({ tenantId, kind }) => tenantId === mark.tenantId && kind === mark.kind)
    const isSame = head && (head.size > mark.size || (head.size === mark.size && head.hash === mark.hash))
    if (!isSame && mark.size > 0) said.push(describeLoss(mark, head?.size ?? 0))
  }
  return said
}

interface HoldRow {
  tenant_id: number
  kind: string
  size: string
  hash: Buffer
  found_size: string
  released_at: Date | null
}
