import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { hashSha256By } from '#features/sealing/core/hasher.ts'
import { countCrc32By } from './digests.ts'

/** Has the verifier hash with what Node brings along: ten times as fast as plain code, with the same result. */
export function hashNatively(): void {
  hashSha256By(() => {
    const hash = createHash('sha256')
    return { update: (piece) => hash.update(piece), digest: () => new Uint8Array(hash.digest()) }
  })
  countCrc32By((piece, before) => crc32(piece, before))
}
