import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  accountNumberOk,
  creditCodeCheck,
  creditCodeOk,
  identityCheck,
  identityNumberOk,
  maskedAccount,
  maskedIdentity,
  mobileOk,
} from './identifiers.ts'

const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const codeBody = fc
  .tuple(
    fc.constantFrom('91', '92', '12', '93', '51'),
    fc.stringMatching(/^\d{6}$/),
    fc.array(fc.constantFrom(...SIGNS), { minLength: 9, maxLength: 9 }),
  )
  .map(([begin, region, rest]) => begin + region + rest.join(''))

describe('credit codes (GB 32100-2015)', () => {
  // The standard's own example, and published codes of a university and a company.
  test.each(['91350100M000100Y43', '12100000400000624D', '91310000631696382C'])('%s', (code) => {
    expect(creditCodeOk(code)).toBe(true)
  })
  test.each([
    '',
    '91350100M000100Y4',
    '91350100M000100Y44',
    '91350100M00010OY43',
    '91350100m000100y43',
    '9135010 M000100Y43',
  ])('refuses %j', (code) => expect(creditCodeOk(code)).toBe(false))
  it('notices any single wrong character and any two neighbours exchanged', () => {
    fc.assert(
      fc.property(codeBody, fc.nat(16), fc.constantFrom(...SIGNS), (body, at, sign) => {
        const code = body + creditCodeCheck(body)!
        expect(creditCodeOk(code)).toBe(true)
        const wrong = code.slice(0, at) + sign + code.slice(at + 1)
        expect(creditCodeOk(wrong)).toBe(wrong === code)
        const swapped = code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2)
        expect(creditCodeOk(swapped)).toBe(swapped === code)
      }),
    )
  })
})

describe('identity numbers (GB 11643-1999)', () => {
  // The standard's two examples.
  test.each(['11010519491231002X', '440524188001010014'])('%s has the right check digit', (number) => {
    expect(identityCheck(number.slice(0, 17))).toBe(number[17])
  })
  it('wants a birthday that exists, from 1900 on', () => {
    expect(identityNumberOk('11010519491231002X')).toBe(true)
    expect(identityNumberOk('440524188001010014')).toBe(false)
    const of = (birthday: string) => {
      const body = `320402${birthday}001`
      return identityNumberOk(body + identityCheck(body)!)
    }
    expect(of('20240229')).toBe(true)
    expect(of('20230229')).toBe(false)
    expect(of('19881301')).toBe(false)
    expect(of('19880132')).toBe(false)
  })
  it('notices any single wrong digit', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.integer({ min: 0, max: 16 }), fc.nat(9), (n, at, digit) => {
        const body = `32040219880501${String(n).padStart(3, '0')}`
        const number = body + identityCheck(body)!
        const wrong = number.slice(0, at) + digit + number.slice(at + 1)
        expect(identityNumberOk(wrong)).toBe(wrong === number)
      }),
    )
  })
})

it('knows mobile and account numbers by their shape, and shows little of what must not be read', () => {
  expect(['13800000101', '1380000010', '23800000101', '138000001011', '1380000010x'].map(mobileOk)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(['62220200', '6222020', '6222 0200', '6'.repeat(31)].map(accountNumberOk)).toEqual([true, false, false, false])
  expect(maskedIdentity('11010519491231002X')).toBe('110105********002X')
  expect(maskedAccount('6222020011112222')).toBe('6222 **** 2222')
})
