import { afterAll } from 'vitest'
import { endTestSystems } from './test-system.ts'

// Runs around every test file (vitest.config.ts).
afterAll(endTestSystems)
