import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Amount, Exact, formatAmount, formatWithUnit, lineTotal, Quantity, sum, toCapitals } from './money.ts'

test.each([Amount, Quantity])('what is no number is refused before anything computes with it', (kind) => {
  const positive = kind.refine((value) => new Exact(value).gt(0), '必须大于零')
  for (const value of ['', 'x', '2026-11-22', '-1', '1e3', '0x10', '٣'])
    expect(positive.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([
      expect.stringMatching(/格式不正确/),
    ])
  expect(positive.safeParse('0').error?.issues.map((issue) => issue.message)).toEqual(['必须大于零'])
  expect(positive.safeParse('0.01').success).toBe(true)
})

describe('capitals', () => {
  test.each([
    // The examples of 正确填写票据和结算凭证的基本规定, and those of the specification.
    ['1409.50', '壹仟肆佰零玖元伍角整'],
    ['6007.14', '陆仟零柒元壹角肆分'],
    ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
    ['100000', '壹拾万元整'],
    // Zeros within and between groups of four.
    ['0', '零元整'],
    ['1', '壹元整'],
    ['10', '壹拾元整'],
    ['20', '贰拾元整'],
    ['101', '壹佰零壹元整'],
    ['110', '壹佰壹拾元整'],
    ['1005', '壹仟零伍元整'],
    ['1050', '壹仟零伍拾元整'],
    ['10000', '壹万元整'],
    ['10001', '壹万零壹元整'],
    ['10500', '壹万零伍佰元整'],
    ['100001', '壹拾万零壹元整'],
    ['1000000', '壹佰万元整'],
    ['1010101', '壹佰零壹万零壹佰零壹元整'],
    ['10000000', '壹仟万元整'],
    ['10000001', '壹仟万零壹元整'],
    ['10010000', '壹仟零壹万元整'],
    ['20000001.01', '贰仟万零壹元零壹分'],
    // A zero before the thousands may be written or not; it is written, as in the example of the rule.
    ['107000.53', '壹拾万零柒仟元伍角叁分'],
    ['10203040.50', '壹仟零贰拾万零叁仟零肆拾元伍角整'],
    ['100000000', '壹亿元整'],
    ['100000001', '壹亿零壹元整'],
    ['100010000', '壹亿零壹万元整'],
    ['110000000', '壹亿壹仟万元整'],
    ['1000000000', '壹拾亿元整'],
    ['100000000000', '壹仟亿元整'],
    ['1000000000000', '壹兆元整'],
    ['1000000010000', '壹兆零壹万元整'],
    ['9999999999999999.99', '玖仟玖佰玖拾玖兆玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
    // Jiao and fen.
    ['0.5', '伍角整'],
    ['0.05', '伍分'],
    ['0.55', '伍角伍分'],
    ['0.01', '壹分'],
    ['10.05', '壹拾元零伍分'],
    ['10.50', '壹拾元伍角整'],
    ['100.01', '壹佰元零壹分'],
    ['325.04', '叁佰贰拾伍元零肆分'],
    // Rounded to cents, half up; carried through.
    ['0.005', '壹分'],
    ['0.004', '零元整'],
    ['9999.995', '壹万元整'],
    // How people type.
    ['1,680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['0012', '壹拾贰元整'],
    ['-1', '负壹元整'],
    ['-0', '零元整'],
  ])('%s → %s', (value, text) => {
    expect(toCapitals(value)).toBe(text)
  })

  test.each([null, undefined, '', '  ', 'abc', '1.2.3', 'NaN', 'Infinity', '10000000000000000'])(
    '%s → nothing',
    (value) => {
      expect(toCapitals(value)).toBe('')
    },
  )

  test('can be read back to the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }), (cents) => {
        const value = new Exact(cents.toString()).div(100).toFixed(2)
        expect(readCapitals(toCapitals(value))).toBe(cents)
      }),
      { numRuns: 500 },
    )
  })

  test('never hold two zeros in a row, nor a zero before a unit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999_999n }), (cents) => {
        expect(toCapitals(new Exact(cents.toString()).div(100).toFixed(2))).not.toMatch(/零零|零[拾佰仟万亿兆元角整]/)
      }),
      { numRuns: 500 },
    )
  })
})

