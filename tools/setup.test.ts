import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../bin/build.mjs'
import { isInstalled } from '../bin/install.mjs'
import { playwrightCounts, playwrightFailures, settle, total, vitestCounts, vitestFailures } from '../bin/suites.mjs'

const root = mkdtempSync(join(tmpdir(), 'kaibiao-setup-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
}

it('asks for nothing that the earliest Node 20 lacks: the set-up runs on whatever is there', () => {
  const folder = join(import.meta.dirname, '../bin')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
  expect(scripts.length).toBeGreaterThan(8)
  const modern =
    /import\.meta\.(?:dirname|filename|resolve|main)\b|Object\.groupBy|Promise\.(?:try|withResolvers)|\.isWellFormed\(|node:sqlite/
  const asking = scripts.filter((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .some((line) => !/^\s*(?:\/\/|\*)/.test(line) && modern.test(line)),
  )
  expect(asking).toEqual([])
})

it('installs when something asked for is missing, other, or was never finished', () => {
  const wanted = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/b': { version: '1.0.0', integrity: 'y', optional: true },
  }
  write('package-lock.json', { packages: wanted })
  write('node_modules/.bin/node', '')
  expect(isInstalled(root)).toBe(false)
  const installed = (a: unknown) => write('node_modules/.package-lock.json', { packages: a })
  installed({ 'node_modules/a': wanted['node_modules/a'] })
  expect(isInstalled(root)).toBe(true)
  installed({ 'node_modules/b': wanted['node_modules/b'] })
  expect(isInstalled(root)).toBe(false)
  installed({ ...wanted, 'node_modules/a': { version: '1.0.1', integrity: 'x' } })
  expect(isInstalled(root)).toBe(false)
  installed({ ...wanted, 'node_modules/b': { version: '1.0.0', integrity: 'z' } })
  expect(isInstalled(root)).toBe(false)
})

it('builds a side again when a source of it changes, appears or goes, not for what only the other reads', () => {
  write('src/web/a.ts', 'a')
  write('src/features/x/server/routes.ts', 'a')
  const both = () => ({ web: fingerprintOf(root, 'web'), server: fingerprintOf(root, 'server') })
  const before = both()
  write('src/web/a.test.ts', 'new')
  expect(both()).toEqual(before)
  write('src/features/x/server/routes.ts', 'changed')
  expect(both()).toEqual({ web: before.web, server: expect.not.stringMatching(before.server) })
  const between = both()
  write('src/web/b.ts', 'new')
  expect(both()).toEqual({ web: expect.not.stringMatching(between.web), server: between.server })
  rmSync(join(root, 'src/web/b.ts'))
  expect(both()).toEqual(between)
  write('src/demo/play/buyer.ts', 'new')
  expect(both().web).toBe(between.web)
  rmSync(join(root, 'src/demo/play/buyer.ts'))
  for (const path of ['src/demo/web/b.tsx', 'src/demo/contract.ts']) {
    write(path, 'new')
    expect(both().web).not.toBe(between.web)
    rmSync(join(root, path))
  }
  expect(both()).toEqual(between)
  utimesSync(join(root, 'src/web/a.ts'), new Date(), new Date(0))
  expect(both()).toEqual({ web: expect.not.stringMatching(between.web), server: between.server })
  write('src/contract/money.ts', 'new')
  const { web, server } = both()
  expect(web).not.toBe(between.web)
  expect(server).not.toBe(between.server)
})

describe('the last line of npm test', () => {
  const assertion = (status: string) => ({ status })
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  const failed = { status: 'failed', assertionResults: [assertion('passed'), assertion('failed')] }

  it('counts a test file that cannot be loaded as one failure', () => {
    expect(vitestCounts({ ...vitest, testResults: [failed] })).toEqual({ passed: 5, failed: 1, skipped: 3 })
    const broken = { status: 'failed', assertionResults: [] }
    expect(vitestCounts({ ...vitest, testResults: [failed, broken] }).failed).toBe(2)
  })

  it('counts a test that passes only the second time as failed', () => {
    expect(playwrightCounts({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
    })
  })

  it('counts a run that broke, or ran nothing, as a failure', () => {
    expect(settle(1, vitestCounts(undefined)).failed).toBe(1)
    expect(settle(0, vitestCounts(undefined)).failed).toBe(1)
    expect(settle(1, { passed: 3, failed: 0, skipped: 0 }).failed).toBe(1)
    expect(settle(1, { passed: 3, failed: 2, skipped: 0 }).failed).toBe(2)
    expect(settle(0, { passed: 3, failed: 0, skipped: 0 }).failed).toBe(0)
  })

  it('is preceded by what failed, with what the page showed', () => {
    const red = (text: string) => `\u001B[31m${text}\u001B[39m`
    const results = [{ fullName: 'adds up', status: 'failed', failureMessages: [red('expected 2')] }]
    const broken = { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
    expect(
      vitestFailures({
        testResults: [
          { name: 'a.test.ts', status: 'failed', assertionResults: [...results, { status: 'passed' }] },
          broken,
          { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
        ],
      }),
    ).toEqual(['a.test.ts › adds up\nexpected 2', 'b.test.ts\nno such module'])
    write('error-context.md', '# Error\n\n# Page snapshot\n\n- heading "标书"\n\n# Test source\n\n1 | test()')
    const failed = {
      status: 'timedOut',
      errors: [{ message: red('not visible') }],
      attachments: [{ name: 'error-context', path: join(root, 'error-context.md') }],
    }
    const spec = (title: string, result: unknown) => ({ file: 'x.test.ts', title, tests: [{ results: [result] }] })
    const suites = [{ specs: [spec('one', failed)], suites: [{ specs: [spec('two', { status: 'passed' })] }] }]
    expect(playwrightFailures({ suites })).toEqual(['x.test.ts › one\nnot visible\n- heading "标书"'])
    expect(vitestFailures(undefined).concat(playwrightFailures(undefined))).toEqual([])
  })

  it('sums', () => {
    expect(
      total([
        { passed: 1, failed: 0 },
        { passed: 2, failed: 3, skipped: 4 },
      ]),
    ).toEqual({ passed: 3, failed: 3, skipped: 4 })
  })
})
