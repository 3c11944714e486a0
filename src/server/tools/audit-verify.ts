import pg from 'pg'
import { checkLog } from '../../features/sealed-bids/server/check.ts'
import { growingLog } from '../../features/sealed-bids/server/growing-log.ts'
import { compareWithWitnesses } from '../../features/witnesses/server/compare.ts'
import { verifyChains } from '../audit-chain.ts'
import { auditKey } from '../audit-heads.ts'
import { systemClock } from '../clock.ts'
import { deriveKey, readConfig } from '../config.ts'
import { inContext, type Kernel } from '../context.ts'
import { demandSameSecret } from '../database/agreement.ts'
import { connect } from '../database/connect.ts'
import { appUrl } from '../database/migrate.ts'
import { reachDatabase } from '../database/reach.ts'
import { findSetbacks } from '../marks/find-setbacks.ts'

/**
 * Checks that no audit record was altered or removed: `npm run audit:verify`. Recomputes each tenant's chain, compares it with
 * the heads that were signed and logged, the log with itself, and the log with what its witnesses remember. Prints one line
 * per tenant with the number of records and the hash of the last one; at a fault names the first faulty record, and ends with
 * status 1.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const config = readConfig()
const database = await reachDatabase(config)
const appPassword = deriveKey(config, 'database application role').toString('hex')
const pool = new pg.Pool({ connectionString: database.url, max: 1 })
try {
  const isOurs = await hasSameSecret()
  const reports = await verifyChains(pool, isOurs ? auditKey(config) : null)
  for (const { tenantId, good, head, fault } of reports) {
    if (fault)
      console.error(`✗ tenant ${tenantId}: record ${fault.seq}: ${fault.reason} (${good} good records before it)`)
    else console.log(`✓ tenant ${tenantId}: ${good} records, head ${head}`)
  }
  if (reports.length === 0) console.log('✓ no audit records yet')
  const setbacks = await findSetbacks(pool, config)
  for (const setback of setbacks) console.error(`✗ ${setback}`)
  const isLogWhole = isOurs ? await checkLogs() : unchecked()
  if (setbacks.length > 0 || !isLogWhole || reports.some((report) => report.fault)) process.exitCode = 1
} finally {
  await pool.end()
  await database.close()
}

/** Whether keys that are derived here are those of this database. */
async function hasSameSecret(): Promise<boolean> {
  const client = await pool.connect()
  try {
    await demandSameSecret(client, appPassword)
    return true
  } catch {
    return false
  } finally {
    client.release()
  }
}

/** The logs that hold the heads of the chains, with themselves and with their witnesses. False at a fault. */
async function checkLogs(): Promise<boolean> {
  const connection = connect(appUrl(database.url, appPassword))
  const { db, reserve } = connection
  // Reads alone: nothing else of a kernel is asked for.
  const kernel = { db, reserve, clock: systemClock, config, log: console } as unknown as Kernel
  try {
    const found = await checkLog(kernel, { files: false })
    for (const { tenantId, message } of found) console.error(`✗ tenant ${tenantId}: ${message}`)
    const compared = await compareWithWitnesses(pool, (tenantId, size) =>
      inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, (ctx) => growingLog.hashAt(ctx, size)),
    )
    for (const { tenantId, title, size, fault } of compared) {
      if (fault) console.error(`✗ tenant ${tenantId}: witness ${title}: ${fault}`)
      else if (size === null) console.log(`– tenant ${tenantId}: witness ${title} could not be asked`)
      else console.log(`✓ tenant ${tenantId}: witness ${title}: the log is the one that it cosigned, ${size} entries`)
    }
    return found.length === 0 && compared.every(({ fault }) => fault === null)
  } finally {
    await connection.close()
  }
}

function unchecked(): boolean {
  console.log('– the secret is not that of this database: signatures and logs were not checked')
  return true
}
