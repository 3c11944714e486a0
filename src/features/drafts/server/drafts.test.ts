import { beforeAll, expect, test } from 'vitest'
import { acceptFirstEmployment } from '#features/organisation/server/public.ts'
import { passport } from '#features/passport/server/routes.ts'
import { tenancy } from '#features/tenancy/server/routes.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { draft, dropDraft, saveDraft } from '../contract.ts'
import { drafts } from './routes.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people', features: [tenancy, passport(acceptFirstEmployment), drafts] })
})

const params = { key: 'order-edit:0195a000-0000-7000-8000-000000000001' }

test('a draft is kept, replaced, read back and dropped', async () => {
  const buyer = await system.login('buyer')
  expect(await buyer.call(draft, { params })).toEqual({ content: null, savedAt: null })
  await buyer.call(saveDraft, { params, body: { content: { title: '一', rows: [1, 2] } } })
  const { savedAt } = await buyer.call(saveDraft, { params, body: { content: { title: '二' } } })
  expect(await buyer.call(draft, { params })).toEqual({ content: { title: '二' }, savedAt })
  await buyer.call(dropDraft, { params })
  expect((await buyer.call(draft, { params })).content).toBeNull()
})

test('nobody else reads it', async () => {
  const buyer = await system.login('buyer')
  await buyer.call(saveDraft, { params, body: { content: { title: '密' } } })
  const colleague = await system.login('buyer2')
  expect((await colleague.call(draft, { params })).content).toBeNull()
  expect((await system.client().refused(draft, { params })).status).toBe(401)
})

test('too large, and anything that would tell a price, is refused', async () => {
  const supplier = await system.login('supplier1')
  const big = { content: { text: 'x'.repeat(1024 * 1024) } }
  expect((await supplier.refused(saveDraft, { params, body: big })).status).toBe(413)
  for (const key of ['price-sheet:1', 'bid:1', 'bid-price:1', 'quote:1', 'order:1:prices']) {
    const refused = await supplier.refused(saveDraft, { params: { key }, body: { content: {} } })
    expect(refused).toMatchObject({ code: 10001, status: 400 })
  }
})
