import { defineConfig } from 'vitest/config'
import { COMPILE_CACHE } from './bin/processes.mjs'

process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'verify/**/*.test.ts',
      'witness/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    globalSetup: ['src/server/testing/global-setup.ts'],
    setupFiles: ['src/server/testing/after-file.ts', 'src/demo/keyless/setup.ts'],
    // Loading the product costs more than most files of tests; they keep no state in modules, so that it is loaded once.
    isolate: false,
    // A machine may be busy: a test that waits for what does not come fails by its own expectation, later than these.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 180_000 } },
    maxWorkers: 2,
    // A worker makes much that is gone with its test.
    execArgv: ['--max-semi-space-size=64'],
  },
})
