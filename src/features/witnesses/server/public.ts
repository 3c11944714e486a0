import { toBase64 } from '#features/sealing/core/bytes.ts'
import type { HeadStamp } from '#features/sealing/core/head-stamp.ts'
import type { Any } from './policy.ts'
import { stampOf } from './stamp-work.ts'
import { configuredIssuers, localCertificate } from './time-stamp.ts'

/*
 * What other features may call: have witnesses asked for a head that was published, read what they signed, name them, and
 * have something time-stamped.
 */
export { headCovering, headsAround, seenBy, withCosignatures } from './heads.ts'
export { askWitnesses, policyAt, stampHead } from './policy.ts'
export { stampHash, stampOfHash, timeAuthorities } from './hash-stamps.ts'
export { type Stamped, timeStamp } from './time-stamp.ts'

/**
 * The time-stamp of the head at a deadline as a notice's trust data carries it, with the certificates that it must lead up
 * to; undefined while there is none. Needs a transaction that may write.
 */
export async function headStamp(ctx: Any, size: number): Promise<HeadStamp | undefined> {
  const stamp = await stampOf(ctx, size)
  if (!stamp) return undefined
  const issuers = stamp.isLocal ? [new Uint8Array(await localCertificate(ctx))] : await configuredIssuers()
  return { token: toBase64(stamp.token), isLocal: stamp.isLocal, issuers: issuers.map(toBase64) }
}
