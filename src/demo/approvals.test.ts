import { expect, test } from 'vitest'
import { testSystem } from '#server/testing/test-system.ts'
import { playApprovals } from './approvals.ts'

test('the other tenant shows an approval in each state, and the main purchaser has none', async () => {
  const t = await testSystem({ from: 'people' })
  await playApprovals(t, t.base)
  const { rows } = await t.owner.query('select tenant_id, status from workflow order by status')
  expect(rows).toEqual([1, 2, 3, 4].map((status) => ({ tenant_id: 3, status })))
  const published = await t.owner.query("select 1 from purchase_order where tenant_id = 3 and state = 'publish.open'")
  expect(published.rowCount).toBe(1)
})
