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

const paths = (items: readonly MenuItem[]): string[] =>
  items.flatMap((i) => [...(i.path ? [i.path] : []), ...paths(i.children ?? [])])

const BUYING = [
  '/purchaser/bidding/list',
  '/purchaser/compete/list',
  '/purchaser/register/list',
  '/expert/manage',
  '/expert/audit',
  ...['project', 'performance', 'demand-verification', 'interview'].map((kind) => `/expert/extraction/${kind}`),
  '/library/bidding/info',
  '/bi',
  '/monitor/statistic/supplier-analysis/detail',
]
/** What every employee sees, and what only who administers the company does. */
const OPEN = ['/', '/enterprise/certificate/info', '/enterprise/account-info', '/download-management', '/joint-keys']
const KEPT = [
  'organisation',
  'association',
  'service-dredge',
  'app-management',
  'tied-card',
  'workflow-approval',
  'brand-application',
  'login-log',
  'data-report',
  'demands-category',
  ...TEMPLATE_KINDS.map((kind) => `templates/${kind}`),
].map((name) => `/enterprise/${name}`)

test('everybody gets the menus of the own workbenches only', async () => {
  const of = async (account: string) => (await system.login(account)).call(menus, {})
  const buyer = await of('buyer')
  expect(paths(buyer.purchaser).toSorted()).toEqual([...OPEN, ...BUYING, ...KEPT].toSorted())
  // Who administers the company does not audit it.
  const audit = '/enterprise/audit-trail'
  expect([buyer.agent, buyer.supplier, buyer.expert, buyer.admin, buyer.noRight]).toEqual([[], [], [], [], [audit]])
  const plain = await of('buyer2')
  expect(paths(plain.purchaser).toSorted()).toEqual(OPEN.toSorted())
  expect(plain.noRight.toSorted()).toEqual([...BUYING, ...KEPT, audit].toSorted())
  const supplier = await of('supplier1')
  expect(supplier.supplier.find((i) => i.code === 'services')).toMatchObject({
    name: '投标服务&CA',
    children: [{ name: '证书', path: '/supplier/bid-keys' }, { name: '下载中心' }],
  })
  expect(paths(supplier.supplier)).not.toContain('/enterprise/brand-application')
  expect(paths((await of('agent')).agent)).toContain('/agency/bidding/list')
  expect(paths((await of('expert1')).expert)).toEqual([
    '/',
    '/review/tasks',
    '/review/invitations',
    '/review/leave',
    '/expert/apply',
  ])
  const admin = paths((await of('admin')).admin)
  expect(admin).toEqual(
    expect.arrayContaining(['/admin/company-audits', '/admin/menus', '/enterprise/workflow-approval']),
  )
  expect(admin).not.toContain('/enterprise/organisation')
  expect(await of('multi')).toMatchObject({ purchaser: [], agent: [] })
})
