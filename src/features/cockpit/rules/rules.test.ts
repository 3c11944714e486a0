import { describe, expect, test } from 'vitest'
import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { REGIMES, type Regime } from '#features/procurement/rules/regimes.ts'
import { METHODS } from '#features/procurement/methods/all.ts'
import { dayOfOpening, qualified } from './certificates.ts'
import { disclosureOf } from './debrief.ts'
import { matchOf, type MatchFacts, WEIGHTS } from './match.ts'
import { missingOf } from './missing.ts'
import { groupOf, orderOf } from './pipeline.ts'

describe('a match', () => {
  const nothing: MatchFacts = {
    isInvited: false,
    isCategory: false,
    keywords: [],
    isRegion: false,
    isSize: null,
    category: 'goods',
    region: '江州市',
    controlPrice: '3580000',
    demanded: [],
    missing: [],
    ending: [],
  }

  test('counts what fits, and says it in words', () => {
    expect(matchOf(nothing)).toEqual({ score: 0, reasons: [] })
    const all = matchOf({
      ...nothing,
      isInvited: true,
      isCategory: true,
      keywords: ['监护仪', '输液泵'],
      isRegion: true,
      isSize: true,
      demanded: ['营业执照', '经营许可证'],
    })
    expect(all.score).toBe(Object.values(WEIGHTS).reduce<number>((sum, weight) => sum + weight, 10))
    expect(all.reasons.map(({ text }) => text)).toEqual([
      '已邀请贵单位参加',
      '品目相符：货物',
      '主营相符：监护仪、输液泵',
      '地区相符：江州市',
      '规模相近：控制价 358.00万元',
      '要求的 2 项资质齐备',
    ])
    expect(all.reasons.every(({ tone }) => tone === 'fit')).toBe(true)
  })

  test('names what is missing, what ends too early and what is of another size, and ranks lower for it', () => {
    const facts = { ...nothing, isCategory: true, isSize: false, demanded: ['营业执照', '安全生产许可证'] }
    const lacking = matchOf({
      ...facts,
      missing: ['安全生产许可证'],
      ending: [{ name: '营业执照', validUntil: '2026-12-01' }],
    })
    expect(lacking.score).toBe(WEIGHTS.category - 20)
    expect(lacking.reasons.filter(({ tone }) => tone === 'gap').map(({ text }) => text)).toEqual([
      '缺：安全生产许可证',
      '营业执照 2026-12-01 到期，早于开标',
      '规模不同：控制价 358.00万元',
    ])
  })
})

describe('documents', () => {
  const held = [
    { name: '医疗器械经营许可证', validUntil: '2026-12-01' },
    { name: '营业执照', validUntil: null },
  ]

  test('are the same however fully their name is written', () => {
    expect(qualified(['营业执照（三证合一）', '医疗器械经营许可证'], held, null)).toEqual({ missing: [], ending: [] })
    expect(qualified(['安全生产许可证'], held, null).missing).toEqual(['安全生产许可证'])
  })

  test('hold on their last day, and not on the next; of several the longest counts', () => {
    const ending = (day: string, more: typeof held = []) =>
      qualified(['医疗器械经营许可证'], [...held, ...more], day).ending
    expect(ending('2026-12-01')).toEqual([])
    expect(ending('2026-12-02')).toEqual([{ name: '医疗器械经营许可证', validUntil: '2026-12-01' }])
    expect(ending('2026-12-02', [{ name: '医疗器械经营许可证', validUntil: '2027-12-01' }])).toEqual([])
    expect(ending('2026-12-02', [{ name: '医疗器械经营许可证', validUntil: null }])).toEqual([])
  })

  test('have to hold on the day of the opening in Beijing', () => {
    const openAt = new Date('2026-12-01T16:30:00Z')
    expect(dayOfOpening({ openAt, bidEnd: null })).toBe('2026-12-02')
    expect(dayOfOpening({ openAt: null, bidEnd: openAt })).toBe('2026-12-02')
    expect(dayOfOpening({ openAt: null, bidEnd: null })).toBeNull()
  })
})

