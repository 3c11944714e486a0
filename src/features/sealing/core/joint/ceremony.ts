import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '../bytes.ts'
import { toHex } from '../bytes.ts'
import { canonicalBytes } from '../canonical.ts'
import { G, GroupError, hexOf, multiply, pointOf, randomScalar, scalarHex, scalarOf, transcript } from './group.ts'
import { knows, type Proof, proveKnowledge } from './proofs.ts'

export const CEREMONY_TYPE = 'kaibiao.joint-ceremony/1'
export const MAX_OFFICERS = 15

/** A holder of a part of the joint key, with the public key of the device the part will live on. */
export interface Officer {
  /** 1 … n: where the officer's share lies on the polynomial. */
  index: number
  officerId: string
  /** Hex point. */
  deviceKey: string
  /** That the officer holds the device's secret: no key may be made from those of others. */
  deviceProof: Proof
}

/** Who makes a joint key, for which tender, and how many of them open. Everything later is bound to its hash. */
export interface Ceremony {
  type: typeof CEREMONY_TYPE
  tenantId: string
  orderId: string
  /** Tells an attempt from the one before it. */
  ceremonyId: string
  threshold: number
  officers: Officer[]
}

/** Why a ceremony's record is refused; `officers` are the indexes to be named. */
export class CeremonyError extends Error {
  readonly officers: readonly number[]

  constructor(message: string, officers: readonly number[] = []) {
    super(message)
    this.name = 'CeremonyError'
    this.officers = officers
  }
}

type DevicePlace = Pick<Ceremony, 'tenantId' | 'orderId' | 'ceremonyId'> & { officerId: string }

/**
 * A device's key for one ceremony. `secret` (hex) never leaves the device but as a file under a password. `known`: the
 * secret of a device that exists already; GroupError when it cannot be one.
 */
export function makeDevice(
  place: DevicePlace,
  known?: string,
): { secret: string; deviceKey: string; deviceProof: Proof } {
  const secret = known === undefined ? randomScalar() : scalarOf(known)
  return {
    secret: scalarHex(secret),
    deviceKey: hexOf(multiply(G, secret)),
    deviceProof: proveKnowledge(secret, deviceContext(place)),
  }
}

export function deviceOk(place: DevicePlace, device: Pick<Officer, 'deviceKey' | 'deviceProof'>): boolean {
  try {
    return knows(pointOf(device.deviceKey), device.deviceProof, deviceContext(place))
  } catch (cause) {
    if (cause instanceof GroupError) return false
    throw cause
  }
}

/** Refuses (CeremonyError) what could never give a key, naming officers whose device cannot be theirs. */
export function checkCeremony(ceremony: Ceremony): Ceremony {
  const { type, threshold, officers } = ceremony
  const count = officers.length
  if (type !== CEREMONY_TYPE) throw new CeremonyError('not a ceremony')
  if (count < 2 || count > MAX_OFFICERS) throw new CeremonyError('联合密钥需要 2 至 15 名保管人')
  if (!Number.isInteger(threshold) || threshold < 2 || threshold > count)
    throw new CeremonyError('门限须不少于 2 且不大于保管人数')
  if (officers.some((officer, i) => officer.index !== i + 1)) throw new CeremonyError('officers out of order')
  if (new Set(officers.map((o) => o.officerId)).size < count) throw new CeremonyError('保管人重复')
  if (new Set(officers.map((o) => o.deviceKey)).size < count) throw new CeremonyError('保管人的设备密钥重复')
  const wrong = officers.filter((o) => !deviceOk({ ...ceremony, officerId: o.officerId }, o)).map((o) => o.index)
  if (wrong.length > 0) throw new CeremonyError('设备密钥证明不成立', wrong)
  return ceremony
}

/** What everything of a ceremony is bound to. 32 bytes. */
export function ceremonyHash(ceremony: Ceremony): Bytes {
  const { type, tenantId, orderId, ceremonyId, threshold, officers } = ceremony
  return hashOf({ type, tenantId, orderId, ceremonyId, threshold, officers })
}

export function hashOf(value: unknown): Bytes {
  return sha256(canonicalBytes(value))
}

export function fingerprintOf(value: unknown): string {
  return toHex(hashOf(value))
}

function deviceContext({ tenantId, orderId, ceremonyId, officerId }: DevicePlace): Bytes {
  return transcript('kaibiao/joint/device/1', hashOf({ tenantId, orderId, ceremonyId, officerId }))
}
