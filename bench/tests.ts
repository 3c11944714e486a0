import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from '../bin/browser.mjs'
import { build } from '../bin/build.mjs'
import { openScratch } from '../bin/scratch.mjs'
import { PLAIN_TYPES } from '../bin/suites.mjs'
import type { FileCpu } from './cpu-reporter.ts'

/*
 * What tests cost: CPU seconds per file, of Node, PostgreSQL and the browser, the dearest first, and seconds of the clock.
 * `node bench/tests.ts unit|e2e [paths]`. One worker, so that what is used belongs to one file; Linux only. CPU seconds hardly
 * change while others use the machine, the clock does.
 */
const [kind, ...paths] = process.argv.slice(2)
const reporter = join(import.meta.dirname, 'cpu-reporter.ts')
const runs: Record<string, { args: string[]; prepare?: () => Promise<void> }> = {
  unit: { args: ['vitest/vitest.mjs', 'run', '--maxWorkers', '1', '--reporter=default', `--reporter=${reporter}`] },
  e2e: {
    args: ['@playwright/test/cli.js', 'test', '--project=e2e', '--workers=1', `--reporter=line,${reporter}`],
    prepare: build,
  },
}
const run = runs[kind ?? '']
if (!run) throw new Error('unit or e2e?')
await run.prepare?.()
const scratch = openScratch()
const report = join(scratch.folder, 'cpu.json')
const env = {
  ...process.env,
  KAIBIAO_CPU_REPORT: report,
  ...(kind === 'e2e' && { ...PLAIN_TYPES, CHROME_PATH: ensureBrowser() }),
}
const [script, ...args] = run.args
const modules = join(import.meta.dirname, '../node_modules')
const { status } = spawnSync(process.execPath, [join(modules, script!), ...args, ...paths], { stdio: 'inherit', env })
const rows = JSON.parse(readFileSync(report, 'utf8')) as FileCpu[]
scratch.remove()

const sumOf = ({ node, postgres, browser }: FileCpu) => node + postgres + browser
console.log('   CPU s     node postgres  browser    clock')
for (const row of rows.toSorted((a, b) => sumOf(b) - sumOf(a))) print(row)
const all = (part: 'node' | 'postgres' | 'browser' | 'clock') => rows.reduce((sum, row) => sum + row[part], 0)
print({ file: 'all', node: all('node'), postgres: all('postgres'), browser: all('browser'), clock: all('clock') })
process.exitCode = status ?? 1

function print(row: FileCpu): void {
  const figures = [sumOf(row), row.node, row.postgres, row.browser, row.clock].map((figure) =>
    figure.toFixed(2).padStart(8),
  )
  console.log(`${figures.join(' ')}  ${row.file}`)
}
