import { describe, expect, test } from 'vitest'
import { BIDDER_STATUS, type BidderFacts, DecryptState, isSettled, mayReturn } from './rules.ts'
import { PRESENCE_LOOK_MS, PRESENCE_MS, PRESENCE_PING_MS } from './rules.ts'

const D = DecryptState.values
const STATES = Object.values(D)
const NOW = 1_000_000
const base: BidderFacts = {
  decryptState: D.pending,
  signedIn: false,
  windowEnd: NOW + 1,
  marksOpen: false,
  confirmed: false,
  joint: null,
  ended: false,
}
const can = (facts: Partial<BidderFacts>) =>
  BIDDER_STATUS.allowed({ ...base, ...facts }, null, NOW).flatMap((a) => (a.reason ? [] : [a.action]))

describe('what a bidder may do', () => {
  test.each([
    ['at first', {}, ['signIn', 'release']],
    ['signed in', { signedIn: true }, ['release']],
    ['while its bid is being opened', { signedIn: true, decryptState: D.released }, []],
    ['after a wrong key', { signedIn: true, decryptState: D.failed }, ['release']],
    ['after a fault of the platform', { signedIn: true, decryptState: D.faulted }, ['release']],
    ['at the last instant of the window', { signedIn: true, windowEnd: NOW + 1 }, ['release']],
    ['when the window is over', { signedIn: true, windowEnd: NOW }, []],
    ['opened, before the marks', { signedIn: true, decryptState: D.success }, []],
    ['with the marks open', { signedIn: true, decryptState: D.success, marksOpen: true }, ['confirm', 'dispute']],
    ['having confirmed', { signedIn: true, decryptState: D.success, marksOpen: true, confirmed: true }, []],
    ['revoked', { decryptState: D.revoked, marksOpen: true }, []],
    ['withdrawn', { decryptState: D.returned }, []],
  ] as const)('%s', (_, facts, actions) => expect(can(facts)).toEqual(actions))

  test('nothing after the end, whatever the state', () => {
    for (const decryptState of STATES)
      for (const marksOpen of [true, false]) expect(can({ decryptState, marksOpen, ended: true })).toEqual([])
  })
})

test('the host returns what the platform spoiled, and others only when they cannot decrypt any more (A-112)', () => {
  const yes = (over: boolean) => STATES.filter((state) => mayReturn(state, over) === true)
  expect(yes(false)).toEqual([D.faulted])
  expect(yes(true)).toEqual([D.pending, D.released, D.failed, D.faulted])
})

test('marks wait for everybody who may still be opened', () => {
  expect(STATES.filter((state) => isSettled(state))).toEqual([D.success, D.revoked, D.returned])
})

test('who leaves is missed on the host’s page within 15 s, and one lost sign of life is not leaving', () => {
  expect(PRESENCE_MS + PRESENCE_LOOK_MS).toBeLessThanOrEqual(15_000)
  expect(PRESENCE_MS).toBeGreaterThan(2 * PRESENCE_PING_MS)
})
