import { describe, expect, test } from 'vitest'
import { DEFAULT_QUOTE_TERMS, type QuoteTerms } from '#features/procurement/rules/quote-terms.ts'
import { makeQuoteSheet, readQuoteSheet } from './quote-sheet.ts'
import { type GivenAlternative, type GivenLine, type GivenQuote, QuoteSheet } from './sheet-format.ts'
import type { SheetLimits } from './sheet-limits.ts'

const ITEMS = [
  { itemId: 'a', line: 1, quantity: '2', controlPrice: '20' },
  { itemId: 'b', line: 2, quantity: '3', controlPrice: null },
]
const TERMS: QuoteTerms = { ...DEFAULT_QUOTE_TERMS, alternatives: 2 }
const own: GivenLine = {
  unitPrice: '10',
  taxRate: '13',
  brand: '',
  model: '',
  deliveryDays: 7,
  minQuantity: null,
  remark: '',
}
const other = (more: Partial<GivenAlternative> = {}): GivenAlternative => ({
  ...own,
  brand: '得力',
  model: 'X1',
  spec: '',
  ...more,
})
const FILE = { fileId: 'f1', label: '彩页', itemId: null, alternative: null }
const sheetOf = (given: Partial<GivenQuote> = {}) =>
  makeQuoteSheet(
    { orderId: 'o', round: 1, items: ITEMS },
    {
      lines: new Map([
        ['a', own],
        ['b', own],
      ]),
      validityDays: 30,
      remark: '',
      ...given,
    },
  )
const withOther = (...of: GivenAlternative[]) => sheetOf({ alternatives: new Map([['a', of]]) })
const reasonOf = (sheet: unknown, limits: Partial<SheetLimits> = {}) => {
  const read = readQuoteSheet(sheet, {
    orderId: 'o',
    round: 1,
    items: ITEMS,
    terms: TERMS,
    asked: [],
    previous: { total: null, lines: [] },
    ceiling: null,
    ...limits,
  })
  return read.ok ? '' : read.reason
}

describe('alternatives', () => {
  test('stand beside the offer of their line and change no sum', () => {
    const sheet = withOther(other({ unitPrice: '8' }), other({ model: 'X2' }))
    expect(sheet.alternatives.map(({ line, model }) => [line, model])).toEqual([
      [1, 'X1'],
      [1, 'X2'],
    ])
    expect([sheet.type, sheet.total]).toEqual(['kaibiao.quote/3', sheetOf().total])
    expect(reasonOf(JSON.parse(JSON.stringify(sheet)))).toBe('')
  })

  test.each<[string, GivenAlternative[], Partial<QuoteTerms>, string]>([
    ['where none are admitted', [other()], { alternatives: 0 }, '采购文件不接受备选报价'],
    ['by orders from before', [other()], { alternatives: undefined }, '采购文件不接受备选报价'],
    ['more than admitted', [other(), other({ model: '2' }), other({ model: '3' })], {}, '第 1 行最多可报 2 个备选'],
    ['without a brand', [other({ brand: ' ' })], {}, '第 1 行备选 1 未填写品牌'],
    [
      'the same product twice',
      [other(), other({ model: 'ｘ1 ' })],
      {},
      '第 1 行备选 2 与前一个备选的品牌、型号、规格相同',
    ],
    ['for nothing', [other({ unitPrice: '0' })], {}, '第 1 行备选 1 报价须大于 0'],
    ['over the ceiling of the line', [other({ unitPrice: '20.01' })], {}, '第 1 行备选 1 单价不得高于单价限价 20 元'],
    [
      'with a rate that is not offered',
      [other({ taxRate: '5' })],
      {},
      '第 1 行备选 1 税率须为 13、9、6、3、1、0% 之一',
    ],
    ['without delivery', [other({ deliveryDays: null })], {}, '第 1 行备选 1 未填写交货期'],
  ])('are refused %s', (_, of, terms, reason) => {
    const { alternatives: _none, ...rest } = TERMS
    const given = 'alternatives' in terms && terms.alternatives === undefined ? rest : { ...TERMS, ...terms }
    expect(reasonOf(withOther(...of), { terms: given })).toBe(reason)
  })

  test('stand alone only where lines may be left out', () => {
    const alone = sheetOf({ lines: new Map([['b', own]]), alternatives: new Map([['a', [other()]]]) })
    expect(reasonOf(alone)).toBe('尚有 1 行未报价')
    expect(reasonOf(alone, { terms: { ...TERMS, isPartial: true, award: 'item' } })).toBe('')
  })

  test('of the same product may not rise from round to round where lines may not; another product may cost what it costs', () => {
    const alternatives = [{ itemId: 'a', brand: '得力', model: 'x1', spec: '', unitPrice: '9' }]
    const limits = {
      previous: { total: null, lines: [], alternatives },
      terms: { ...TERMS, notAbove: 'line' as const },
    }
    expect(reasonOf(withOther(other({ unitPrice: '9.01' })), limits)).toBe('第 1 行备选 1 单价不得高于上一次报价 9 元')
    expect(reasonOf(withOther(other({ unitPrice: '9' })), limits)).toBe('')
    expect(reasonOf(withOther(other({ model: 'X2', unitPrice: '9.01' })), limits)).toBe('')
    expect(reasonOf(withOther(other({ unitPrice: '9.01' })), { ...limits, terms: TERMS })).toBe('')
  })

  test('of a line that the bill does not have make the sheet another one', () => {
    const sheet = withOther(other())
    const moved = { ...sheet, alternatives: [{ ...sheet.alternatives[0]!, line: 2 }] }
    expect(reasonOf(moved)).toBe('备选报价含有采购清单以外的行')
  })
})

