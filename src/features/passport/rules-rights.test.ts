import { expect, test } from 'vitest'
import { ALL_SERVICES, companyWorkbenches, givableRights, isOn, RIGHTS, rightsIn, SERVICES } from './rules-rights.ts'

const all = { isCertified: true, isPurchaser: true, isAgency: true, isSupplier: true, companyType: 1 }

test.each([
  ['an administrator enters all', all, { rights: [], isAdmin: true }, ['purchaser', 'agency', 'supplier']],
  ['no right given: none', all, { rights: [], isAdmin: false }, []],
  ['what comes by itself opens none', all, { rights: ['default', 'bigProjectList'], isAdmin: false }, []],
  ['a signer signs', all, { rights: [], isAdmin: false, isSigner: true }, ['supplier']],
  ['rights decide', all, { rights: ['tendering'], isAdmin: false }, ['purchaser']],
  ['one right of two workbenches', all, { rights: ['expertManagement'], isAdmin: false }, ['purchaser', 'agency']],
  ['not certified', { ...all, isCertified: false }, { rights: ['tendering'], isAdmin: true }, []],
  [
    'institutions are no agencies',
    { ...all, companyType: 2 },
    { rights: [], isAdmin: true },
    ['purchaser', 'supplier'],
  ],
  ['natural persons only bid', { ...all, companyType: 4 }, { rights: [], isAdmin: true }, ['supplier']],
  ['what the company is not', { ...all, isPurchaser: false }, { rights: ['tendering'], isAdmin: false }, []],
] as const)('%s', (_, company, employee, expected) => {
  expect(companyWorkbenches(company, employee)).toEqual(expected)
})

test('rights: given ones of open workbenches, automatic ones, and those of a role', () => {
  const plain = {
    rights: ['tendering', 'bidding', 'businessManagement', 'platform', 'nonsense'],
    isAdmin: false,
    isSigner: false,
  }
  expect(rightsIn(['purchaser'], plain)).toEqual(['default', 'tendering'])
  expect(rightsIn(['purchaser'], { ...plain, inBigProjects: true })).toEqual(['default', 'tendering', 'bigProjectList'])
  expect(rightsIn(['supplier'], { ...plain, inBigProjects: true })).not.toContain('bigProjectList')
  expect(rightsIn(['supplier'], { ...plain, isAdmin: true, isSigner: true })).toEqual([
    'default',
    'businessManagement',
    'bidding',
    'signatureTask',
  ])
  expect(rightsIn([], { ...plain, isAdmin: true })).toEqual([])
  expect(rightsIn(['expert', 'admin'], plain)).toEqual(['reviewing', 'platform'])
})

test('the list of the specification is complete, and each right belongs to a service that exists', () => {
  expect(Object.values(RIGHTS).map((row) => row.label)).toEqual(expect.arrayContaining(LISTED))
  const services = Object.values(RIGHTS).flatMap((row) => ('service' in row ? row.service : []))
  expect(Object.keys(SERVICES)).toEqual(expect.arrayContaining(services))
})

test.each([
  ['everything on', ALL_SERVICES, true],
  ['off at the tenant', { tenant: ['procurement'], company: null }, false],
  ['not activated by the company', { tenant: null, company: ['procurement'] }, false],
  ['on at the tenant, not activated', { tenant: ['statistics'], company: [] }, false],
  ['on and activated', { tenant: ['statistics'], company: ['statistics'] }, true],
])('a right of a service: %s', (_, services, on) => {
  expect(isOn('statistics', services)).toBe(on)
  expect(givableRights('purchaser', services).includes('statistics')).toBe(on)
  const employee = { rights: ['statistics'], isAdmin: true, isSigner: false }
  expect(rightsIn(['purchaser'], employee, services).includes('statistics')).toBe(on)
  // What belongs to no service cannot be switched off.
  expect(rightsIn(['purchaser'], employee, services)).toContain('businessManagement')
})

test('what comes by itself or with the administrator cannot be given', () => {
  for (const workbench of ['purchaser', 'agency', 'supplier'] as const) {
    const rights = givableRights(workbench)
    expect(rights.length).toBeGreaterThan(3)
    expect(rights).not.toContain('businessManagement')
    expect(rights).not.toContain('default')
  }
  expect(givableRights('supplier')).toEqual(['bidding', 'finance', 'caCentre', 'signatureTask', 'loginLog', 'auditing'])
})

test('who audits a company does not administer it', () => {
  const rights = ['auditing', 'bidding']
  expect(rightsIn(['supplier'], { rights, isAdmin: false, isSigner: false })).toContain('auditing')
  expect(rightsIn(['supplier'], { rights, isAdmin: true, isSigner: false })).not.toContain('auditing')
})

const LISTED = [
  '采购需求',
  '招标采购',
  '代理招标',
  '预算管理',
  '投标报价',
  '框架协议',
  '供应商管理',
  '短信通知',
  '查询统计',
  '财务管理',
  '专家管理',
  '专家抽取',
  'CA中心与会员',
  '在线签章',
  '签署任务',
  '项目风险预警',
  '开标播报语音模板',
  '企业管理',
  '默认',
  '开标管理',
  '技术评审',
  '采购履约经办',
  '委托处理',
  '履约统计',
  '大项目公告查看与设置',
  '医疗需求参数模板与范围',
  '需求管理',
  '登录日志',
]
