import type { Bytes } from '#features/sealing/core/bytes.ts'
import { makeRequest } from '#features/sealing/core/time-stamp/request.ts'
import { makeLocalAuthority, stampLocally } from '../local-authority.ts'

/** An authority of tests that stamps everything at one instant: a token (DER) over the SHA-256 of data. */
export function authorityAt(at: Date): (data: Bytes) => Promise<Bytes> {
  const authority = makeLocalAuthority('时间戳', at)
  return async (data) => new Uint8Array(stampLocally((await makeRequest({ data })).der, authority, at))
}
