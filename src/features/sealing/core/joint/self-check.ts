import { type Bytes, fromHex, utf8 } from '../bytes.ts'
import { checkJointKey, type JointKey } from './joint-key.ts'
import { scalarOf, transcript } from './group.ts'
import { knows, type Proof, proveKnowledge } from './proofs.ts'

/** An officer's proof that the own share can still be computed, at an instant. It opens nothing and fits nowhere else. */
export interface SelfCheck {
  by: number
  /** ISO, as the proof is bound to it. */
  at: string
  proof: Proof
}

/** `share`: hex, from `ownShare`. */
export function proveSelfCheck(record: JointKey, own: { index: number; share: string }, at: string): SelfCheck {
  const { fingerprint } = checkJointKey(record)
  return { by: own.index, at, proof: proveKnowledge(scalarOf(own.share), contextOf(fingerprint, own.index, at)) }
}

/** Whether the proof holds for the officer's place in this key. Throws CeremonyError for a record that does not hold. */
export function selfCheckOk(record: JointKey, { by, at, proof }: SelfCheck): boolean {
  const { fingerprint, shareKeys } = checkJointKey(record)
  const key = shareKeys[by - 1]
  return key !== undefined && knows(key, proof, contextOf(fingerprint, by, at))
}

function contextOf(fingerprint: string, by: number, at: string): Bytes {
  return transcript('kaibiao/joint/self-check/1', fromHex(fingerprint), utf8(`${by}`), utf8(at))
}
