import { ensureBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { main, step } from './progress.mjs'
import { NODE, run, SCRIPTS } from './processes.mjs'

// npm run shots: pictures of the main screens, from the demonstration world, into shots/.
await main(async () => {
  await step('install', install)
  await step('build', () => build())
  const browser = await step('browser', ensureBrowser)
  const args = ['test', '--project=shots', ...process.argv.slice(2)]
  process.exitCode = await run(NODE, [SCRIPTS.playwright, ...args], { CHROME_PATH: browser })
})
