import { beforeAll, expect, test } from 'vitest'
import { loadPeople } from '#demo/people.ts'
import { TEMPLATE_KINDS } from '#features/templates/rules/kinds.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import type { MenuItem } from '../contract.ts'
import { menus } from '../contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ seed: loadPeople })
})

const OWN_COMPANY = [
  '/enterprise/organisation',
  '/enterprise/association',
  '/enterprise/login-log',
  '/enterprise/data-report',
]

const paths = (items: readonly MenuItem[]): string[] =>
  items.flatMap((i) => [...(i.path ? [i.path] : []), ...paths(i.children ?? [])])

const TEMPLATES = [...TEMPLATE_KINDS.map((kind) => `/enterprise/templates/${kind}`), '/enterprise/demands-category']

test('everybody gets the menus of the own workbenches only', async () => {
  const of = async (account: string) => (await system.login(account)).call(menus, {})
  const buyer = await of('buyer')
  expect(paths(buyer.purchaser)).toEqual([
    '/',
    '/purchaser/bidding/list',
    '/purchaser/register/list',
    '/expert/manage',
    ...OWN_COMPANY,
    ...TEMPLATES,
    '/library/bidding/info',
    '/download-management',
  ])
  expect([buyer.agent, buyer.supplier, buyer.expert, buyer.admin, buyer.noRight]).toEqual([[], [], [], [], []])
  const plain = await of('buyer2')
  expect(paths(plain.purchaser)).toEqual(['/', '/download-management'])
  expect(plain.noRight).toEqual([
    '/purchaser/bidding/list',
    '/purchaser/register/list',
    '/expert/manage',
    ...OWN_COMPANY,
    ...TEMPLATES,
    '/library/bidding/info',
  ])
  const supplier = await of('supplier1')
  expect(supplier.supplier.find((i) => i.code === 'services')).toMatchObject({
    name: '投标服务&CA',
    children: [{ name: '证书', path: '/supplier/bid-keys' }, { name: '下载中心' }],
  })
  expect(paths((await of('agent')).agent)).toContain('/agency/bidding/list')
  expect(paths((await of('expert1')).expert)).toEqual(['/', '/review/tasks'])
  expect(paths((await of('admin')).admin)).toEqual([
    '/',
    '/admin/menus',
    '/admin/message-texts',
    '/admin/tenants',
    '/admin/audit-trail',
    ...TEMPLATES,
  ])
  expect(await of('multi')).toMatchObject({ purchaser: [], agent: [] })
})
