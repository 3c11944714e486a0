import { sha256 } from '@noble/hashes/sha2.js'
import type { Hasher } from './suite-types.ts'

let make: () => Hasher = () => sha256.create()

/** SHA-256: in plain code, or by what the place offers that is faster. */
export function sha256Hasher(): Hasher {
  return make()
}

/** From now on SHA-256 is made by this. For programs outside browsers, which have a native one. */
export function useSha256(faster: () => Hasher): void {
  make = faster
}
