import { expect, test } from 'vitest'
import { NO_NAMES, approversText, branchText, testText } from './words.ts'

const FACTS = [
  { key: 'amount', label: '预算金额', type: 'amount' as const, options: [] },
  {
    key: 'method',
    label: '采购方式',
    type: 'choice' as const,
    options: [
      { value: '1', label: '公开招标' },
      { value: '2', label: '邀请招标' },
    ],
  },
]
const NAMES = {
  people: new Map([
    ['a', '张晓'],
    ['b', '王宁'],
  ]),
  roles: new Map([['right:finance', '财务管理']]),
  facts: FACTS,
}

test('who approves is told by name, in the order chosen', () => {
  expect(approversText({ by: 'person', employeeIds: ['b', 'a'] }, NAMES)).toBe('王宁、张晓')
  expect(approversText({ by: 'person', employeeIds: ['a', 'gone'] }, NAMES)).toBe('张晓、已离开的人员')
  expect(approversText({ by: 'person', employeeIds: [] }, NAMES)).toBe('')
  expect(approversText({ by: 'role', role: 'right:finance' }, NAMES)).toBe('财务管理')
  expect(approversText({ by: 'head', level: 1 }, NAMES)).toBe('发起人的部门负责人')
  expect(approversText({ by: 'head', level: 3 }, NAMES)).toBe('发起人的上 2 级部门负责人')
  expect(approversText({ by: 'choice', from: [], many: true }, NAMES)).toBe('发起人自选（可多人）')
})

test('without names people are counted, not called gone', () => {
  expect(approversText({ by: 'person', employeeIds: ['a', 'b'] }, NO_NAMES)).toBe('指定 2 人')
})

test('a test reads with its unit and its options by name; the else branch says what it is', () => {
  expect(testText({ op: 'gte', fact: 'amount', value: '5000000' }, FACTS)).toBe('预算金额大于等于 500.00万元')
  expect(testText({ op: 'notIn', fact: 'method', values: ['1', '9'] }, FACTS)).toBe('采购方式不属于 公开招标、9')
  const both = [
    { op: 'lt' as const, fact: 'amount', value: '800' },
    { op: 'in' as const, fact: 'method', values: ['2'] },
  ]
  expect(branchText(both, FACTS)).toBe('预算金额小于 800.00元，且采购方式属于 邀请招标')
  expect(branchText(null, FACTS)).toBe('以上条件都不满足时')
})
