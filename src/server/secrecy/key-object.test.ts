import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyObject } from './key-object.ts'

test('kept bytes become a key once, which does the same as the bytes', () => {
  const bytes = randomBytes(32)
  const key = keyObject(bytes)
  expect(keyObject(bytes)).toBe(key)
  expect(keyObject(Buffer.from(bytes))).not.toBe(key)
  const hmac = (by: Parameters<typeof createHmac>[1]) => createHmac('sha256', by).update('text').digest('hex')
  expect(hmac(key)).toBe(hmac(bytes))
})