test('a sheet of the second version is read as one without alternatives and files, whatever it claims', () => {
  const { alternatives: _, files: __, ...old } = { ...sheetOf(), type: 'kaibiao.quote/2' }
  const limits = { asked: [{ name: '彩页', required: false }] }
  expect(reasonOf(old, limits)).toBe('')
  expect(reasonOf(old, { asked: [{ name: '彩页', required: true }] })).toBe('未提交文件“彩页”')
  expect(QuoteSheet.parse({ ...old, alternatives: [{}], files: [FILE] })).toEqual({
    ...old,
    alternatives: [],
    files: [],
  })
  expect(reasonOf({ ...old, type: 'kaibiao.quote/3' }, limits)).toBe('报价单格式不正确')
})

describe('files', () => {
  const asked = [
    { name: '彩页', required: true },
    { name: '检测报告', required: false },
  ]
  const withFiles = (...files: (typeof FILE | Record<string, unknown>)[]) =>
    reasonOf({ ...withOther(other()), files }, { asked, sealed: new Set(['f1', 'f2']) })

  test('are those that the documents ask for, of the whole or of an offer that there is', () => {
    expect(withFiles(FILE)).toBe('')
    expect(withFiles({ ...FILE, itemId: 'a', alternative: 1 }, { ...FILE, fileId: 'f2', label: '检测报告' })).toBe('')
    expect(withFiles()).toBe('未提交文件“彩页”')
    expect(withFiles(FILE, { ...FILE, fileId: 'f2', label: '样品' })).toBe('采购文件未要求提交文件“样品”')
  })

  test.each([
    ['was not handed in', [{ ...FILE, fileId: 'f9' }], '报价单所列文件未一并提交'],
    ['stands twice', [FILE, FILE], '报价单所列文件重复'],
    ['is of no line', [{ ...FILE, itemId: 'x' }], '文件所属的清单行或备选不存在'],
    ['is of no alternative', [{ ...FILE, itemId: 'a', alternative: 2 }], '文件所属的清单行或备选不存在'],
    ['is of an alternative of nothing', [{ ...FILE, alternative: 1 }], '文件所属的清单行或备选不存在'],
  ])('make the sheet unusable where one %s', (_, files, reason) => {
    expect(withFiles(...files)).toBe(reason)
  })
})
