import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { RelationStatus } from '../contract/shared.ts'
import { type AssociationAction, associationStatus } from './association-status.ts'
import { type EmployeeFacts, employeeStatus } from './employee-status.ts'
import { heightOf, inOrder, levelOf, MAX_LEVELS, movedTo, type TreeNode, whyNotBelow, withDescendants } from './tree.ts'

const tree: TreeNode[] = [
  { id: 'a', parentId: null },
  { id: 'b', parentId: null },
  { id: 'a1', parentId: 'a' },
  { id: 'a2', parentId: 'a' },
  { id: 'a1x', parentId: 'a1' },
]

test('a tree in reading order, with depths', () => {
  expect(inOrder(tree).map((n) => `${n.id}${n.depth}`)).toEqual(['a0', 'a11', 'a1x2', 'a21', 'b0'])
  expect(withDescendants(tree, 'a')).toEqual(['a', 'a1', 'a1x', 'a2'])
  expect([heightOf(tree, 'a'), heightOf(tree, 'b'), levelOf(tree, 'a1x'), levelOf(tree, null)]).toEqual([3, 1, 3, 0])
})

test('a department does not go below itself, nor too deep', () => {
  expect(whyNotBelow(tree, 'a', 'a1x')).toContain('自身')
  expect(whyNotBelow(tree, 'a', 'a')).toContain('自身')
  expect(whyNotBelow(tree, 'a1', 'b')).toBeNull()
  expect(whyNotBelow(tree, 'a1', null)).toBeNull()
  const deep = Array.from({ length: MAX_LEVELS }, (_, i) => ({ id: `d${i}`, parentId: i === 0 ? null : `d${i - 1}` }))
  expect(whyNotBelow([...deep, { id: 'n', parentId: null }], 'n', `d${MAX_LEVELS - 1}`)).toContain('最多')
  expect(whyNotBelow([...deep, { id: 'n', parentId: null }], 'n', `d${MAX_LEVELS - 2}`)).toBeNull()
})

test('however departments are moved, the tree stays one, and moving keeps everybody once', () => {
  const moves = fc.array(fc.tuple(fc.nat(11), fc.option(fc.nat(11), { nil: null })), { maxLength: 40 })
  fc.assert(
    fc.property(moves, (steps) => {
      let nodes: TreeNode[] = Array.from({ length: 12 }, (_, i) => ({ id: String(i), parentId: null }))
      for (const [id, parent] of steps) {
        const [node, below] = [String(id), parent === null ? null : String(parent)]
        if (whyNotBelow(nodes, node, below)) continue
        nodes = nodes.map((n) => (n.id === node ? { ...n, parentId: below } : n))
      }
      // A ring would hang on nothing and be missing.
      const all = inOrder(nodes)
      expect(all.length).toBe(12)
      expect(Math.max(...all.map((n) => n.depth))).toBeLessThan(MAX_LEVELS)
    }),
  )
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(20), (list, index) => {
      const moved = movedTo(list, list[0]!, index)
      expect(new Set(moved)).toEqual(new Set(list))
      expect(moved).toHaveLength(list.length)
      expect(moved.indexOf(list[0]!)).toBe(Math.min(index, list.length - 1))
    }),
  )
})

const S = RelationStatus.values

describe('association: every state, every action, both sides', () => {
  // By state: what the sender and what the receiver may do, and where it leads.
  const table: Record<
    number,
    [sender: Partial<Record<AssociationAction, number>>, receiver: Partial<Record<AssociationAction, number>>]
  > = {
    [S.cancelled]: [{ again: S.asked }, {}],
    [S.asked]: [{ cancel: S.cancelled }, { agree: S.associated, refuse: S.refused, ignore: S.ignored }],
    [S.associated]: [{ disassociate: S.disassociated }, { disassociate: S.disassociated }],
    [S.refused]: [{ again: S.asked }, {}],
    [S.ignored]: [
      { cancel: S.cancelled, again: S.asked },
      { agree: S.associated, refuse: S.refused },
    ],
    [S.disassociated]: [{ again: S.asked }, {}],
  }
  const actions: AssociationAction[] = ['agree', 'refuse', 'ignore', 'cancel', 'again', 'disassociate']
  const cases = Object.entries(table).flatMap(([status, sides]) =>
    [true, false].flatMap((isSender) =>
      actions.map((action) => [Number(status), isSender, action, sides[isSender ? 0 : 1][action]] as const),
    ),
  )
  test.each(cases)('from %i, sender %s: %s', (status, isSender, action, to) => {
    const record = { status }
    const shown = associationStatus.allowed(record, { isSender }, 0).some((a) => a.action === action)
    expect(shown).toBe(to !== undefined)
    const next = () => associationStatus.next(action, { record, who: { isSender }, now: 0 })
    const outcome = (() => {
      try {
        return next()
      } catch (error) {
        return error instanceof AppError ? undefined : error
      }
    })()
    expect(outcome).toBe(to)
  })
})

describe('employees', () => {
  const plain: EmployeeFacts = {
    status: 1,
    isAdmin: false,
    isSelf: false,
    isLastAdmin: false,
    noReset: null,
    isUnproven: false,
  }
  const keeper = { administers: true }
  const drawn = (facts: Partial<EmployeeFacts>) =>
    employeeStatus.allowed({ ...plain, ...facts }, keeper, 0).map((a) => (a.reason ? `(${a.action})` : a.action))
  test.each<[string, Partial<EmployeeFacts>, string[]]>([
    ['in use', {}, ['edit', 'disable', 'resetPassword', 'transfer', 'delete']],
    ['disabled', { status: 0 }, ['edit', 'enable', 'resetPassword', 'delete']],
    ['oneself', { isSelf: true, isAdmin: true }, ['edit', '(disable)', '(resetPassword)', '(delete)']],
    [
      'the last administrator',
      { isAdmin: true, isLastAdmin: true },
      ['edit', '(disable)', 'resetPassword', '(delete)'],
    ],
    ['another administrator', { isAdmin: true }, ['edit', 'disable', 'resetPassword', 'delete']],
    ['invited', { status: 2 }, ['edit', 'inviteAgain', 'withdraw']],
    ['an unproven account', { isUnproven: true }, ['edit', 'disable', 'resetPassword', '(transfer)', 'delete']],
    ['an account of others', { noReset: '由本人修改' }, ['edit', 'disable', '(resetPassword)', 'transfer', 'delete']],
  ])('%s', (_, facts, expected) => {
    expect(drawn(facts)).toEqual(expected)
  })
  test('nobody else may do anything', () => {
    expect(employeeStatus.allowed(plain, { administers: false }, 0)).toEqual([])
    expect(() => employeeStatus.next('disable', { record: plain, who: { administers: false }, now: 0 })).toThrow(
      '内容不存在',
    )
  })
})
