import { install } from './install.mjs'
import { main, note, step } from './progress.mjs'
import { handOver, NODE, SCRIPTS } from './processes.mjs'

// npm run dev: Vite serves the browser's side on PORT and passes calls on to the server behind it, on the next port,
// which restarts when its files change.
await main(async () => {
  await step('install', install)
  const port = Number(process.env.PORT ?? 3000)
  const host = process.env.HOST ?? '127.0.0.1'
  const server = { PORT: String(port + 1), HOST: '127.0.0.1' }
  note(`http://${host}:${port} (calls go to port ${server.PORT})`)
  await handOver([
    { program: NODE, args: ['--watch', '--watch-preserve-output', 'src/server/main.ts', 'dev'], env: server },
    {
      program: NODE,
      args: [SCRIPTS.vite, '--host', host, '--strictPort', '--clearScreen', 'false'],
      env: { PORT: server.PORT, WEB_PORT: String(port) },
    },
  ])
})