describe('the pipeline', () => {
  const passed = TradeStatus.values.passed
  const NOW = 1000

  test.each([
    ['signUp', { state: 'publish.open', tradeStatus: null, bidEnd: 2000, outcome: null }],
    ['signUp', { state: 'publish.open', tradeStatus: TradeStatus.values.pending, bidEnd: 2000, outcome: null }],
    ['bid', { state: 'publish.open', tradeStatus: passed, bidEnd: 2000, outcome: null }],
    ['opening', { state: 'publish.open', tradeStatus: passed, bidEnd: NOW, outcome: null }],
    ['opening', { state: 'review.running', tradeStatus: passed, bidEnd: 500, outcome: null }],
    ['result', { state: 'candidates.public', tradeStatus: passed, bidEnd: 500, outcome: 'candidate' }],
    ['result', { state: 'abortive.declared', tradeStatus: passed, bidEnd: 500, outcome: 'abortive' }],
    ['performance', { state: 'winner.fixed', tradeStatus: passed, bidEnd: 500, outcome: 'won' }],
  ] as const)('lists under %s what stands there', (group, facts) => {
    expect(groupOf(facts, NOW)).toBe(group)
  })

  test('a to-do belongs to the order that its address names', () => {
    const ids = ['01a7f3c2-0000-7000-8000-000000000001', '01a7f3c2-0000-7000-8000-000000000002']
    expect(orderOf(`/supplier/orders/${ids[1]}/room?noticeId=x`, ids)).toBe(ids[1])
    expect(orderOf(`/supplier/bid?orderId=${ids[0]}`, ids)).toBe(ids[0])
    expect(orderOf('/inbox', ids)).toBeUndefined()
  })
})

test('what is missing says the inbox’s words, then what else there is, the soonest first', () => {
  const places = { tender: '/t', bid: '/b', profile: '/p' }
  const none = { orderId: 'o', places, todos: [], bond: null, ending: [], isKeyToTry: false }
  expect(missingOf(none)).toEqual([])
  const rows = missingOf({
    ...none,
    todos: [{ key: 'bid:o', label: '制作投标文件', link: '/room', dueAt: '2026-12-02T00:00:00.000Z' }],
    bond: { dueAt: '2026-12-01T00:00:00.000Z', isGiven: false },
    ending: [{ name: '营业执照', validUntil: '2026-11-30' }],
    isKeyToTry: true,
  })
  expect(rows.map(({ label, link }) => [label, link])).toEqual([
    ['缴纳保证金', '/t'],
    ['制作投标文件', '/room'],
    ['更新资质：营业执照', '/p'],
    ['预演投标密钥', '/b'],
  ])
  expect(missingOf({ ...none, bond: { dueAt: null, isGiven: true } })[0]!.label).toBe('保证金尚未生效')
})

describe('a debrief', () => {
  const { comprehensive, lowestEvaluatedPrice } = ReviewMethod.values

  test('tells marks where the regulation has them told, and nowhere else', () => {
    const telling = (Object.keys(REGIMES) as Regime[]).flatMap((regime) =>
      METHODS.flatMap(({ calendar: method }) =>
        ReviewMethod.options.flatMap(({ value: reviewMethod }) =>
          disclosureOf({ regime, method, reviewMethod }).marks ? [[regime, method, reviewMethod] as const] : [],
        ),
      ),
    )
    expect(telling).toEqual([
      ['government', 'publicTender', comprehensive],
      ['government', 'invitedTender', comprehensive],
    ])
  })

  test('gives a rule and its source for every regime, method and way of reviewing', () => {
    expect(
      disclosureOf({ regime: 'government', method: 'publicTender', reviewMethod: lowestEvaluatedPrice }),
    ).toMatchObject({ rule: 'debrief-rejection', rejection: true, marks: false })
    expect(disclosureOf({ regime: 'tender', method: 'publicTender', reviewMethod: comprehensive })).toMatchObject({
      rule: 'debrief-tender-notice',
      rejection: false,
    })
    for (const regime of Object.keys(REGIMES) as Regime[])
      for (const { calendar: method } of METHODS)
        expect(disclosureOf({ regime, method, reviewMethod: comprehensive }).source).not.toBe('')
  })
})
