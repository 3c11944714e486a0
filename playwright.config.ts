import { createServer, type AddressInfo } from 'node:net'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'

// Journeys (`e2e`) and pictures (`shots`) run in a real browser against the product itself, started for them on a free
// port. The config is read again by every worker, hence the port in the environment. BASE_URL tests a running system.
const port = (process.env.KAIBIAO_E2E_PORT ??= String(await freePort()))
const baseURL = process.env.BASE_URL ?? `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Long, since a machine may be busy: a test that waits for what does not come fails by its own expectation.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // One server, one demonstration world, two cores: files run side by side, the tests of a file in their order. One more
  // than there are cores, since a journey often waits for a clock or a second look.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  use: {
    baseURL,
    browserName: 'chromium',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOptions(),
    // Recording costs as much as the browser itself. TRACE=1 to find out why something failed.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'e2e', testMatch: '**/*.test.ts', testIgnore: 'shots/**' },
    { name: 'shots', testMatch: 'shots/**/*.shot.ts' },
  ],
  ...(process.env.BASE_URL
    ? {}
    : {
        webServer: {
          command: 'node_modules/.bin/node e2e/server.ts',
          // The world is played while journeys on systems of their own run: who needs it waits (`worldIsPlayed`).
          url: `${baseURL}/api/health`,
          env: { PORT: port, HOST: '127.0.0.1' },
          timeout: 300_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
        },
      }),
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port: free } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return free
}
