import { formatWithUnit } from '#contract/money.ts'
import type { Approvers, FactField, Test } from '../../rules/definition.ts'
import { AMOUNT_OPS, APPROVER_KINDS, CHOICE_OPS } from '../../rules/definition.ts'

/** Names for the keys that stand in a flow; what is missing there is told by number or as unknown. */
export interface Names {
  people: ReadonlyMap<string, string>
  roles: ReadonlyMap<string, string>
  facts: readonly FactField[]
}

export const NO_NAMES: Names = { people: new Map(), roles: new Map(), facts: [] }

/** Who approves or gets a copy, in a few words; '' when nobody is named yet. */
export function approversText(approvers: Approvers, { people, roles }: Names): string {
  switch (approvers.by) {
    case 'person': {
      const known = approvers.employeeIds.flatMap((id) => people.get(id) ?? [])
      if (known.length === approvers.employeeIds.length) return known.join('、')
      return people.size === 0 ? `指定 ${approvers.employeeIds.length} 人` : [...known, '已离开的人员'].join('、')
    }
    case 'role':
      return approvers.role === '' ? '' : (roles.get(approvers.role) ?? APPROVER_KINDS.role)
    case 'head':
      return approvers.level === 1 ? '发起人的部门负责人' : `发起人的上 ${approvers.level - 1} 级部门负责人`
    case 'choice':
      return `发起人自选${approvers.many ? '（可多人）' : ''}`
  }
}

/** One test in words: `预算金额 大于等于 500.00万元`. */
export function testText(test: Test, facts: readonly FactField[]): string {
  const field = facts.find((one) => one.key === test.fact)
  const label = field?.label ?? '条件字段'
  if (!('values' in test)) return `${label}${AMOUNT_OPS[test.op]} ${formatWithUnit(test.value)}元`
  const values = test.values.map((value) => field?.options.find((one) => one.value === value)?.label ?? value)
  return `${label}${CHOICE_OPS[test.op]} ${values.join('、')}`
}

/** The tests of a branch in words; the else branch says so itself. */
export function branchText(when: readonly Test[] | null, facts: readonly FactField[]): string {
  if (when === null) return '以上条件都不满足时'
  return when.map((test) => testText(test, facts)).join('，且')
}
