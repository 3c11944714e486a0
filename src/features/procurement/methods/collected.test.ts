import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const HOME = join(import.meta.dirname, '..')

/** What a step may bring, and the file that puts those of all steps together. */
const COLLECTED = [
  ['settings.ts', 'rules/settings.ts'],
  ['server.ts', 'server/step-servers.ts'],
  ['server-messages.ts', 'server/messages.ts'],
  ['buyer.ts', 'web/buyer/order-form/step-buyers.ts'],
] as const

test.each(COLLECTED)('the %s of every step stands in %s', (part, list) => {
  const text = readFileSync(join(HOME, list), 'utf8')
  const brought = globSync(`steps/*/${part}`, { cwd: HOME })
  expect(brought.length).toBeGreaterThan(5)
  expect(brought.filter((path) => !text.includes(`/${path}'`))).toEqual([])
})

test('every step is among all steps', () => {
  const text = ['pages', 'bidding-family'].map((name) => readFileSync(join(HOME, `methods/${name}.ts`), 'utf8')).join()
  expect(globSync('steps/*/step.ts', { cwd: HOME }).filter((path) => !text.includes(`/${path}'`))).toEqual([])
})
