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

/** What every employee sees of the own company, and what only its administrators do. */
const OPEN = ['/enterprise/certificate/info', '/enterprise/account-info']
const KEPT = ['service-dredge', 'app-management', 'tied-card', 'brand-application'].map((name) => `/enterprise/${name}`)
const BUYING = ['/purchaser/bidding/list', '/purchaser/register/list', '/expert/manage']

test('everybody gets the menus of the own workbenches only', async () => {
  const of = async (account: string) => (await system.login(account)).call(menus, {})
  const buyer = await of('buyer')
  expect(paths(buyer.purchaser)).toEqual(['/', ...BUYING, ...OPEN, ...KEPT])
  expect([buyer.agent, buyer.supplier, buyer.expert, buyer.admin, buyer.noRight]).toEqual([[], [], [], [], []])
  const plain = await of('buyer2')
  expect(paths(plain.purchaser)).toEqual(['/', ...OPEN])
  expect(plain.noRight).toEqual([...BUYING, ...KEPT])
  const supplier = await of('supplier1')
  expect(supplier.supplier.find((i) => i.code === 'services')).toMatchObject({
    name: '投标服务&CA',
    children: [{ name: '证书', path: '/supplier/bid-keys' }],
  })
  expect(paths((await of('agent')).agent)).toContain('/agency/bidding/list')
  expect(paths((await of('expert1')).expert)).toEqual(['/', '/review/tasks'])
  expect(paths((await of('admin')).admin)).toEqual([
    '/',
    '/admin/company-audits',
    '/admin/service-audits',
    '/admin/brand-applications',
    '/admin/companies',
    '/admin/grayscale-releases',
    '/admin/tenants',
    '/admin/audit-trail',
  ])
  expect(await of('multi')).toMatchObject({ purchaser: [], agent: [] })
})
