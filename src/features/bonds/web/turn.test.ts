import { expect, test } from 'vitest'
import { turnNote, turnQuestion, turnReason } from './turn.ts'

const message = '履约保证金 80,000.01 元，为合同价的 10.0001%'
const row = (isBinding: boolean) => ({ supplierName: '甲公司', turnProblem: { message, isBinding } })

test('what forbids a turn is its reason and stands beside the bond', () => {
  expect(turnReason(row(true))).toBe(message)
  expect(turnNote(row(true))).toBe(`不能转为履约保证金：${message}`)
})

test('what is no more than a warning stands beside the bond and in the question, and forbids nothing', () => {
  expect(turnReason(row(false))).toBeUndefined()
  expect(turnNote(row(false))).toBe(`转为履约保证金前请注意：${message}`)
  expect(turnQuestion(row(false)).content).toContain(`请注意：${message}。`)
})

test('without either nothing is said', () => {
  const plain = { supplierName: '甲公司', turnProblem: null }
  expect([turnReason(plain), turnNote(plain)]).toEqual([undefined, undefined])
  expect(turnQuestion(plain).content).toBe('甲公司的保证金将转为履约保证金，合同履行完毕后退还。')
})
