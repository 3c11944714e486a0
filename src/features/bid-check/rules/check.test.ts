import { describe, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { inquiry } from '#features/procurement/methods/inquiry.ts'
import { foreignWords } from '#features/procurement/methods/foreign-words.ts'
import { publicBidding } from '#features/procurement/methods/public-bidding.ts'
import type { Case, CheckedFile, ReadFile, Severity } from './case.ts'
import { checkBid } from './check.ts'
import { reportText } from './report-text.ts'

/* One clean bid raises no alarm; each fault planted in it is found, and nothing else. */

const NOW = Date.parse('2026-11-30T00:00:00Z')
const OWN = '江州康明医疗器械有限公司'
const CODE = '91330100MA2KANG001'

const read = (lines: readonly string[], more: Partial<Extract<ReadFile, { state: 'read' }>> = {}): ReadFile => ({
  state: 'read',
  unit: 'page',
  lines: lines.map((text, i) => ({ at: i + 1, text })),
  total: lines.length,
  read: lines.length,
  empty: [],
  properties: [
    { label: '作者', value: '王小明' },
    { label: '制作程序', value: 'Microsoft Word' },
  ],
  ...more,
})
const LETTER = [
  '投标函',
  '致：江州市第一人民医院',
  '项目名称：超声设备采购  项目编号：ZB-2026-0042',
  '投标总价：人民币 960,000.00 元（大写：玖拾陆万元整）',
  '投标有效期为 90 日历天，交货期：合同签订后 40 日历天内',
  '投标人名称：江州康明医疗器械有限公司（盖章）',
  '统一社会信用代码：91330100MA2KANG001',
  '法定代表人（签字）：________  日期：____年__月__日',
]
const TECHNICAL = [
  '技术标文件',
  '江州康明医疗器械有限公司',
  '探头频率 2.0 至 5.0 MHz，逐项响应招标文件第五章，无偏离。',
  '第一阶段工期 20 天，质保期 60 个月。',
  '业绩表：采购人：南山市中医院，项目编号：NS-2024-7，供应商：江州康明医疗器械有限公司',
]
const file = (id: string, content: ReadFile, more: Partial<CheckedFile> = {}): CheckedFile => ({
  id,
  name: `${id}.pdf`,
  envelope: null,
  content,
  ...more,
})
const clean: Case = {
  order: {
    code: 'ZB-2026-0042',
    title: '超声设备采购',
    method: publicBidding.code,
    controlPrice: '980000.00',
    unconfirmed: 0,
  },
  facts: {
    own: { name: OWN, creditCode: CODE },
    projectCode: 'XM-2026-0017',
    lotNo: 1,
    buyers: ['江州市第一人民医院'],
    buyerCodes: ['12330100470000001X'],
    fields: { 最高限价: '980,000.00 元', 投标保证金: '19,000.00 元', 开标时间: '2026-12-20 09:30' },
    others: [{ code: 'ZB-2026-0007', title: '手术室无影灯采购项目' }],
    demands: {
      validity: { days: 90, source: '《招标文件.pdf》第 12 页“投标有效期不少于 90 日”' },
      duration: { days: 45, source: '合同交付要求“45日内”' },
      signing: '符合性评审“投标文件签章”',
    },
    unread: [],
    checklist: [{ way: '资格评审', name: '信誉要求', standard: '未被列入失信被执行人' }],
  },
  bid: {
    total: '960000.00',
    lacks: { price: [], files: [] },
    warnings: [],
    marks: [{ name: '交货期（日历天）', value: '40' }],
  },
  bond: { isInForce: true, isPending: false, demanded: '19000.00', deadline: null, canReject: true },
  lapses: [],
  files: [file('商务标', read(LETTER)), file('技术标', read(TECHNICAL))],
}
const alarms = (bid: Case) =>
  checkBid(bid, NOW)
    .filter(({ severity }) => severity !== 'met')
    .map(({ key, severity }) => `${severity} ${key}`)
/** The clean bid with one line more in its commercial file. */
const withLine = (line: string): Case => ({
  ...clean,
  files: [file('商务标', read([...LETTER, line])), clean.files[1]!],
})
const order = (part: Partial<Case['order']>): Case => ({ ...clean, order: { ...clean.order, ...part } })
const bid = (part: Partial<Case['bid']>): Case => ({ ...clean, bid: { ...clean.bid, ...part } })
const only = (content: ReadFile, more: Partial<CheckedFile> = {}): Case => ({
  ...clean,
  files: [...clean.files, file('附件', content, more)],
})

test('a clean bid raises no alarm, says what is met, and never that it is valid', () => {
  const found = checkBid(clean, NOW)
  expect(alarms(clean)).toEqual([])
  expect(found.map(({ key }) => key)).toContain('files.validity')
  const text = reportText(
    clean.order,
    { at: '2026-11-30T00:00:00Z', findings: found, checklist: [], unread: [] },
    new Set(),
  )
  expect(text).toContain('由评审的人依法、依采购文件认定')
  expect(text).not.toMatch(/合格|(?<!不表示文件)有效(?!期)/)
})

const PLANTED: readonly [fault: string, bid: Case, expected: `${Exclude<Severity, 'met'>} ${string}`[]][] = [
  ['a line without price', bid({ lacks: { price: ['2 行未报价'], files: [] } }), ['reject price.complete']],
  ['a missing file', bid({ lacks: { price: [], files: ['技术标文件'] } }), ['reject files.required']],
  ['above the ceiling', order({ controlPrice: '959999.99' }), ['reject price.ceiling']],
  ['a unit ceiling', bid({ warnings: ['1 行高于单价限价'] }), ['check price.odd']],
  ['another total in a file', withLine('投标总报价：￥955,000.00 元'), ['reject price.stated']],
  ['the same in 万元', withLine('投标总价（万元）：95.5'), ['reject price.stated']],
  ['a total on the next line', only(read([OWN, '投标总价：', '950000 元'])), ['reject price.stated']],
  [
    'figures unlike capitals',
    withLine('质量保证金：人民币（大写）伍万元整（小写）￥60,000.00'),
    ['check price.capitals'],
  ],
  ['a shorter validity', withLine('本投标文件有效期为 60 日。'), ['reject files.validity']],
  ['a longer delivery', withLine('承诺交货期不超过 50 日历天。'), ['check files.duration']],
  [
    'a longer delivery as a mark',
    bid({ marks: [{ name: '交货期（日历天）', value: '46' }] }),
    ['reject files.duration'],
  ],
  ['a price in the file name', only(read([OWN]), { name: '报价960000.pdf' }), ['check price.fileName']],
  ['an empty file', only({ state: 'failed', reason: 'empty' }), ['reject files.readable']],
  ['a damaged file', only({ state: 'failed', reason: 'damaged' }), ['reject files.readable']],
  ['a locked file', only({ state: 'failed', reason: 'locked' }), ['reject files.readable']],
  ['a file without pages', only({ state: 'failed', reason: 'noPages' }), ['reject files.readable']],
  ['a scan', only(read([], { total: 3, read: 3, empty: [1, 2, 3] })), ['check files.text']],
  ['a page without text', only(read([OWN], { total: 2, read: 2, empty: [2] })), ['check files.text']],
  ['a placeholder', withLine('项目负责人：XXXX'), ['check files.placeholders']],
  ['a live field', withLine('工程名称：{{项目名称}}'), ['check files.placeholders']],
  ['a blank', withLine('项目经理姓名：＿＿＿＿'), ['check files.placeholders']],
  ['another bidder', withLine('投标人：南山迈德医疗科技有限公司'), ['check identity.name']],
  ['another credit code', withLine('统一社会信用代码：91330100MA2MAIDE02'), ['check identity.code']],
  ['another project', withLine('招标编号：ZB-2025-0999'), ['check identity.project']],
  ['an older bid of its own', withLine('手术室无影灯采购项目技术响应'), ['check identity.project']],
  ['another purchaser', withLine('致：南山市中医院'), ['check identity.buyer']],
  [
    'somebody else’s file',
    only(read([OWN], { properties: [{ label: '作者', value: '南山迈德医疗科技有限公司' }] })),
    ['check identity.properties'],
  ],
  ['another bond than published', withLine('已按要求缴纳投标保证金 20000 元。'), ['check files.facts']],
  ['nowhere to sign', { ...clean, files: [file('技术标', read(TECHNICAL))] }, ['check files.signing']],
  [
    'no bond yet',
    {
      ...clean,
      bond: { ...clean.bond!, isInForce: false, deadline: new Date(NOW + 30 * HOUR).toISOString() },
    },
    ['reject standing.bond'],
  ],
  [
    'a paper that ends',
    { ...clean, lapses: [{ kind: '营业执照', validUntil: '2026-12-01', isRequired: true, renewedUntil: null }] },
    ['reject standing.papers'],
  ],
  ['a change that is not confirmed', order({ unconfirmed: 1 }), ['reject standing.changes']],
]

describe('a planted fault is found, and nothing beside it', () => {
  test.each(PLANTED)('%s', (_, planted, expected) => {
    expect(alarms(planted)).toEqual(expected)
  })
})

test('a price in the first of two envelopes, in figures or capitals; the second may hold it', () => {
  const envelopes = (first: readonly string[]): Case => ({
    ...clean,
    files: [file('技术标', read(first), { envelope: 1 }), file('报价说明', read(LETTER), { envelope: 2 })],
  })
  expect(alarms(envelopes(TECHNICAL))).toEqual([])
  for (const line of ['总报价：960000元', '合计 960,000.00', '本项目玖拾陆万元整完成', '投标报价：人民币捌拾万元整'])
    expect(alarms(envelopes([...TECHNICAL, line]))).toContain('reject price.firstEnvelope')
})

test('time that is left for the bond, the page and the source are said; many of one kind are counted', () => {
  const late = { ...clean.bond!, isInForce: false, deadline: new Date(NOW + 30 * HOUR).toISOString() }
  expect(checkBid({ ...clean, bond: late }, NOW)[0]!.text).toContain('还有 1 天 6 小时')
  const [found] = checkBid(withLine('本投标文件有效期为 60 日。'), NOW)
  expect(found).toMatchObject({ source: clean.facts.demands.validity!.source, file: { name: '商务标.pdf', at: 9 } })
  const blanks = Array.from({ length: 9 }, (_, i) => `第${i}项：待填写`)
  const many = checkBid(only(read([OWN, ...blanks])), NOW).filter(({ severity }) => severity === 'check')
  expect(many.map(({ text }) => text).at(-1)).toBe('另有 4 处同类情况')
})

test('nothing to be held against: no rule claims that it is met', () => {
  const bare: Case = {
    ...clean,
    order: { ...clean.order, controlPrice: null },
    facts: { ...clean.facts, demands: { validity: null, duration: null, signing: null } },
    bid: { ...clean.bid, total: null },
    bond: null,
    files: [],
  }
  expect(checkBid(bare, NOW).map(({ key }) => key)).toEqual([
    'price.complete',
    'price.odd',
    'price.fileName',
    'files.required',
    'identity.properties',
    'standing.papers',
    'standing.changes',
  ])
})

test('where no tender is held, the report has none of its words', () => {
  const planted = {
    ...withLine('项目负责人：XXXX'),
    order: { ...clean.order, method: inquiry.code, controlPrice: '1.00' },
  }
  const said = checkBid(planted, NOW).flatMap(({ title, source, key, text }) =>
    // What a file says is quoted, and demands name their own source.
    key.startsWith('files.') ? [title] : [title, source, text],
  )
  expect(said.flatMap((text) => foreignWords(inquiry, text))).toEqual([])
})

test('three hundred pages take a moment, whatever stands on them', () => {
  const page = `${'小写'.repeat(40)}${'投标总价：'.repeat(30)}${'_'.repeat(200)}${'统一社会信用代码 '.repeat(20)}${'壹'.repeat(300)}${'1,'.repeat(300)}`
  const lines = Array.from({ length: 6000 }, (_, i) => ({
    at: 1 + Math.floor(i / 20),
    text: i % 20 === 0 ? page : TECHNICAL[2]!,
  }))
  expect(alarms(only(read([], { lines, total: 300, read: 300 }))).length).toBeGreaterThan(0)
})
