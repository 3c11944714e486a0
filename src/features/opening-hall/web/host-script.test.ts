import { expect, test } from 'vitest'
import type { BidderRow } from '../contract.ts'
import { DecryptState } from '../rules.ts'
import { JointStatus } from '../rules-joint.ts'
import { scriptOf, type Window } from './host-script.ts'

const lines = {
  waiting: '请等候。',
  opening: '现在开标。',
  decrypt: '请解密。',
  decryptEnding: '即将截止。',
  jointOpening: '共同开启。',
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
const D = DecryptState.values
const bidder = (bidderId: string, readAt: string | null, decryptState: DecryptState = D.success) =>
  ({ bidderId, decryptState, readAt }) as BidderRow
const before = {
  stage: 1 as const,
  status: 1,
  startedAt: null,
  decryptEnd: null as string | null,
  joint: null,
  marksOpenedAt: null,
  endedAt: null,
  readingId: null,
  bidders: [bidder('a', null), bidder('b', null)],
}
const said = (hall: Partial<typeof before> | object, window: Window = 'running') =>
  scriptOf({ ...before, ...hall }, { lines, readings }, window)
const waiting = [bidder('a', null), bidder('b', null, D.pending)]

test('what is said at each moment', () => {
  const started = { startedAt: 't', status: 2, bidders: waiting }
  const marked = { ...started, status: 3, marksOpenedAt: 't', bidders: before.bidders }
  expect(said({}).lines).toEqual(['请等候。'])
  expect(said(started).lines).toEqual(['现在开标。', '请解密。'])
  expect(said(started, 'ending').lines).toEqual(['即将截止。'])
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

test('nobody is asked to decrypt who has, or who cannot any more', () => {
  const started = { startedAt: 't', status: 2 }
  for (const state of [D.success, D.released, D.revoked, D.returned, D.held])
    for (const window of ['running', 'ending'] as const)
      expect(said({ ...started, bidders: [bidder('a', null, state)] }, window).lines).toEqual([])
  for (const state of [D.pending, D.failed, D.faulted])
    expect(said({ ...started, bidders: [bidder('a', null, state)] }, 'ending').lines).toEqual(['即将截止。'])
  expect(said({ ...started, bidders: waiting }, 'over').lines).toEqual([])
  // A window that was extended ends a second time.
  const ending = (decryptEnd: string) => said({ ...started, bidders: waiting, decryptEnd }, 'ending').key
  expect(ending('1')).toBe(ending('1'))
  expect(ending('1')).not.toBe(ending('2'))
})

test('with a joint key the officers open once the release is closed', () => {
  const S = JointStatus.values
  const joint = (status: JointStatus, window: Window = 'running') =>
    said({ startedAt: 't', status: 2, bidders: waiting, joint: { status } }, window).lines
  expect(joint(S.releasing)).toEqual(['现在开标。', '请解密。'])
  expect(joint(S.releasing, 'over')).toEqual([])
  for (const window of ['running', 'ending', 'over'] as const) {
    expect(joint(S.answering, window)).toEqual(['共同开启。'])
    expect(joint(S.opening, window)).toEqual(['共同开启。'])
    expect(joint(S.opened, window)).toEqual([])
  }
})
