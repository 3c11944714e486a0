import { describe, expect, test } from 'vitest'
import { avoidances, checkCommittee, COMMITTEE_RULES, type Committee, type CommitteeMember } from './committee.ts'

const person = (id: string, more: Partial<CommitteeMember> = {}): CommitteeMember => ({
  id,
  name: `专家${id}`,
  part: 'expert',
  declared: true,
  ...more,
})
const people = (experts: number, owners = 0): CommitteeMember[] => [
  ...Array.from({ length: experts }, (_, i) => person(`e${i}`, { leader: i === 0 })),
  ...Array.from({ length: owners }, (_, i) => person(`o${i}`, { part: 'owner' })),
]
const bidders = [
  { id: 'b1', name: '甲公司', creditCode: '91310000MA1FL00001' },
  { id: 'b2', name: '乙公司' },
]
const committee = (members: CommitteeMember[], more: Partial<Committee> = {}): Committee => ({
  regime: 'tender',
  members,
  bidders,
  ...more,
})
const broken = (c: Committee) =>
  checkCommittee(c)
    .filter((f) => !f.ok)
    .map((f) => f.ruleId)

test('five members, four of them experts, all declared: every rule holds and is listed', () => {
  const findings = checkCommittee(committee(people(4, 1)))
  expect(findings.every((f) => f.ok)).toBe(true)
  expect(findings.length).toBeGreaterThanOrEqual(6)
  for (const f of findings) expect(f.citation).toMatch(/《.+》/)
})

describe('size and experts', () => {
  test.each([
    [3, 0, ['committee-size']],
    [6, 0, ['committee-size']],
    [4, 0, ['committee-size']],
    [5, 0, []],
    [4, 1, []],
    [3, 2, ['committee-experts']],
    [5, 2, []],
    [6, 3, []],
    [5, 4, ['committee-experts']],
    [0, 0, ['committee-size', 'committee-experts', 'committee-leader']],
  ])('%i experts and %i representatives', (experts, owners, expected) => {
    expect(broken(committee(people(experts, owners)))).toEqual(expected)
  })

  test('government procurement from ten million yuan on needs seven', () => {
    const five = people(4, 1)
    expect(broken(committee(five, { regime: 'government', budget: '9999999.99' }))).toEqual([])
    expect(broken(committee(five, { regime: 'government', budget: '10000000' }))).toEqual(['committee-size-government'])
    expect(broken(committee(people(5, 2), { regime: 'government', budget: '10000000' }))).toEqual([])
    expect(broken(committee(five, { regime: 'tender', budget: '10000000' }))).toEqual([])
  })

  test('a company that need not tender is told of size and experts, and goes on; ties and statements stand against everybody', () => {
    const severities = (regime: Committee['regime']) =>
      Object.fromEntries(
        checkCommittee(committee([...people(2, 2), person('x', { declared: false })], { regime, budget: '1' }))
          .filter((f) => !f.ok)
          .map((f) => [f.ruleId, f.severity]),
      )
    const block = 'block' as const
    const bound = { 'committee-experts': block, 'committee-declaration': block }
    expect(severities('tender')).toEqual(bound)
    expect(severities('government')).toEqual(bound)
    expect(severities('enterprise')).toEqual({ ...bound, 'committee-experts': 'warn' })
  })

  test('one person counts once', () => {
    expect(broken(committee([...people(4), person('e1')]))).toEqual(['committee-distinct'])
  })
})

describe('avoidance', () => {
  const withOne = (more: Partial<CommitteeMember>) => committee([...people(4), person('x', more)])

  test('employment by a bidder is found by the credit code', () => {
    const found = checkCommittee(withOne({ employer: '91310000MA1FL00001' })).find((f) => !f.ok)
    expect(found).toMatchObject({
      ruleId: 'committee-avoidance',
      severity: 'block',
      message: '应当回避：专家x（任职于投标人甲公司）',
    })
    expect(broken(withOne({ employer: '91310000MA1FL99999' }))).toEqual([])
  })

  test('an employer that is not known does not match a bidder whose code is not known', () => {
    expect(broken(withOne({ employer: undefined }))).toEqual([])
    expect(broken(withOne({ employer: '' }))).toEqual([])
  })

  test('declared ties count for bidders of this order only', () => {
    expect(avoidances(withOne({ ties: [{ bidderId: 'b2', reason: '近亲属任负责人' }] }))).toEqual([
      { memberId: 'x', name: '专家x', reason: '与投标人乙公司：近亲属任负责人' },
    ])
    expect(avoidances(withOne({ ties: [{ bidderId: 'elsewhere', reason: '曾任顾问' }] }))).toEqual([])
  })

  test('so do grounds of the person', () => {
    expect(broken(withOne({ barred: '行政监督部门人员' }))).toEqual(['committee-avoidance'])
  })

  test('everyone must have declared', () => {
    expect(checkCommittee(withOne({ declared: false })).find((f) => !f.ok)?.message).toBe('尚未签署回避声明：专家x')
  })
})

describe('leader', () => {
  test('exactly one, as a warning', () => {
    const none = people(5).map((m) => ({ ...m, leader: false }))
    expect(checkCommittee(committee(none)).find((f) => !f.ok)).toMatchObject({
      ruleId: 'committee-leader',
      severity: 'warn',
      message: '尚未推选组长',
    })
    expect(broken(committee(people(5).map((m) => ({ ...m, leader: true }))))).toEqual(['committee-leader'])
  })

  test('never the representative of a government purchaser', () => {
    const members = people(4, 1).map((m) => ({ ...m, leader: m.part === 'owner' }))
    expect(broken(committee(members, { regime: 'government' }))).toEqual(['committee-leader-government'])
    expect(broken(committee(members))).toEqual([])
  })
})

test('rule ids are unique', () => {
  expect(new Set(COMMITTEE_RULES.map((r) => r.id)).size).toBe(COMMITTEE_RULES.length)
})
