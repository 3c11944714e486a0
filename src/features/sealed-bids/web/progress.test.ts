import { expect, test } from 'vitest'
import type { BidDraft, DraftFile } from './draft.ts'
import { EMPTY_DRAFT, fitDraft } from './draft.ts'
import { totalsOf } from './price/grid.ts'
import { progressOf } from './progress.ts'
import type { Room } from './room.ts'

const ITEMS = [
  { itemId: 'a', line: 1, quantity: '2', controlPrice: '10', section: '' },
  { itemId: 'b', line: 2, quantity: '1', controlPrice: null, section: '' },
] as Room['items']
const KEY = { keyId: 'k', fits: true, rehearsedAt: null } as Room['keys'][number]
const ROOM: Parameters<typeof progressOf>[0] = {
  method: 1,
  roundKey: null,
  reviewModel: 1,
  items: ITEMS,
  marks: [{ name: '工期', unit: null }],
  bidFiles: [
    { role: 'technical', name: '技术标文件', required: true },
    { role: 'business', name: '商务标文件', required: false },
  ],
  keys: [KEY],
  controlPrice: '25',
}
const file = (sha256: string | null): DraftFile => ({
  id: '1',
  role: 'technical',
  name: 'a.pdf',
  size: 1,
  sha256,
  content: new Blob(),
})
const progress = (draft: Partial<BidDraft>, files: DraftFile[] = [], room = ROOM) => {
  const full = { ...EMPTY_DRAFT, ...draft }
  return progressOf(room, { draft: full, files, totals: totalsOf(room.items, full.prices) })
}

test('what is sealed to the round needs no key, and is spoken of in words of its method', () => {
  const roundKey = { keyId: 'k', publicKey: '04', fingerprint: 'f' }
  const room = { ...ROOM, method: 7, roundKey, keys: [], marks: [], bidFiles: [] }
  expect(progress({}, [], room).lacks).toEqual({ price: ['2 行未报价'], files: [], key: [] })
  const zero = { unitPrice: '0', remark: '' }
  expect(progress({ prices: { a: zero, b: zero } }, [], room).lacks.price).toEqual(['报价总价须大于 0'])
})

test('an empty bid lacks everything that is asked for', () => {
  expect(progress({}).lacks).toEqual({ price: ['2 行未报价', '工期'], files: ['技术标文件'], key: ['选择密钥'] })
})

test('a key counts once it was rehearsed for this order, files once they are hashed', () => {
  expect(progress({ keyId: 'k' }, [file(null)]).lacks).toMatchObject({ files: ['文件正在计算哈希'], key: ['加密预演'] })
  const rehearsed = { ...ROOM, keys: [{ ...KEY, rehearsedAt: '2026-11-21T00:00:00.000Z' }] }
  expect(progress({ keyId: 'k' }, [file('00')], rehearsed).lacks).toMatchObject({ files: [], key: [] })
  const revoked = { ...ROOM, keys: [{ ...rehearsed.keys[0]!, fits: false }] }
  expect(progress({ keyId: 'k' }, [], revoked).lacks.key).toEqual(['选择密钥'])
})

test('a price above the limits is allowed and said', () => {
  const prices = { a: { unitPrice: '10.01', remark: '' }, b: { unitPrice: '5', remark: '' } }
  const { lacks, warnings } = progress({ prices, marks: { 工期: '30' } })
  expect(lacks.price).toEqual([])
  expect(warnings).toEqual(['总价高于最高限价 25.00 元，会被否决', '1 行高于单价限价'])
  expect(progress({ prices: { a: { unitPrice: '0', remark: '' } } }).warnings).toEqual(['总价为零'])
})

test('a draft loses only what a change of the tender took away', () => {
  const draft: BidDraft = {
    ...EMPTY_DRAFT,
    prices: { a: { unitPrice: '1', remark: '' }, gone: { unitPrice: '2', remark: '' } },
    marks: { 工期: '30', 质保: '2' },
  }
  const fitted = fitDraft(draft, ROOM)
  expect(fitted.dropped).toBe(2)
  expect(Object.keys(fitted.draft.prices)).toEqual(['a'])
  expect(fitted.draft.marks).toEqual({ 工期: '30' })
  expect(fitDraft(fitted.draft, ROOM)).toEqual({ draft: fitted.draft, dropped: 0 })
})

test('a bid whose total is zero is not complete', () => {
  const at = (...prices: string[]) =>
    progress({
      prices: Object.fromEntries(ITEMS.map(({ itemId }, i) => [itemId, { unitPrice: prices[i]!, remark: '' }])),
      marks: { 工期: '30' },
    }).lacks.price
  expect(at('0', '0.00')).toEqual(['投标总价须大于 0'])
  // Rounded to the cent, a tenth of one is nothing.
  expect(at('0.001', '0')).toEqual(['投标总价须大于 0'])
  expect(at('0', '0.01')).toEqual([])
})
