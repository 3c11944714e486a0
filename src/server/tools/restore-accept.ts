import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../config.ts'
import { reachDatabase } from '../database/reach.ts'
import { headOf, HEADS } from '../marks/keeper.ts'
import { writeMarks } from '../marks/mark-file.ts'

/**
 * An operator accepts that a database was restored from an older copy: `npm run restore:accept -- --reason "…"`. Lists
 * what is gone, records who accepted it and why in each tenant's audit trail, and lets bids and receipts go on.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const { values } = parseArgs({ options: { reason: { type: 'string' }, by: { type: 'string' } } })
const reason = values.reason?.trim() ?? ''
const by = values.by?.trim() || userInfo().username
const config = readConfig()
const database = await reachDatabase(config)
const client = new pg.Client({ connectionString: database.url })
await client.connect()
try {
  const { rows: open } = await client.query<{ tenant_id: number; kind: string; size: number; found_size: number }>(
    'select tenant_id, kind, size, found_size from record_hold where released_at is null order by tenant_id, kind',
  )
  for (const { tenant_id: tenantId, kind, size, found_size: found } of open)
    console.log(
      `  租户 ${tenantId}，${kind === 'audit' ? '审计记录' : '投标日志'}：已确认 ${size} 条，现有 ${found} 条`,
    )
  if (open.length === 0) console.log('✓ 没有需要确认的记录')
  else if (reason.length < 5) {
    console.error('✗ 请说明原因（至少 5 个字）：npm run restore:accept -- --reason "…"')
    process.exitCode = 1
  } else {
    await accept([...new Set(open.map((row) => row.tenant_id))])
    console.log('✓ 已确认并记入审计日志，投标和回执恢复受理')
  }
} finally {
  await client.end()
  await database.close()
}

async function accept(tenants: readonly number[]): Promise<void> {
  await client.query('begin')
  for (const tenantId of tenants) {
    const { rows } = await client.query(
      `update record_hold set released_at = now(), released_by = $2, reason = $3
       where tenant_id = $1 and released_at is null returning kind, size, encode(hash, 'hex') as hash, found_size as found`,
      [tenantId, by, reason],
    )
    const now = new Date().toISOString()
    const fact = {
      action: 'record.accept',
      entity: 'record',
      entityId: String(tenantId),
      summary: `运维人员确认数据库由较早的备份恢复：${reason}`,
      data: { by, reason, records: rows },
      at: now,
      userId: null,
      userName: by,
      companyId: null,
      companyName: '',
      workbench: null,
      ip: '',
      requestId: '',
    }
    await client.query(`select set_config('app.tenant', $1, true)`, [String(tenantId)])
    await client.query('select kb_record($1, $2, $3)', [JSON.stringify([fact]), '[]', now])
  }
  await client.query('commit')
  const { rows: identity } = await client.query<{ id: string }>('select id from database_identity')
  const { rows: heads } = await client.query(HEADS)
  // From now on the database as it is counts, also where it is shorter.
  await writeMarks(config, identity[0]!.id, { at: new Date().toISOString(), heads: heads.map(headOf) })
}
