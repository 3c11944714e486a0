import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { runChecks } from './checks.mjs'
import { install } from './install.mjs'
import { main, note, Refusal, step } from './progress.mjs'
import { openScratch } from './scratch.mjs'
import { openStore } from './store.mjs'
import { runPlaywright, runVitest, total } from './suites.mjs'

const KINDS = ['check', 'unit', 'e2e']

// npm test: everything, also after a failure, and a last line that counts. For developers: `npm test -- --only unit`,
// `check` or `e2e`, followed by paths to run less. DATABASE_URL makes the tests use that PostgreSQL (a role that may
// create databases and roles) in place of the embedded one.
await main(async () => {
  const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
  if (values.only && !KINDS.includes(values.only)) throw new Refusal(`--only takes one of: ${KINDS.join(', ')}`)
  const wants = (kind) => !values.only || values.only === kind
  const scratch = openScratch()
  let store
  const results = []
  /** A preparation counts as a check: its failure is told and the rest goes on. */
  const prepare = async (name, work) => {
    const result = { passed: 1, failed: 0 }
    results.push(result)
    try {
      return await step(name, work)
    } catch (error) {
      note(error instanceof Refusal ? error.message : error.stack)
      Object.assign(result, { passed: 0, failed: 1 })
      return undefined
    }
  }
  try {
    await step('install', install)
    // Types are checked beside the rest, which waits often enough.
    const checks = wants('check') ? runChecks() : undefined
    const browser = wants('unit') || wants('e2e') ? await prepare('browser', ensureBrowser) : undefined
    if (wants('unit') || wants('e2e'))
      store = await prepare('database', () => openStore({ isWhole: positionals.length === 0 }))
    if (wants('e2e')) await prepare('build', () => build())
    if (wants('unit')) results.push(await runVitest(positionals, join(scratch.folder, 'vitest.json')))
    if (checks) results.push(await checks)
    if (wants('e2e')) {
      // Systems of journeys must be ready within minutes: they do not wait for states.
      await store?.made
      if (browser) results.push(await runPlaywright(positionals, { report: join(scratch.folder, 'e2e.json'), browser }))
    }
  } finally {
    await store?.close()
    scratch.remove()
  }
  for (const failure of results.flatMap(({ failures = [] }) => failures)) console.log(`✗ ${failure}`)
  const { passed, failed, skipped } = total(results)
  if (skipped > 0) note(`${skipped} skipped`)
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0 || passed === 0) process.exitCode = 1
})