/** An independent reader of capitals, in cents. */
function readCapitals(text: string): bigint {
  const places: Record<string, bigint> = { 拾: 10n, 佰: 100n, 仟: 1000n }
  const groups: Record<string, bigint> = { 万: 10n ** 4n, 亿: 10n ** 8n, 兆: 10n ** 12n }
  let [cents, group, digit] = [0n, 0n, 0n]
  for (const c of text) {
    const d = '零壹贰叁肆伍陆柒捌玖'.indexOf(c)
    if (d >= 0) digit = BigInt(d)
    else if (places[c]) [group, digit] = [group + digit * places[c], 0n]
    else if (groups[c]) [cents, group, digit] = [cents + (group + digit) * groups[c] * 100n, 0n, 0n]
    else if (c === '元') [cents, group, digit] = [cents + (group + digit) * 100n, 0n, 0n]
    else if (c === '角') [cents, digit] = [cents + digit * 10n, 0n]
    else if (c === '分') [cents, digit] = [cents + digit, 0n]
  }
  return cents
}

describe('amounts and quantities on the wire', () => {
  test.each(['0', '0.5', '0.50', '12', '999999999999999.99'])('an amount may be %s', (value) => {
    expect(Amount.safeParse(value).success).toBe(true)
  })
  test.each(['', '-1', '+1', '01', '1.', '.5', '1.234', '1e3', '1,000', ' 1', '１２', '1000000000000000', 'NaN'])(
    'an amount may not be "%s"',
    (value) => {
      expect(Amount.safeParse(value).success).toBe(false)
    },
  )
  test('a number is not an amount', () => {
    expect(Amount.safeParse(12).success).toBe(false)
  })
  test('quantities have six decimals', () => {
    expect(Quantity.safeParse('0.000001').success).toBe(true)
    expect(Quantity.safeParse('0.0000001').success).toBe(false)
    expect(Quantity.safeParse('1000000000000').success).toBe(false)
  })
})

describe('sums and line totals', () => {
  test('are exact where floats are not', () => {
    expect(sum(['0.1', '0.2'])).toBe('0.3')
    expect(sum(['9007199254740993', '0.01'])).toBe('9007199254740993.01')
    expect(sum([])).toBe('0')
    expect(lineTotal('1.005', '1')).toBe('1.01')
    expect(lineTotal('999999999999.999999', '999999999999.999999')).toBe('999999999999999998000000.00')
  })

  test('do not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 17n })), (cents) => {
        const values = cents.map((c) => new Exact(c.toString()).div(100).toFixed())
        expect(new Exact(sum(values)).times(100).toFixed(0)).toBe(cents.reduce((a, b) => a + b, 0n).toString())
        expect(sum(values.toReversed())).toBe(sum(values))
      }),
    )
  })
})

describe('for reading', () => {
  test.each([
    ['12345.6', '12,345.60'],
    ['0', '0.00'],
    ['999', '999.00'],
    ['1000', '1,000.00'],
    ['1234567.005', '1,234,567.01'],
    ['-1234.5', '-1,234.50'],
    ['-123', '-123.00'],
    ['123456789012345.67', '123,456,789,012,345.67'],
    ['', '-'],
    [null, '-'],
  ])('%s → %s', (value, text) => {
    expect(formatAmount(value)).toBe(text)
  })

  test('digits may be chosen', () => {
    expect(formatAmount('1234.5', 0)).toBe('1,235')
    expect(formatAmount('0.1234567', 6)).toBe('0.123457')
  })

  test.each([
    ['9999.99', '9,999.99'],
    ['10000', '1.00万'],
    ['99999999.99', '10,000.00万'],
    ['100000000', '1.00亿'],
    ['-25000', '-2.50万'],
    ['', '-'],
  ])('with unit: %s → %s', (value, text) => {
    expect(formatWithUnit(value)).toBe(text)
  })
})
