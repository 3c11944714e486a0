import { expect, test } from 'vitest'
import type { BidderRow } from '../contract.ts'
import { scriptOf } from './host-script.ts'

const lines = {
  waiting: '请等候。',
  opening: '现在开标。',
  decrypt: '请解密。',
  decryptEnding: '即将截止。',
  beforeReading: '开始唱标。',
  afterReading: '唱标结束。',
  confirm: '请确认。',
  end: '开标结束。',
  abortive: '流标。',
}
const readings = [
  { bidderId: 'a', text: '第1家。' },
  { bidderId: 'b', text: '第2家。' },
]
const bidder = (bidderId: string, readAt: string | null) => ({ bidderId, decryptState: 2, readAt }) as BidderRow
const before = {
  stage: 1 as const,
  status: 1,
  startedAt: null,
  marksOpenedAt: null,
  endedAt: null,
  readingId: null,
  bidders: [bidder('a', null), bidder('b', null)],
}
const said = (hall: Partial<typeof before> | object, isEnding = false) =>
  scriptOf({ ...before, ...hall }, { lines, readings }, isEnding)

test('what is said at each moment', () => {
  const started = { startedAt: 't', status: 2 }
  const marked = { ...started, status: 3, marksOpenedAt: 't' }
  expect(said({}).lines).toEqual(['请等候。'])
  expect(said(started).lines).toEqual(['现在开标。', '请解密。'])
  expect(said(started, true).lines).toEqual(['即将截止。'])
  expect(said(marked).lines).toEqual(['开始唱标。'])
  const first = { ...marked, readingId: 'a', bidders: [bidder('a', '1'), bidder('b', null)] }
  expect(said(first).lines).toEqual(['第1家。'])
  const last = { ...marked, readingId: 'b', bidders: [bidder('a', '1'), bidder('b', '2')] }
  expect(said(last).lines).toEqual(['第2家。', '唱标结束。', '请确认。'])
  expect(said({ ...last, endedAt: 't' }).lines).toEqual(['开标结束。'])
  expect(said({ status: 20 }).lines).toEqual(['流标。'])
})

test('a moment is one moment however often the hall is fetched, and another after a new reading', () => {
  const marked = { startedAt: 't', status: 3, marksOpenedAt: 't', readingId: 'a' }
  const once = said({ ...marked, bidders: [bidder('a', '1'), bidder('b', null)] })
  expect(said({ ...marked, bidders: [bidder('a', '1'), bidder('b', null)] }).key).toBe(once.key)
  expect(said({ ...marked, bidders: [bidder('a', '2'), bidder('b', null)] }).key).not.toBe(once.key)
  expect(said({ stage: 2 }).key).not.toBe(said({}).key)
})
