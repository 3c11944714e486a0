import { expect, test } from 'vitest'
import { Cipher, Keys } from './cipher.ts'
import type { Sealed } from './sealed.ts'

const keys = new Keys('a secret of at least thirty-two characters')
const cipher = new Cipher(keys, [1])
const NUMBER = '13800000101'
/** What the cipher says of a wrong key, a wrong place or an altered bit. */
const UNABLE = 'unable to authenticate data'

function textOf(sealed: Sealed): string {
  return sealed as unknown as string
}

test('opens for its own row and column only, and not when a sign was changed', () => {
  const sealed = cipher.seal('app_user.mobile', 'row 1', NUMBER)
  expect(textOf(sealed)).toMatch(/^v1\.[\w-]+$/)
  expect(cipher.open('app_user.mobile', 'row 1', sealed)).toBe(NUMBER)
  expect(() => cipher.open('app_user.mobile', 'row 2', sealed)).toThrow(UNABLE)
  expect(() => cipher.open('expert.mobile', 'row 1', sealed)).toThrow(UNABLE)
  const text = textOf(sealed)
  const at = text.length - 3
  const other = (text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)) as unknown as Sealed
  expect(() => cipher.open('app_user.mobile', 'row 1', other)).toThrow(UNABLE)
  expect(() => cipher.open('app_user.mobile', 'row 1', NUMBER as unknown as Sealed)).toThrow('not sealed')
  expect(new Set([1, 2, 3].map(() => textOf(cipher.seal('app_user.mobile', 'row 1', NUMBER)))).size).toBe(3)
})

test('another secret neither opens nor finds', () => {
  const stranger = new Cipher(new Keys('another secret of thirty-two characters'), [1])
  const { mobile, mobileHash: hash } = cipher.fields('app_user.mobile', 'row', NUMBER)
  expect(() => stranger.open('app_user.mobile', 'row', mobile)).toThrow(UNABLE)
  expect(stranger.hashes('app_user.mobile', NUMBER)).not.toContain(hash)
})

test('is found however it was typed, in its own column only, by the last four digits where the column has them', () => {
  const { mobileHash: hash, mobileTail: tail } = cipher.fields('app_user.mobile', 'row', NUMBER)
  expect(cipher.hashes('app_user.mobile', ' １３８ 0000 0101 ')).toContain(hash)
  expect(cipher.hashes('expert.mobile', NUMBER)).not.toContain(hash)
  expect(cipher.tailHashes('app_user.mobile', '0101')).toContain(tail)
  expect(cipher.hashes('app_user.mobile', '0101')).not.toContain(tail)
  const person = cipher.fields('company.identity', 'row', '11010519491231002x')
  expect(cipher.hashes('company.identity', '11010519491231002X')).toContain(person.identityHash)
  expect(Object.keys(cipher.fields('trade.contact_mobile', 'row', NUMBER))).toEqual(['contactMobile'])
})

test('reads all versions in use and what a newer process writes; the retired open nothing', () => {
  const both = new Cipher(keys, [1, 2])
  const last = new Cipher(keys, [2])
  const old = cipher.fields('app_user.mobile', 'row', NUMBER)
  const fresh = both.fields('app_user.mobile', 'row', NUMBER)
  expect(textOf(fresh.mobile)).toMatch(/^v2\./)
  for (const { mobile } of [old, fresh]) expect(both.open('app_user.mobile', 'row', mobile)).toBe(NUMBER)
  expect(both.hashes('app_user.mobile', NUMBER)).toEqual(expect.arrayContaining([old.mobileHash, fresh.mobileHash]))
  // Nobody has told the first of the second version yet.
  expect(cipher.open('app_user.mobile', 'row', fresh.mobile)).toBe(NUMBER)
  expect(cipher.hashes('app_user.mobile', NUMBER)).toContain(fresh.mobileHash)
  expect(() => last.open('app_user.mobile', 'row', old.mobile)).toThrow('not sealed with a key in use')
  expect(last.hashes('app_user.mobile', NUMBER)).not.toContain(old.mobileHash)
})

test('nothing stays nothing', () => {
  expect(cipher.seal('trade.contact_mobile', 'row', '')).toBe('')
  expect(cipher.open('trade.contact_mobile', 'row', '' as unknown as Sealed)).toBe('')
  expect(cipher.open('app_user.mobile', 'row', null)).toBeNull()
})
