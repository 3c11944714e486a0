import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast } from '#contract/color.ts'
import { AUDIT_STATUS } from './audit-status.ts'
import { APPS, menusOff } from './apps.ts'
import { brandProblems, contrastOnWhite } from './brand.ts'
import { type Certificate, certificateProblems, codeOf, factChanges } from './certification.ts'
import { COMPANY_WORKBENCHES, mayBecome, TYPE_RULES } from './company-types.ts'
import { obstacleTo, SERVICES, serviceOf, type ServiceSubject } from './services.ts'
import { INDUSTRIES, INSTITUTION_CATEGORIES, OWNERSHIPS } from './enums.ts'

const paper = (kind: string) => ({ kind, fileId: 'x', name: `${kind}.pdf` })
const GOOD: Certificate = {
  companyType: 1,
  companyName: '江州康明医疗器械有限公司',
  socialCreditCode: '91320402718620356C',
  legalPerson: '沈立群',
  identityNumber: '11010519491231002X',
  registeredAddress: '',
  registeredCapital: '',
  establishedOn: '',
  businessScope: '',
  contactName: '沈瑶',
  contactMobile: '13800000111',
  contactEmail: '',
  workbenches: ['supplier'],
  documents: [paper('license'), paper('legalPersonId')],
}
const paths = (change: Partial<Certificate>) => certificateProblems({ ...GOOD, ...change }).map((p) => p.path)

describe('an application', () => {
  it('is right when everything is there', () => {
    expect(paths({})).toEqual([])
    const person = { companyType: 4, socialCreditCode: '', documents: [paper('idFront'), paper('idBack')] }
    expect(paths(person)).toEqual([])
    expect(codeOf({ ...GOOD, ...person })).toBe(GOOD.identityNumber)
  })
  it('says at each field what is wrong', () => {
    expect(paths({ socialCreditCode: '91320402718620356D' })).toEqual(['socialCreditCode'])
    expect(paths({ identityNumber: '110105194912310021' })).toEqual(['identityNumber'])
    expect(paths({ legalPerson: '' })).toEqual(['legalPerson'])
    expect(paths({ documents: [paper('license')] })).toEqual(['docs.legalPersonId'])
    expect(paths({ documents: [...GOOD.documents, paper('passport')] })).toEqual(['documents'])
  })
  it('has a code of the right kind for its type', () => {
    expect(paths({ companyType: 2 })).toEqual(['socialCreditCode'])
    expect(paths({ companyType: 3 })).toEqual(['socialCreditCode'])
    expect(paths({ companyType: 2, socialCreditCode: '123204004667302161' })).toEqual([])
    expect(paths({ socialCreditCode: '123204004667302161' })).toEqual(['socialCreditCode'])
  })
  it('may become what its type allows: purchaser 1, 2; agency 1; supplier all', () => {
    const table = [1, 2, 3, 4].map((type) => COMPANY_WORKBENCHES.filter((workbench) => mayBecome(type, workbench)))
    expect(table).toEqual([['purchaser', 'agency', 'supplier'], ['purchaser', 'supplier'], ['supplier'], ['supplier']])
    expect(paths({ companyType: 2, socialCreditCode: '123204004667302161', workbenches: ['agency'] })).toEqual([
      'workbenches',
    ])
  })
  it('tells what it would change, and nothing when nothing does', () => {
    expect(factChanges(GOOD as never, GOOD)).toEqual([])
    expect(factChanges(null, GOOD)).toEqual([])
    const { companyName } = GOOD
    expect(factChanges({ ...GOOD, companyName: '旧名' }, GOOD)).toEqual([
      { fact: 'companyName', label: '名称', from: '旧名', to: companyName },
    ])
  })
})

