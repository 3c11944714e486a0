import { build } from './build.mjs'
import { install } from './install.mjs'
import { main, step } from './progress.mjs'
import { handOver, NODE } from './processes.mjs'
import { SERVER } from './server.mjs'

// npm start: install, build, then the server, which starts its database, loads the demonstration world and prints its
// addresses. PORT, HOST, KAIBIAO_DATA and the addresses of outside services come from the environment: see README.md.
await main(async () => {
  await step('install', install)
  await step('build', () => build())
  await handOver([{ program: NODE, args: [...SERVER.args, SERVER.script, 'start'], env: SERVER.env }])
})
