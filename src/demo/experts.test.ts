import { beforeAll, expect, test } from 'vitest'
import { expertPage } from '#features/experts/contract.ts'
import { applicationPage } from '#features/experts/contract-audit.ts'
import { extractionPage } from '#features/experts/contract-extraction.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { loadExperts } from './experts.ts'

let t: TestSystem
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  await loadExperts(t, t.base)
})

test('the demonstration shows a library, applications in every state and extractions in every state', async () => {
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  expect((await buyer.call(expertPage, { query: { library: 'platform' } })).total).toBeGreaterThanOrEqual(45)
  expect((await buyer.call(expertPage, { query: { library: 'company' } })).total).toBe(3)
  for (const status of [0, 2]) expect((await buyer.call(applicationPage, { query: { status } })).total).toBe(1)
  const admin = await t.login('admin', { workbench: 'admin' })
  for (const [status, count] of [
    [0, 2],
    [1, 1],
  ] as const)
    expect((await admin.call(applicationPage, { query: { status } })).total).toBe(count)
  const { counts } = await buyer.call(extractionPage, { query: {} })
  expect(counts).toEqual({ all: 4, 0: 1, 1: 1, 2: 1, 3: 1 })
})
