import { expect, it } from 'vitest'
import { MEMBER_ACTIONS, type MemberFacts } from './member-actions.ts'

const terms = (rounds: number): MemberFacts['terms'] => ({ announced: { rounds, name: '评审报价' }, isSingle: false })
const soFar = (given: Partial<MemberFacts['soFar']>) => ({ rounds: 0, isOpen: false, hadFinal: false, ...given })
const facts: MemberFacts = {
  isRunning: true,
  hasPrices: true,
  terms: terms(2),
  soFar: soFar({}),
}
const member = { part: 'member' as const, isLeader: false }
const leader = { part: 'member' as const, isLeader: true }
const seen = (change: Partial<MemberFacts>, who: typeof member | typeof leader = leader) =>
  Object.fromEntries(MEMBER_ACTIONS.allowed({ ...facts, ...change }, who, 0).map((a) => [a.action, a.reason ?? true]))

it('lets every member ask and correct while the review runs, the leader alone open rounds', () => {
  expect(seen({}, member)).toEqual({ createAsk: true, proposeCorrection: true })
  expect(seen({})).toEqual({ createAsk: true, proposeCorrection: true, createRound: true })
  expect(seen({ isRunning: false })).toEqual({})
  expect(MEMBER_ACTIONS.allowed(facts, { part: 'owner', isLeader: false }, 0)).toEqual([])
})

it('waits for the second envelopes with everything about prices', () => {
  expect(seen({ hasPrices: false })).toEqual({
    createAsk: true,
    proposeCorrection: '报价信封尚未开启',
    createRound: '报价信封尚未开启',
  })
})

it('opens rounds one after the other, as many as the documents say, none after the last', () => {
  expect(seen({ terms: terms(0) })).not.toHaveProperty('createRound')
  expect(seen({ soFar: soFar({ isOpen: true, rounds: 1 }) }).createRound).toBe('上一轮报价尚未结束')
  expect(seen({ soFar: soFar({ hadFinal: true, rounds: 1 }) }).createRound).toBe('最终报价已结束，不能再次报价')
  expect(seen({ soFar: soFar({ rounds: 2 }) }).createRound).toBe('采购文件约定最多 2 轮评审报价')
})
