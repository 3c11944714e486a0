import { expect, test } from 'vitest'
import { DEFAULT_POLICY, passwordFitsRule, passwordRuleText, policyOf } from './rules-policy.ts'

test.each([
  ['Kaibiao2026', true],
  ['aB3456', true],
  [' aB3456 ', true],
  ['aB345', false],
  ['aB3456789012345', false],
  ['ab3456', false],
  ['AB3456', false],
  ['aBcdef', false],
  ['aB3456!', false],
  ['密码aB3456', false],
])('password %s: %s', (password, ok) => {
  expect(passwordFitsRule(password, DEFAULT_POLICY)).toBe(ok)
})

test('a tenant may allow longer ones with symbols; the rule says so', () => {
  const rule = { passwordMin: 10, passwordMax: 64, passwordSymbols: true }
  expect(passwordFitsRule('Correct-Horse-Battery-9', rule)).toBe(true)
  for (const bad of ['Short-9', 'no-upper-case-9', 'No-Digit-At-All', '带汉字Aa123456', `Aa1${'x'.repeat(62)}`])
    expect([bad, passwordFitsRule(bad, rule)]).toEqual([bad, false])
  expect(passwordRuleText(rule)).toBe('密码需介于10-64个字母、数字或符号且必须包含大小写字母和数字')
  expect(passwordRuleText(DEFAULT_POLICY)).toBe('密码需介于6-14个字母和数字且必须包含大小写字母和数字')
})

test('what is stored is completed; what does not fit counts as nothing', () => {
  expect(policyOf(null)).toEqual(DEFAULT_POLICY)
  expect(policyOf({ idleHours: 1 })).toEqual({ ...DEFAULT_POLICY, idleHours: 1 })
  expect(policyOf({ idleHours: 900 })).toEqual(DEFAULT_POLICY)
  expect(policyOf({ passwordMin: 30 })).toEqual(DEFAULT_POLICY)
})
