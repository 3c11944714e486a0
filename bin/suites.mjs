import { existsSync, readFileSync } from 'node:fs'
import { NODE, run, SCRIPTS } from './processes.mjs'

/** Runs the vitest suite; `report` is a scratch file. A file that cannot even be loaded counts as one failure. */
export async function runVitest(paths, report) {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...paths]
  const code = await run(NODE, [SCRIPTS.vitest, ...args])
  return settle(code, vitestCounts(read(report)))
}

/** Runs the browser journeys against a server of their own; `report` is a scratch file. */
export async function runPlaywright(paths, { report, browser, project = 'e2e' }) {
  const args = ['test', `--project=${project}`, '--reporter=list,json', ...paths]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROME_PATH: browser, ...PLAIN_TYPES }
  const code = await run(NODE, [SCRIPTS.playwright, ...args], env)
  return settle(code, playwrightCounts(read(report)))
}

/** Node itself reads our TypeScript: compiling it once more takes Playwright a quarter of a minute on a fresh clone. */
export const PLAIN_TYPES = { PW_DISABLE_TS_ESM: '1' }

/** Sum of results. */
export function total(results) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped = 0 } of results) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  return sum
}

/** Counts of a vitest JSON report. */
export function vitestCounts(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts of a Playwright JSON report. A test that passes only when tried again has failed. */
export function playwrightCounts(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

/** A run that ended badly, or ran nothing, without any test to blame has failed all the same. */
export function settle(code, counts) {
  const silent = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  return silent ? { ...counts, failed: 1 } : counts
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
