import type { Bytes } from '../bytes.ts'
import { fromHex } from '../bytes.ts'
import { type Ceremony, CeremonyError, checkCeremony, fingerprintOf, hashOf } from './ceremony.ts'
import { checkDealing, committed, type Dealing, receive } from './dealing.ts'
import type { Point } from './group.ts'
import { add, Point as Points, pointOf, scalarHex, scalarOf, transcript } from './group.ts'
import { knows, type Proof, proveKnowledge } from './proofs.ts'

export const JOINT_KEY_TYPE = 'kaibiao.joint-key/1'

/** An officer's word, with proof, that all shares arrived and make the share they should. */
export interface Confirmation {
  by: number
  proof: Proof
}

/** A joint key as the notice publishes it: everything needed to check how it was made. */
export interface JointKey {
  type: typeof JOINT_KEY_TYPE
  ceremony: Ceremony
  /** One of each officer, in order. */
  dealings: Dealing[]
  /** One of each officer, in order. */
  confirmations: Confirmation[]
}

/** What a checked joint key comes down to. */
export interface JointPublic {
  /** Hex, 32 bytes, of the whole record. */
  fingerprint: string
  publicKey: Point
  /** secret share · G of each officer, by index - 1. */
  shareKeys: Point[]
  threshold: number
}

/** The officer's share of the joint key. Throws CeremonyError naming those whose shares do not fit. */
export function ownShare(
  ceremony: Ceremony,
  dealings: readonly Dealing[],
  own: { index: number; secret: string },
): string {
  let sum = 0n
  const liars: number[] = []
  for (const dealing of dealings) {
    const received = receive(ceremony, dealing, own)
    if ('share' in received) sum = add(sum, received.share)
    else liars.push(dealing.from)
  }
  if (liars.length > 0) throw new CeremonyError('收到的密钥分片与公开承诺不符', liars)
  return scalarHex(sum)
}

export function confirm(
  ceremony: Ceremony,
  dealings: readonly Dealing[],
  own: { index: number; share: string },
): Confirmation {
  return { by: own.index, proof: proveKnowledge(scalarOf(own.share), confirmContext(ceremony, dealings)) }
}

/** Whether an officer's confirmation holds for these dealings. */
export function confirmationOk(ceremony: Ceremony, dealings: readonly Dealing[], word: Confirmation): boolean {
  return knows(shareKey(dealings, word.by), word.proof, confirmContext(ceremony, dealings))
}

/**
 * Checks a joint key from its record alone. Throws CeremonyError, naming the officers concerned. The order of what is
 * checked is that of the ceremony, so that the first fault is named.
 */
export function checkJointKey(record: JointKey): JointPublic {
  const { type, ceremony, dealings, confirmations } = record
  if (type !== JOINT_KEY_TYPE) throw new CeremonyError('not a joint key')
  checkCeremony(ceremony)
  const missing = ceremony.officers.filter(({ index }) => dealings[index - 1]?.from !== index).map((o) => o.index)
  if (missing.length > 0 || dealings.length !== ceremony.officers.length)
    throw new CeremonyError('有保管人未分发密钥', missing)
  for (const dealing of dealings) checkDealing(ceremony, dealing)
  const unsure = ceremony.officers.filter(({ index }) => {
    const word = confirmations[index - 1]
    return word?.by !== index || !confirmationOk(ceremony, dealings, word)
  })
  if (unsure.length > 0 || confirmations.length !== ceremony.officers.length)
    throw new CeremonyError(
      '有保管人未确认密钥分片',
      unsure.map((o) => o.index),
    )
  const publicKey = dealings.map((dealing) => pointOf(dealing.commitments[0])).reduce((sum, point) => sum.add(point))
  if (publicKey.is0()) throw new CeremonyError('联合公钥无效')
  return {
    fingerprint: fingerprintOf(record),
    publicKey,
    shareKeys: ceremony.officers.map(({ index }) => shareKey(dealings, index)),
    threshold: ceremony.threshold,
  }
}

/** 32 bytes that stand for the joint key in contexts. */
export function keyBytes(key: JointPublic): Bytes {
  return fromHex(key.fingerprint)
}

function shareKey(dealings: readonly Dealing[], index: number): Point {
  return dealings.map((dealing) => committed(dealing, index)).reduce((sum, point) => sum.add(point), Points.ZERO)
}

function confirmContext(ceremony: Ceremony, dealings: readonly Dealing[]): Bytes {
  return transcript('kaibiao/joint/confirm/1', hashOf({ ceremony, dealings }))
}
