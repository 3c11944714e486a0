import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const SERIOUS = ['serious', 'critical']

const require = createRequire(import.meta.url)
const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

interface Rule {
  id: string
  impact: string
  enabled: boolean
  tags: string[]
}

/** What axe looks for by itself, as far as breaking it is serious: the rest takes a third of the time and is not reported. */
const RULES = (require('axe-core') as { _audit: { rules: Rule[] } })._audit.rules
  .filter(({ impact, enabled }) => enabled && SERIOUS.includes(impact))
  .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('deprecated'))
  .map(({ id }) => id)

/** What axe asks of no element at all is not reported, and no style sheet is read twice: looking must cost little. */
const OPTIONS = {
  resultTypes: ['violations'],
  preload: false,
  iframes: false,
  runOnly: { type: 'rule', values: RULES },
}

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
    .filter(({ impact }) => SERIOUS.includes(impact ?? ''))
    .map(({ id, nodes }) => `${id} at ${nodes.slice(0, 3).map(describe).join(' | ')}`)
}

function describe({ target, failureSummary }: { target: unknown[]; failureSummary?: string }): string {
  return `${target.join(' ')} [${failureSummary?.split('\n').slice(1, 2).join(' ').trim() ?? ''}]`
}
