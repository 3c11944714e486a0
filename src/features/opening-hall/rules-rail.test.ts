import { expect, test } from 'vitest'
import { DecryptState } from './rules.ts'
import { railOf } from './rules-rail.ts'

const D = DecryptState.values
const bidder = { signedInAt: null, decryptState: D.pending as number, readAt: null, confirmState: 0 }
const AT = '2026-11-22T06:30:00.000Z'
const hall = { step: 'decrypt' as const, startedAt: AT, marksOpenedAt: null, endedAt: null }
const words = (facts: Parameters<typeof railOf>[0]) =>
  railOf(facts).map(({ label, state, count }) => `${label} ${state}${count ? ` ${count.done}/${count.all}` : ''}`)

test('before the start signing in is next to come, and nothing tells how many bid', () => {
  expect(words({ ...hall, step: 'sign-in', startedAt: null, bidders: [] })).toEqual([
    '签到 now',
    '解密 next',
    '唱标 next',
    '确认 next',
    '结束 next',
  ])
})

test('signing in is under way beside decrypting until everybody has signed in', () => {
  const signed = { ...bidder, signedInAt: AT }
  expect(words({ ...hall, bidders: [signed, bidder] }).slice(0, 3)).toEqual([
    '签到 now 1/2',
    '解密 now 0/2',
    '唱标 next',
  ])
  const opened = { ...signed, decryptState: D.success }
  expect(words({ ...hall, bidders: [signed, opened] }).slice(0, 2)).toEqual(['签到 done 2/2', '解密 now 1/2'])
})

test('the marks close it, whoever stayed away; reading and confirming count opened bids only', () => {
  const opened = { ...bidder, signedInAt: AT, decryptState: D.success, readAt: AT }
  const facts = { ...hall, step: 'confirm' as const, marksOpenedAt: AT }
  const bidders = [{ ...opened, confirmState: 2 }, opened, { ...bidder, decryptState: D.revoked }]
  expect(words({ ...facts, bidders })).toEqual([
    '签到 done 2/3',
    '解密 done 2/3',
    '唱标 done 2/2',
    '确认 now 1/2',
    '结束 next',
  ])
  expect(railOf({ ...facts, step: 'end', endedAt: AT, bidders }).every(({ state }) => state === 'done')).toBe(true)
})
