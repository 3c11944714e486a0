import { beforeAll, expect, test } from 'vitest'
import { TEMPLATE_KINDS } from '#features/templates/rules/kinds.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import type { MenuItem } from '../contract.ts'
import { employeeOneself, superviseInfo } from '#features/passport/contract.ts'
import { menus } from '../contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

const paths = (items: readonly MenuItem[]): string[] =>
  items.flatMap((i) => [...(i.path ? [i.path] : []), ...paths(i.children ?? [])])

const BUYING = [
  '/purchaser/bidding/list',
  '/purchaser/compete/list',
  '/purchaser/compete-sale/list',
  '/purchaser/compete-sale/sale-variety/list',
  '/purchaser/inquiry/list',
  '/purchaser/wl-inquiry/list',
  '/purchaser/negotiation/list',
  '/purchaser/negotiation-v2/list',
  '/purchaser/negotiation-package/list',
  '/purchaser/objection/list',
  '/services/e-signature/tasks',
  '/purchaser/direct-purchase/list',
  '/purchaser/supplement/list',
  '/purchaser/demands/list',
  '/purchaser/medical-demands/list',
  '/purchaser/demands-verification/list',
  '/purchaser/demands/results/list',
  ...['annual', 'department', 'apply'].map((level) => `/purchaser/budget/${level}/list`),
  ...['apply', 'apply-handle', 'plan'].map((page) => `/purchaser/demand-requirement/${page}`),
  '/purchaser/register/list',
  '/purchaser/calibration/list',
  '/purchaser/entrust-project/list',
  '/purchaser/entrust-purchase/list',
  '/purchaser/performance/contract',
  '/purchaser/performance/demand-order',
  '/purchaser/performance/purchaser-order',
  '/purchaser/performance/framework-agreement',
  '/micro/performance',
  '/micro/wuling/bid-list',
  '/micro/wuling/monitor-list',
  ...[
    'library',
    'onboarding/recommend/list',
    'onboarding/direct/list',
    'recruit/list',
    'certificates',
    'blacklist',
    'blacklist/untrust',
    'red-list',
    'grade/hierarchy',
    'grade/rating-rules',
    'evaluation/appraisal',
    'evaluation/hall',
    'evaluation/templates',
    'evaluation/indicators',
    'extraction',
    'sms/tasks',
    'sms/templates',
    'frame-agreements',
  ].map((path) => `/purchaser/supplier-management/${path}`),
  '/expert/manage',
  '/expert/audit',
  ...['project', 'performance', 'demand-verification', 'interview'].map((kind) => `/expert/extraction/${kind}`),
  '/library/bidding/info',
  '/bi',
  '/monitor/statistic/supplier-analysis/detail',
]
/** What every employee sees, and what only who administers the company does. */
const OPEN = [
  '/',
  '/enterprise/certificate/info',
  '/enterprise/account-info',
  '/download-management',
  '/services/schedule/field/overview',
  '/services/schedule/meeting/list',
  '/joint-keys',
  '/services/e-signature/open',
  '/micro/wuling/technical-review',
  '/purchaser/demands/implementation-plan/list',
  '/purchaser/performance/acceptance',
]
const MONEY = [
  '/finance',
  '/finance/orders',
  '/finance/charges',
  '/finance/invoices',
  '/finance/invoices/issuing',
  '/finance/withdrawals',
  '/purchaser/financial-revenue/list',
  '/purchaser/monitor/tender-fee',
  '/services/platform-points/list',
  '/services/e-signature/buy',
]
const KEPT = [
  'organisation',
  'charges',
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
]
  .map((name) => `/enterprise/${name}`)
  .concat(MONEY, '/services/ca/paid/list')

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
    children: [
      { name: '数字证书', path: '/services/ca/paid/list' },
      { name: '投标密钥', path: '/supplier/bid-keys' },
      { name: '签署任务' },
      { name: '电子签章' },
      { name: '签署份数' },
      { name: '会议' },
      { name: '下载中心' },
    ],
  })
  expect(paths(supplier.supplier)).not.toContain('/enterprise/brand-application')
  expect(paths((await of('agent')).agent)).toContain('/agency/bidding/list')
  expect(paths((await of('expert1')).expert)).toEqual([
    '/',
    '/review/tasks',
    '/review/verifications',
    '/review/acceptances',
    '/review/invitations',
    '/review/leave',
    '/micro/wuling/technical-review',
    '/expert/apply',
  ])
  const admin = paths((await of('admin')).admin)
  expect(admin).toEqual(
    expect.arrayContaining(['/admin/company-audits', '/admin/menus', '/enterprise/workflow-approval']),
  )
  expect(admin).not.toContain('/enterprise/organisation')
  expect(await of('multi')).toMatchObject({ purchaser: [], agent: [] })
})

