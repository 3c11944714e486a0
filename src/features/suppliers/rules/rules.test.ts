import { describe, expect, test } from 'vitest'
import { type AdmissionFacts, judge } from './admission.ts'
import { certificateState, remindersFor } from './certificates.ts'
import { addDays, lastDayOfYears } from './days.ts'
import { gradeOf, PRESET_HIERARCHY, PRESET_RATING, Rating } from './grades.ts'
import { listingState, termProblem } from './listings.ts'
import { stateOn } from './states.ts'

test('days are those of a calendar', () => {
  expect(addDays('2026-02-27', 3)).toBe('2026-03-02')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(lastDayOfYears('2026-01-01', 1)).toBe('2026-12-31')
  expect(lastDayOfYears('2028-02-29', 1)).toBe('2029-02-28')
})

test.each([
  ['gp77', '2027-05-31', true],
  ['gp77', '2027-05-30', false],
  ['gp77', '2029-05-31', true],
  ['gp77', '2029-06-01', false],
  ['tb53', '2028-05-31', true],
  ['tb53', '2028-06-01', false],
  ['tb54', '2029-05-31', true],
  ['tb60', '2028-05-30', false],
  ['tb60', '2031-05-31', true],
  ['tb60', '2031-06-01', false],
  ['own', '2026-06-01', true],
  ['own', '2026-05-31', false],
] as const)('%s from 2026-06-01 until %s: %s', (basis, until, isLawful) => {
  expect(termProblem({ basis, from: '2026-06-01', until }) === null).toBe(isLawful)
})

test('an entry holds on its first and on its last day', () => {
  const at = (today: string) => listingState({ state: 'decided', from: '2026-06-01', until: '2026-06-30' }, today)
  expect(['2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01'].map(at)).toEqual([
    'upcoming',
    'inForce',
    'inForce',
    'ended',
  ])
  expect(listingState({ state: 'lifted', from: '2026-06-01', until: null }, '2026-06-02')).toBe('lifted')
})

test('a certificate is good on its last day, and reminded of what is still to come', () => {
  expect(certificateState('2026-06-30', '2026-06-30')).toBe('expiring')
  expect(certificateState('2026-06-30', '2026-07-01')).toBe('expired')
  expect(certificateState('2026-06-30', '2026-04-30')).toBe('valid')
  expect(certificateState(null, '2099-01-01')).toBe('valid')
  expect(remindersFor('2026-06-30', '2026-06-01').map(({ before }) => before)).toEqual([7])
  expect(remindersFor('2026-06-30', '2026-01-01').map(({ on }) => on)).toEqual([
    '2026-05-01',
    '2026-05-31',
    '2026-06-23',
  ])
})

test('a score is graded by the bounds, and a veto forces the lowest', () => {
  const grades = [100, 90, 89.99, 75, 74, 60, 59.9, 0].map((points) => gradeOf(points, PRESET_RATING, false))
  expect(grades).toEqual(['A', 'A', 'B', 'B', 'C', 'C', 'D', 'D'])
  expect(gradeOf(100, PRESET_RATING, true)).toBe('D')
  expect(Rating.safeParse({ bounds: { A: 90, B: 90, C: 60 }, vetoes: [] }).success).toBe(false)
})

test('what has run out counts as paused without waiting for a timer', () => {
  const at = (today: string) => stateOn({ state: 'qualified', validUntil: '2026-06-30', today })
  expect([at('2026-06-30'), at('2026-07-01')]).toEqual(['qualified', 'paused'])
})

describe('admission', () => {
  const none: AdmissionFacts = {
    listings: [],
    state: 'qualified',
    grade: null,
    hierarchy: PRESET_HIERARCHY,
    expiredCertificates: [],
  }
  const level = (facts: Partial<AdmissionFacts>, act: 'invite' | 'signUp' | 'draw', isOpenByLaw = false) =>
    judge({ ...none, ...facts }, { act, isOpenByLaw }).level
  const ACTS = ['invite', 'signUp', 'draw'] as const

  test('who is listed is kept out of everything new', () => {
    const listings = [{ kind: 'black' as const, basis: 'gp77', until: '2027-01-01' }]
    for (const act of ACTS) for (const law of [true, false]) expect(level({ listings }, act, law)).toBe('block')
    expect(level({ listings: [{ kind: 'untrust', basis: 'enforced', until: null }] }, 'signUp', true)).toBe('block')
  })

  test('a grade keeps from invitations and draws, never from what the law opens to all', () => {
    expect(ACTS.map((act) => level({ grade: 'D' }, act))).toEqual(['block', 'block', 'block'])
    expect(level({ grade: 'D' }, 'signUp', true)).toBe('ok')
    expect(level({ grade: 'D' }, 'invite', true)).toBe('block')
    expect(level({ grade: 'C' }, 'invite')).toBe('warn')
    expect(level({ grade: 'A' }, 'invite')).toBe('ok')
  })

  test('who is paused or has left is not selected', () => {
    for (const state of ['paused', 'left'] as const)
      for (const act of ['invite', 'draw'] as const) expect(level({ state }, act)).toBe('block')
    expect(level({ state: 'paused' }, 'signUp', true)).toBe('ok')
    expect(level({ state: 'left' }, 'signUp')).toBe('ok')
    expect(level({ state: null }, 'invite')).toBe('ok')
  })

  test('an expired certificate is warned of', () => {
    expect(level({ expiredCertificates: ['营业执照'] }, 'invite')).toBe('warn')
    expect(level({ expiredCertificates: ['营业执照'] }, 'signUp')).toBe('ok')
  })

  test('the supplier is told nothing of grades', () => {
    const verdict = judge({ ...none, grade: 'D' }, { act: 'signUp', isOpenByLaw: false })
    expect(verdict).toMatchObject({ rule: 'grade' })
    expect(JSON.stringify(verdict.level === 'ok' ? '' : verdict.told)).not.toContain('等级')
  })
})
