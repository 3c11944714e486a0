import { beforeAll, expect, test } from 'vitest'
import { loadPeople } from '#demo/people.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import type { MenuItem } from '../contract.ts'
import { menus } from '../contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ seed: loadPeople })
})

const paths = (items: readonly MenuItem[]): string[] =>
  items.flatMap((i) => [...(i.path ? [i.path] : []), ...paths(i.children ?? [])])

test('everybody gets the menus of the own workbenches only', async () => {
  const of = async (account: string) => (await system.login(account)).call(menus, {})
  const buyer = await of('buyer')
  expect(paths(buyer.purchaser)).toEqual([
    '/',
    '/purchaser/bidding/list',
    '/purchaser/register/list',
    '/expert/manage',
    '/enterprise/workflow-approval',
  ])
  expect([buyer.agent, buyer.supplier, buyer.expert, buyer.admin, buyer.noRight]).toEqual([[], [], [], [], []])
  const plain = await of('buyer2')
  expect(paths(plain.purchaser)).toEqual(['/'])
  expect(plain.noRight).toEqual(paths(buyer.purchaser).slice(1))
  const supplier = await of('supplier1')
  expect(supplier.supplier.find((i) => i.code === 'services')).toMatchObject({
    name: '投标服务&CA',
    children: [{ name: '证书', path: '/supplier/bid-keys' }],
  })
  expect(paths((await of('agent')).agent)).toContain('/agency/bidding/list')
  expect(paths((await of('expert1')).expert)).toEqual(['/', '/review/tasks'])
  expect(paths((await of('admin')).admin)).toEqual([
    '/',
    '/admin/tenants',
    '/admin/audit-trail',
    '/enterprise/workflow-approval',
  ])
  expect(await of('multi')).toMatchObject({ purchaser: [], agent: [] })
})
