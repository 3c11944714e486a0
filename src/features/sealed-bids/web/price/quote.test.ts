import { parseBlock } from '#web/kit/text-grid.ts'
import readXlsx from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { DEFAULT_QUOTE_TERMS, type QuoteTerms } from '#features/procurement/rules/quote-terms.ts'
import { EMPTY_DRAFT } from '../draft.ts'
import type { Room } from '../room.ts'
import { sheetOf as sealedSheet } from '../seal/run-job.ts'
import { shapeOf } from './columns.ts'
import { fillDown, fillFromBefore, type Line, pasteAt, type Prices, totalsOf } from './grid.ts'
import { quoteStateOf } from './quote-state.ts'
import { readSheet, sheetOf } from './sheet-file.ts'

/* The sheet of an inquiry: its columns, paste, file, and what is said before it is sealed. */

const item = (line: number, controlPrice: string | null): Room['items'][number] => ({
  itemId: `0195a000-0000-7000-8000-00000000000${line}`,
  lotNo: 1,
  line,
  code: '',
  name: `用品${line}`,
  spec: '',
  unit: '盒',
  quantity: '10',
  controlPrice,
  section: '',
  remark: '',
})
const ITEMS = [item(1, '20'), item(2, '30'), item(3, null)]
const [A, B, C] = ITEMS.map(({ itemId }) => itemId) as [string, string, string]
const TERMS: QuoteTerms = { ...DEFAULT_QUOTE_TERMS, brand: 'asked', isPartial: true, award: 'item' }
const room = (terms: Partial<QuoteTerms> = {}, previous: Room['previous'] = null) => ({
  orderId: 'o',
  round: previous ? 2 : 1,
  items: ITEMS,
  terms: { ...TERMS, ...terms },
  previous,
  bidFiles: [],
  controlPrice: null,
})
const line = (unitPrice: string, more: Partial<Line> = {}): Line => ({
  unitPrice,
  remark: '',
  brand: '晨光',
  deliveryDays: '7',
  ...more,
})
const state = (prices: Prices, of = room(), offer = EMPTY_DRAFT.offer) =>
  quoteStateOf(of, { prices, offer, alternatives: {} })!
const shape = shapeOf(room())
const { columns } = shape

describe('columns', () => {
  test('follow the terms', () => {
    const keys = (terms: Partial<QuoteTerms>) => shapeOf(room(terms)).columns.map(({ key }) => key)
    expect(keys({})).toEqual(['unitPrice', 'taxRate', 'brand', 'model', 'deliveryDays', 'minQuantity', 'remark'])
    expect(keys({ brand: 'off', deliveryDays: 'off' })).toEqual(['unitPrice', 'taxRate', 'minQuantity', 'remark'])
    expect(shapeOf({ terms: null }).columns.map(({ key }) => key)).toEqual(['unitPrice', 'remark'])
  })

  test('a block is pasted over all of them, and what does not fit is named by line and column', () => {
    const text = '￥18.50\t13%\t晨光\tK35\t7天\t5\t含运费\n19\t0.09\t得力\t\t半月\t\t\n20\t7\t\t\t\t-1'
    const { prices, refused } = pasteAt(
      { items: ITEMS, prices: {}, columns },
      { row: 0, column: 'unitPrice' },
      parseBlock(text),
    )
    expect(prices[A]).toEqual({
      unitPrice: '18.50',
      taxRate: '13',
      brand: '晨光',
      model: 'K35',
      deliveryDays: '7',
      minQuantity: '5',
      remark: '含运费',
    })
    expect(prices[B]).toMatchObject({ unitPrice: '19', taxRate: '9', brand: '得力' })
    expect(refused).toEqual(['第2行交货期“半月”', '第3行税率“7”', '第3行起订量“-1”'])
  })

  test('a tax rate that nobody touched is filled down as the first', () => {
    const taxRate = columns.find(({ key }) => key === 'taxRate')!
    const start = { [B]: line('1', { taxRate: '6' }) }
    expect(fillDown(ITEMS, start, { from: 0, to: 1, column: taxRate })[B]!.taxRate).toBe('13')
  })
})

describe('file', () => {
  const PRICES: Prices = {
    [A]: line('18.5', { taxRate: '9', model: 'K35', minQuantity: '2.5', remark: '含运费' }),
    [B]: line('123456789012.123456'),
  }
  const throughFile = async (): Promise<unknown[][]> => {
    const { cells, widths } = sheetOf({ items: ITEMS, shape }, PRICES)
    const file = await writeXlsx(cells, { columns: widths.map((width) => ({ width })) }).toBuffer()
    return (await readXlsx(file))[0]!.data
  }

  test('all columns come back as they went in', async () => {
    const { prices, errors } = readSheet(await throughFile(), { items: ITEMS, shape }, {})
    expect(errors).toEqual([])
    expect(prices[A]).toEqual(PRICES[A])
    expect(prices[B]).toMatchObject({ unitPrice: '123456789012.123456', taxRate: '13', brand: '晨光' })
    expect(prices[C]!.unitPrice).toBe('')
  })

  test('a wrong cell is named by row and column', async () => {
    const rows = await throughFile()
    const at = (title: string) => rows[0]!.indexOf(title)
    rows[1]![at('税率（%）')] = 7
    rows[2]![at('交货期（日）')] = 1.5
    rows[2]![at('品牌')] = '长'.repeat(201)
    const { errors } = readSheet(rows, { items: ITEMS, shape }, {})
    expect(errors).toEqual([
      '第2行：税率“7”须为 13、9、6、3、1、0% 之一',
      `第3行：品牌“${'长'.repeat(201)}”不得超过 200 个字`,
      '第3行：交货期“1.5”应为 0 到 3650 的整数',
    ])
  })
})