describe('a decision', () => {
  const who = { decides: true, applied: false }
  it('is made once, with the reason why it cannot be made', () => {
    const next = (action: 'pass' | 'reject', status: number, obstacle = '') =>
      AUDIT_STATUS.next(action, { record: { status, obstacle }, who, now: 0 })
    expect([next('pass', 0), next('reject', 0), next('reject', 0, '不符')]).toEqual([1, 2, 2])
    for (const status of [1, 2]) {
      expect(() => next('pass', status)).toThrow('当前状态不允许')
      expect(() => next('reject', status)).toThrow('当前状态不允许')
    }
    expect(() => next('pass', 0, '不符')).toThrow('不符')
  })
  it('is not offered to strangers', () => {
    expect(AUDIT_STATUS.allowed({ status: 0, obstacle: '' }, { decides: false, applied: false }, 0)).toEqual([])
    expect(() =>
      AUDIT_STATUS.next('pass', {
        record: { status: 0, obstacle: '' },
        who: { decides: false, applied: false },
        now: 0,
      }),
    ).toThrow('内容不存在')
  })
})

describe('services', () => {
  const hospital: ServiceSubject = {
    companyType: 2,
    isPurchaser: true,
    isAgency: false,
    isSupplier: false,
    features: [],
    funcList: ['publicTender', 'expertLibrary'],
    agencyFuncList: ['publicTender', 'bigProject'],
  }
  const why = (code: string, change: Partial<ServiceSubject> = {}) =>
    obstacleTo(serviceOf(code)!, { ...hospital, ...change })
  it('can be applied for when type, tenant and workbench allow it', () => {
    expect(why('purchaser')).toBe('已开通')
    expect(why('agency')).toBe('本企业类型不能申请该工作台')
    expect(why('supplier')).toBe('')
    expect(why('publicTender')).toBe('已开通')
    expect(why('expertLibrary')).toBe('')
    expect(why('expertLibrary', { features: ['expertLibrary'] })).toBe('已开通')
    expect(why('expertLibrary', { isPurchaser: false })).toBe('开通采购人或代理机构工作台后可申请')
    expect(why('bigProject')).toBe('本平台未提供该服务')
  })
  it('never offers what the type may not become', () => {
    const workbenches = SERVICES.filter((service) => service.kind === 'workbench')
    expect(workbenches).toHaveLength(3)
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3, 4), fc.boolean(), fc.boolean(), (companyType, isPurchaser, isSupplier) => {
        const offered = workbenches.filter(({ code }) => why(code, { companyType, isPurchaser, isSupplier }) === '')
        expect(offered.filter(({ code }) => !mayBecome(companyType, code))).toEqual([])
      }),
    )
  })
})

it('an application switched off stands for its menu items, and for no others', () => {
  expect([...menusOff(['experts'])]).toEqual(['expert', 'expert-manage'])
  expect(menusOff(['unknown']).size).toBe(0)
  const codes = APPS.flatMap((app) => app.menus)
  expect(new Set(codes).size).toBe(codes.length)
})

describe('a brand', () => {
  const brand = { alias: 'jiangzhou', themeColor: '#0958d9', openHallTitle: '江州开标大厅' }
  const at = (change: Partial<typeof brand>) => brandProblems({ ...brand, ...change }).map((p) => p.path)
  it('is legible, has an address and a title', () => {
    expect(at({})).toEqual([])
    expect(at({ themeColor: '#69b1ff' })).toEqual(['themeColor'])
    expect(at({ themeColor: 'blue' })).toEqual(['themeColor'])
    for (const alias of ['admin', 'A', 'a', '9abc', 'a b', 'x'.repeat(21)])
      expect([alias, at({ alias })]).toEqual([alias, ['alias']])
    expect(at({ openHallTitle: '大厅' })).toEqual(['openHallTitle'])
  })
  it('takes exactly the colours with contrast 4.5 on white', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (n) => {
        const themeColor = `#${n.toString(16).padStart(6, '0')}`
        expect(at({ themeColor }).length === 0).toBe(contrast(themeColor, '#ffffff') >= 4.5)
      }),
    )
    expect(contrastOnWhite('#767676')).toBeGreaterThanOrEqual(4.5)
    expect(contrastOnWhite('#777777')).toBeLessThan(4.5)
  })
})

it('lists have the numbers of entries that the specification names', () => {
  expect([INDUSTRIES, OWNERSHIPS, INSTITUTION_CATEGORIES].map((list) => new Set(list).size)).toEqual([50, 11, 19])
  expect(Object.keys(TYPE_RULES)).toEqual(['1', '2', '3', '4'])
})
