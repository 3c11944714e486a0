import { runChecks } from './checks.mjs'
import { install } from './install.mjs'
import { main, step } from './progress.mjs'

// npm run check: types, lint, house rules (imports, cycles, names, sizes, words), format.
await main(async () => {
  await step('install', install)
  const { failed } = await runChecks()
  if (failed > 0) process.exitCode = 1
})