describe('before it is sealed', () => {
  test('lines without a price are left out where that is allowed, and named', () => {
    const { lacks, warnings, sheet } = state({ [A]: line('18'), [B]: line('27.'), [C]: line('') })
    expect(lacks).toEqual([])
    expect(warnings).toEqual(['第 3 行未报价'])
    expect(sheet.lines.map((l) => [l.line, l.unitPrice, l.taxRate, l.deliveryDays])).toEqual([
      [1, '18', '13', 7],
      [2, '27', '13', 7],
    ])
    expect(sheet).toMatchObject({ total: '450.00', netTotal: '398.23', validityDays: 30 })
    expect(state({ [A]: line('18') }, room({ isPartial: false })).lacks).toEqual(['尚有 2 行未报价'])
    expect(state({}).lacks).toEqual(['请填写大于 0 的报价'])
  })

  test('each problem stands at its cell, in the words of the server', () => {
    const prices = {
      [A]: line('20.01', { brand: ' ' }),
      [B]: line('0', { deliveryDays: '' }),
      [C]: line('1', { taxRate: '5', minQuantity: '0' }),
    }
    const { cells, firstCell, problems, lacks } = state(prices, room(), { validityDays: '29', remark: '' })
    expect([...cells.values()].map((of) => [...of])).toEqual([
      [
        ['brand', '第 1 行未填写品牌'],
        ['unitPrice', '第 1 行单价不得高于单价限价 20 元'],
      ],
      [
        ['unitPrice', '第 2 行报价须大于 0'],
        ['deliveryDays', '第 2 行未填写交货期'],
      ],
      [
        ['taxRate', '第 3 行税率须为 13、9、6、3、1、0% 之一'],
        ['minQuantity', '第 3 行起订量须大于 0'],
      ],
    ])
    expect(firstCell).toEqual({ itemId: A, column: 'brand', text: '第 1 行未填写品牌' })
    expect(problems).toEqual(['报价有效期不得少于 30 天'])
    expect(lacks.at(-1)).toBe('另有 4 处')
  })

  test('a later round is held against the quote before', () => {
    const previous = { total: '450.00', lines: [{ itemId: A, unitPrice: '18' }], alternatives: [] }
    const { cells } = state({ [A]: line('18.01') }, room({ notAbove: 'line' }, previous))
    expect(cells.get(A)?.get('unitPrice')).toBe('第 1 行单价不得高于上一次报价 18 元')
  })

  test('the prices before go only where none is typed', () => {
    const before = new Map([
      [A, '18'],
      [B, '27'],
    ])
    const filled = fillFromBefore(ITEMS, { [A]: line('17'), [B]: line('') }, before)
    expect([filled[A]!.unitPrice, filled[B], filled[C]]).toEqual(['17', line('27'), undefined])
  })

  test('a price that looks like a slip is named, against the own price before or else the ceiling', () => {
    const slips = (prices: Prices, previous: Room['previous'] = null) =>
      state(prices, room({}, previous)).warnings.filter((one) => one.includes('倍'))
    const full = (...prices: string[]) => Object.fromEntries(prices.map((price, i) => [ITEMS[i]!.itemId, line(price)]))
    expect(slips(full('6.66', '10', '1'))).toEqual(['第 1 行单价与单价限价相差 3 倍以上，请核对'])
    const previous = { total: null, lines: [{ itemId: A, unitPrice: '2' }], alternatives: [] }
    expect(slips(full('6', '9.99', '1'), previous)).toEqual(['第 2 行单价与单价限价相差 3 倍以上，请核对'])
    expect(slips(full('6.01', '30', '1'), previous)).toEqual(['第 1 行单价与上一次报价相差 3 倍以上，请核对'])
  })
})

test('what is sealed is the sheet that was judged; a tender seals its own', () => {
  const prices = { [A]: line('18') }
  const asked = { marks: [], reviewModel: 1 }
  const { offer, alternatives } = EMPTY_DRAFT
  expect(sealedSheet({ ...room(), ...asked }, { prices, marks: {}, offer, alternatives })).toEqual(state(prices).sheet)
  const tender = sealedSheet({ ...room(), ...asked, terms: null }, { prices, marks: {}, offer, alternatives })
  expect(tender).toMatchObject({ type: 'kaibiao.quote/1', total: totalsOf(ITEMS, prices).total })
})
