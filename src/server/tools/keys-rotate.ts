import { readConfig } from '../config.ts'
import { reachDatabase } from '../database/reach.ts'
import { rotateKeys } from '../secrecy/rotate.ts'

/**
 * New keys for mobile, identity and account numbers: `npm run keys:rotate`, also while servers run. One line per table with
 * the number of rows written anew; broken off, the next run goes on.
 */
const config = readConfig()
const database = await reachDatabase(config)
try {
  const { version, isResumed, rows, retired } = await rotateKeys(database.url, {
    secret: config.secret,
    onProgress: (table, done) => console.log(`  ${table}: ${done}`),
  })
  const old = retired.length === 0 ? '' : `, version ${retired.join(', ')} retired`
  console.log(`✓ ${isResumed ? 'resumed' : 'began'} version ${version}: ${rows} rows${old}`)
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await database.close()
}
