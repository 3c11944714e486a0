import { describe, expect, test } from 'vitest'
import { coverageOf, type Met, type Party, priceRange } from './coverage.ts'
import { brandIn, type DemandCase, findingsOf, isKeyCase } from './findings.ts'
import { resultOf } from './plan-status.ts'
import { PROFILES } from './profiles.ts'
import { DEMAND_STATUS, type DemandFacts, isAnswerOpen } from './status.ts'
import { TRADE_STATUS } from './trade-status.ts'

const party = (name: string, brand: string, met: Met[], price: string | null = null): Party => ({
  tradeId: name,
  name,
  brand,
  price,
  met: new Map(met.map((one, i) => [`p${i}`, one])),
})

describe('coverage', () => {
  test('counts brands, not respondents, and flags what must be met by too few', () => {
    const parameters = [0, 1, 2, 3].map((i) => ({ parameterId: `p${i}`, isMust: i < 3 }))
    const parties = [
      party('甲', 'ACME', ['yes', 'yes', 'no', 'no']),
      party('乙', ' acme ', ['yes', 'no', 'no', 'no']),
      party('丙', '', ['yes', 'partly', 'partly', 'no']),
      party('丁', '北方', ['yes', 'no', 'no', 'yes']),
    ]
    const found = coverageOf(parameters, parties)
    expect(found.map(({ brands, flag }) => [brands, flag])).toEqual([
      [['acme', '丙', '北方'], null],
      [['ACME'], 'single'],
      [[], 'none'],
      [['北方'], null],
    ])
    expect(found[1]).toMatchObject({ yes: ['甲'], partly: ['丙'], no: ['乙', '丁'] })
    expect(coverageOf(parameters, []).every(({ flag }) => flag === null)).toBe(true)
  })

  test('prices are compared as amounts, and none is no price', () => {
    expect(priceRange([null, '90.00', '1000.00', '200.5'])).toEqual({ low: '90.00', high: '1000.00' })
    expect(priceRange([null])).toBeNull()
  })
})

describe('findings', () => {
  const one: DemandCase = {
    category: 'goods',
    budget: '9999999.99',
    isPublicService: false,
    isComplex: false,
    mode: 'none',
    respondents: null,
    earlier: [],
    parameters: [],
    brands: [],
    unpermitted: null,
    expired: { label: '', names: [] },
    fewBrands: [],
  }
  const ids = (change: Partial<DemandCase>) => findingsOf({ ...one, ...change }).map(({ ruleId }) => ruleId)

  test('a survey is compulsory from ten million on, for works from thirty, for public services, for what is complex', () => {
    expect(ids({})).toEqual([])
    expect(ids({ budget: '10000000.00' })).toEqual(['demand.survey-compulsory'])
    expect(ids({ category: 'works', budget: '10000000.00' })).toEqual([])
    expect(ids({ category: 'works', budget: '30000000' })).toEqual(['demand.survey-compulsory'])
    expect(ids({ isPublicService: true })).toEqual(['demand.survey-compulsory'])
    expect(ids({ isComplex: true, mode: 'open' })).toEqual([])
    expect(isKeyCase({ ...one, isComplex: true })).toBe(true)
  })

  test('not again within a year, three respondents, no brand; all of them warn', () => {
    expect(ids({ isComplex: true, earlier: ['XQ1'] })).toEqual([])
    expect(ids({ mode: 'open', earlier: ['XQ1'] })).toEqual(['demand.survey-repeated'])
    expect(ids({ mode: 'open', respondents: 2 })).toEqual(['demand.respondents'])
    const parameters = [{ name: '主机', wished: '≥ 北方一号', remark: '' }]
    expect(ids({ parameters })).toEqual([])
    expect(ids({ parameters, brands: ['北方一号'] })).toEqual(['demand.brand'])
    expect(findingsOf({ ...one, isComplex: true }).every(({ severity }) => severity === 'warn')).toBe(true)
  })

  test('a brand is found as a word, not within one', () => {
    expect(brandIn('Intel 处理器', [])).toBe('Intel')
    expect(brandIn('Intelligent 控制', [])).toBeNull()
    expect(brandIn('仅限原厂型号', [])).toBe('仅限原厂型号')
    expect(brandIn('须支持有线与无线传输', [])).toBeNull()
  })
})

describe('states', () => {
  const facts: DemandFacts = {
    state: 'ended',
    mode: 'open',
    answers: 3,
    hasOpenPlan: false,
    hasPlan: false,
    freeItems: 1,
    pending: null,
    hasRounds: false,
    marks: 'none',
    hasLateFields: false,
    lacks: null,
  }
  const allowed = (change: Partial<DemandFacts>, isHandler = true) =>
    DEMAND_STATUS.allowed({ ...facts, ...change }, { isHandler }, 0)

  test('whoever only looks on does nothing; an approval holds everything', () => {
    expect(allowed({}, false)).toEqual([])
    expect(allowed({ state: 'draft', pending: '发布' }).every(({ reason }) => reason === '发布审批中，不能办理')).toBe(
      true,
    )
  })

  test('a survey is taken up again only while fewer than three answered', () => {
    const move = (answers: number) => allowed({ answers }).find(({ action }) => action === 'move')
    expect(move(2)).toMatchObject({ label: '延长调研' })
    expect(move(2)!.reason).toBeUndefined()
    expect(move(3)!.reason).toContain('已满足')
  })

  test('answers are open after the end, or where the demand does not hide them', () => {
    expect(isAnswerOpen({ state: 'surveying', hides: true })).toBe(false)
    expect(isAnswerOpen({ state: 'surveying', hides: false })).toBe(true)
    expect(isAnswerOpen({ state: 'ended', hides: true })).toBe(true)
    expect(isAnswerOpen({ state: 'withdrawn', hides: true })).toBe(true)
  })

  test('an invited supplier is let in at once, another waits; nothing is done behind the end', () => {
    const sign = (state: 'none' | 'invited' | 'passed', demand: 'surveying' | 'ended' = 'surveying') =>
      TRADE_STATUS.next('signUp', { record: { state, demand, hasAnswered: false }, who: 'supplier', now: 0 })
    expect([sign('none'), sign('invited')]).toEqual(['waiting', 'passed'])
    expect(() => sign('none', 'ended')).toThrow('调研已截止')
    expect(() => sign('passed')).toThrow('当前状态不允许')
  })

  test('one objection sends a plan back', () => {
    expect(resultOf(['agree', 'amend'])).toBe('passed')
    expect(resultOf(['agree', 'against'])).toBe('returned')
  })

  test('profiles are told apart by address, number and menu', () => {
    const all = Object.values(PROFILES)
    for (const key of ['codePrefix', 'menu'] as const)
      expect(new Set(all.map((profile) => profile[key])).size).toBe(all.length)
  })
})
