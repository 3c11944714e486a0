import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, fromUtf8, toHex, utf8 } from './bytes.ts'
import { canonicalBytes, canonicalJson, parseCanonical } from './canonical.ts'

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger().map((n) => n + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
})).value

describe('canonical JSON', () => {
  it('sorts by code unit and prints nothing that is not needed', () => {
    const value = { 中: 1, b: [true, null, '"\u000f€'], a: { z: -5, A: '' }, '\ud83d\ude00': 2, gone: undefined }
    expect(canonicalJson(value)).toBe('{"a":{"A":"","z":-5},"b":[true,null,"\\"\\u000f€"],"中":1,"😀":2}')
  })

  it('reads back what it wrote, whatever the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value))
        expect(parseCanonical(canonicalBytes(plain))).toEqual(plain)
        expect(canonicalJson(JSON.parse(canonicalJson(plain)))).toBe(canonicalJson(plain))
      }),
    )
  })

  it.each([0.1, Number.NaN, -0, 2 ** 53, 1n, new Date(0), '\ud800', () => 1, { a: Symbol('b') }])(
    'refuses %s',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError)
    },
  )

  it.each(['{"b":1,"a":2}', '{"a":1 }', '{"a":1,"a":1}', '1.0', '"\\u0041"'])('refuses the spelling %s', (text) => {
    expect(() => parseCanonical(utf8(text))).toThrow(TypeError)
  })
})

describe('hex', () => {
  it('read back what they wrote, as Buffer does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
        expect(fromHex(toHex(bytes))).toEqual(bytes)
        expect(fromHex(toHex(bytes).toUpperCase())).toEqual(bytes)
      }),
    )
  })

  it('refuse second spellings and rubbish', () => {
    expect(() => fromHex('abc')).toThrow(RangeError)
    expect(() => fromHex('zz')).toThrow(RangeError)
    expect(() => fromUtf8(Uint8Array.of(0xff))).toThrow(TypeError)
  })
})
