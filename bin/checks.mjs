import { capture, NODE, SCRIPTS } from './processes.mjs'
import { Refusal, step } from './progress.mjs'

/** What can be checked without running the product. One line each; `npm run check` and `npm test` run the same. */
export const CHECKS = [
  // More checkers than one cost three times the processor time and twice the memory on a small machine.
  { name: 'types', args: [SCRIPTS.tsc, '--checkers', '1'] },
  {
    name: 'lint',
    args: [SCRIPTS.oxlint, '--type-aware', '--deny-warnings', '--report-unused-disable-directives', '--format=unix'],
  },
  { name: 'house rules', args: ['tools/lint/main.ts'] },
  { name: 'format', args: [SCRIPTS.oxfmt, '--check', '.'] },
]

/** Runs every check, also after one failed; resolves to the numbers of those that passed and failed. */
export async function runChecks() {
  const result = { passed: 0, failed: 0 }
  for (const { name, args } of CHECKS) {
    try {
      await step(name, async () => {
        const { code, output } = await capture(NODE, args)
        if (code !== 0) throw new Refusal(output.trim())
      })
      result.passed++
    } catch (error) {
      console.log(error.message)
      result.failed++
    }
  }
  return result
}
