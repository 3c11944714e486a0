import { afterAll, vi } from 'vitest'
import { endTestSystems } from './test-system.ts'

// Runs around every test file (vitest.config.ts).
const environment = { ...process.env }
afterAll(async () => {
  // A clock that a failed test left stopped would hang the files that follow.
  vi.useRealTimers()
  await endTestSystems()
  // Files share the process: what one sets, such as the address of a gateway, is not the next one's.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
