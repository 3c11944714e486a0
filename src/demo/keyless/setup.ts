import { relative } from 'node:path'
import { expect } from 'vitest'
import { PLAYED_TWICE } from './files.ts'

// Runs before every test file (vitest.config.ts).
const calls = PLAYED_TWICE[relative(process.cwd(), expect.getState().testPath!)]
if (calls) (await import('./twice.ts')).playTwice(calls)
