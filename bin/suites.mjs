import { existsSync, readFileSync } from 'node:fs'
import { NODE, run, SCRIPTS } from './processes.mjs'

/** Runs the vitest suite; `report` is a scratch file. A file that cannot even be loaded counts as one failure. */
export async function runVitest(paths, report) {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...paths]
  const code = await run(NODE, [SCRIPTS.vitest, ...args])
  const found = read(report)
  return { ...settle(code, vitestCounts(found)), failures: vitestFailures(found) }
}

/** Runs the browser journeys against a server of their own; `report` is a scratch file. */
export async function runPlaywright(paths, { report, browser, project = 'e2e' }) {
  const args = ['test', `--project=${project}`, '--reporter=list,json', ...paths]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROME_PATH: browser, ...PLAIN_TYPES }
  const code = await run(NODE, [SCRIPTS.playwright, ...args], env)
  const found = read(report)
  return { ...settle(code, playwrightCounts(found)), failures: playwrightFailures(found) }
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

/** What failed by a vitest JSON report, as text: an hour of output later nobody scrolls back to it. */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${name}\n${excerpt(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages }) => `${name} › ${fullName}\n${excerpt(failureMessages.join('\n'))}`,
    )
  })
}

/** What failed by a Playwright JSON report, as text, with what the page showed then. */
export function playwrightFailures(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  return (report?.suites ?? []).flatMap(specs).flatMap(({ file, title, tests }) =>
    tests
      .flatMap(({ results }) => results.slice(0, 1))
      .filter(({ status }) => !['passed', 'skipped', 'interrupted'].includes(status))
      .map(({ errors = [], attachments = [] }) => {
        const page = attachments.find(({ name, path }) => name === 'error-context' && path && existsSync(path))
        const shown = page ? snapshotIn(readFileSync(page.path, 'utf8')) : ''
        return `${file} › ${title}\n${excerpt(errors.map(({ message }) => message).join('\n'))}${shown}`
      }),
  )
}

/** What the page showed, of the file that Playwright writes for a failure; the rest of it is said already. */
function snapshotIn(text) {
  const [, snapshot = ''] = text.split('# Page snapshot')
  return snapshot && `\n${excerpt(snapshot.split('# Test source')[0].trim(), 120)}`
}

/** The first lines, without colours. */
function excerpt(text, lines = 20) {
  return (text ?? '')
    .replace(/\u001B\[[\d;]*m/g, '')
    .split('\n')
    .slice(0, lines)
    .join('\n')
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