test('an item says what it is, for whom, and what each kind of company calls it', async () => {
  const { supplier } = await (await system.login('supplier1')).call(menus, {})
  const { children = [], ...directory } = supplier.find((i) => i.code === 'enterprise')!
  expect(directory).toMatchObject({ name: '企业管理', type: 1, roles: [] })
  expect(directory.companyTypes).toEqual(
    [1, 2, 3]
      .map((companyType) => ({ companyType, menuName: '企业管理' }))
      .concat({ companyType: 4, menuName: '个人管理' }),
  )
  expect(children.find((i) => i.code === 'login-log')).toMatchObject({
    type: 2,
    roles: ['loginLog', 'businessManagement'],
    extra: { routeName: 'login-log', grayscale: [], meta: { title: '登录日志', hidden: false, isMicro: false } },
  })
  // The hospital is a public institution.
  const { purchaser } = await (await system.login('buyer')).call(menus, {})
  const info = purchaser.flatMap((i) => i.children ?? []).find((i) => i.code === 'certificate-info')
  expect(info?.name).toBe('单位认证')
})

test('embedded apps are told as such, to tenants that have them alone', async () => {
  const appsOf = async (account: string) => {
    const all = await (await system.login(account)).call(menus, {})
    const flat = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((i) => [i, ...flat(i.children ?? [])])
    return flat(
      Object.values(all)
        .flatMap((list) => list as readonly (MenuItem | string)[])
        .filter((i) => typeof i !== 'string'),
    )
      .filter(({ extra }) => extra.meta.isMicro)
      .map(({ path, extra }) => `${extra.meta.microName} ${path}`)
  }
  expect((await appsOf('buyer')).toSorted()).toEqual([
    'performance /micro/performance',
    'wuling /micro/wuling/bid-list',
    'wuling /micro/wuling/monitor-list',
    'wuling /micro/wuling/technical-review',
  ])
  expect(await appsOf('supplier1')).toEqual(['performance /micro/performance'])
  expect(await appsOf('bj-buyer')).toEqual([])
})

test('who was given no right works nowhere; the list of big projects follows the supervision', async () => {
  const employee = "employee set rights = $1 where user_id = (select id from app_user where account = 'newbie')"
  const { rows } = await system.owner.query<{ company_id: string }>(`update ${employee} returning company_id`, [
    ['tendering'],
  ])
  const own = async () => {
    const client = await system.login('newbie')
    const [one, { bigProject }] = [await client.call(employeeOneself, {}), await client.call(superviseInfo, {})]
    return { workbenches: one.workbenches, listed: one.rights.includes('bigProjectList'), bigProject }
  }
  expect(await own()).toEqual({ workbenches: ['purchaser'], listed: false, bigProject: false })
  const features = 'update company_tenant set features = $2 where company_id = $1'
  await system.owner.query(features, [rows[0]!.company_id, ['bigProject']])
  expect(await own()).toEqual({ workbenches: ['purchaser'], listed: true, bigProject: true })
  await system.owner.query(`update ${employee}`, [[]])
  expect(await own()).toEqual({ workbenches: [], listed: false, bigProject: false })
  const client = await system.login('newbie', { workbench: 'purchaser' })
  expect(await client.call(menus, {})).toMatchObject({ purchaser: [], agent: [], supplier: [] })
})
