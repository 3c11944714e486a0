import pg from 'pg'
import { verifyChains } from '../audit-chain.ts'
import { readConfig } from '../config.ts'
import { reachDatabase } from '../database/reach.ts'
import { findSetbacks } from '../marks/find-setbacks.ts'

/**
 * Checks that no audit record was altered or removed: `npm run audit:verify`. Prints one line per tenant with the number
 * of records and the hash of the last one; at a fault names the first faulty record, and ends with status 1.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const config = readConfig()
const database = await reachDatabase(config)
const pool = new pg.Pool({ connectionString: database.url, max: 1 })
try {
  const reports = await verifyChains(pool)
  for (const { tenantId, good, head, fault } of reports) {
    if (fault)
      console.error(`✗ tenant ${tenantId}: record ${fault.seq}: ${fault.reason} (${good} good records before it)`)
    else console.log(`✓ tenant ${tenantId}: ${good} records, head ${head}`)
  }
  if (reports.length === 0) console.log('✓ no audit records yet')
  const setbacks = await findSetbacks(pool, config)
  for (const setback of setbacks) console.error(`✗ ${setback}`)
  if (setbacks.length > 0 || reports.some((report) => report.fault)) process.exitCode = 1
} finally {
  await pool.end()
  await database.close()
}
