import { createSecretKey, type KeyObject } from 'node:crypto'

const known = new WeakMap<Uint8Array, KeyObject>()

/**
 * A key that is used again and again, as Node's cryptography takes it at once: bytes it examines anew at every call, which
 * takes several times as long as an HMAC. For bytes that are kept, such as those of `deriveKey`.
 */
export function keyObject(key: Uint8Array): KeyObject {
  const found = known.get(key) ?? createSecretKey(key)
  known.set(key, found)
  return found
}
