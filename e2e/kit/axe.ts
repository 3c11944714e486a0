import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe asks of no element at all is not reported, and no style sheet is read twice: looking must cost little. */
const OPTIONS = { resultTypes: ['violations'], preload: false, iframes: false }

/**
 * Violations of serious or critical impact on the page as it stands, one line each. The script goes into the page itself:
 * the product has no frames, for whose sake axe's own driver opens a second page and takes five times as long.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const { violations } = await page.evaluate<AxeResults, typeof OPTIONS>(
    (options) => (window as unknown as { axe: { run(options: unknown): Promise<AxeResults> } }).axe.run(options),
    OPTIONS,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes.slice(0, 3).map(describe).join(' | ')}`)
}

function describe({ target, failureSummary }: { target: unknown[]; failureSummary?: string }): string {
  return `${target.join(' ')} [${failureSummary?.split('\n').slice(1, 2).join(' ').trim() ?? ''}]`
}
