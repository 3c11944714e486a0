import { describe, expect, test } from 'vitest'
import { JOINT_OPENING, type JointFacts, JointStatus, type JointWho } from './rules-joint.ts'

const S = JointStatus.values
const NOW = 1_000_000
const base: JointFacts = {
  status: S.releasing,
  windowEnd: NOW + 1,
  waiting: 0,
  answered: false,
  excused: false,
  ended: false,
}
const can = (part: JointWho['part'], facts: Partial<JointFacts> = {}) =>
  JOINT_OPENING.allowed({ ...base, ...facts }, { part }, NOW).flatMap((a) => (a.reason === undefined ? [a.action] : []))

describe('who may do what in a joint opening', () => {
  test('the host closes the release when nobody is waited for, or the window is over', () => {
    expect(can('host')).toEqual(['closeRelease'])
    expect(can('host', { waiting: 1 })).toEqual([])
    expect(can('host', { waiting: 1, windowEnd: NOW })).toEqual(['closeRelease'])
    expect(can('host', { status: S.answering })).toEqual([])
  })

  test('officers answer once, after the release and until all is open', () => {
    expect(can('officer')).toEqual([])
    expect(can('officer', { status: S.answering })).toEqual(['answer'])
    expect(can('officer', { status: S.answering, answered: true })).toEqual([])
    expect(can('officer', { status: S.answering, excused: true })).toEqual([])
    expect(can('officer', { status: S.opening })).toEqual(['answer'])
    expect(can('officer', { status: S.opened })).toEqual([])
  })

  test('nobody does anything in an order that was given up, and strangers never', () => {
    for (const status of Object.values(S)) {
      expect(can('none', { status })).toEqual([])
      for (const part of ['host', 'officer', 'service'] as const) expect(can(part, { status, ended: true })).toEqual([])
    }
  })
})
