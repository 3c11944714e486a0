import { MINUTE } from '#contract/time.ts'
import type { EnvelopeHeader } from '#features/sealing/core/envelope-header.ts'
import type { JointKey } from '#features/sealing/core/joint/joint-key.ts'
import type { JointPart, PartialOpening } from '#features/sealing/core/joint/threshold.ts'
import { threadOf } from '#server/pdf/thread.ts'

/*
 * Group arithmetic of an opening: checking one answer for 500 bids takes a second, which must not hold up everybody
 * else's requests.
 */

/** The joint key, told apart by its fingerprint, so that the thread checks each record once. */
export interface KeyRef {
  record: JointKey
  fingerprint: string
}

/** A released bid: what each officer answered for it, and its files with what the bidder released of them (hex). */
export interface MaskedBid {
  points: { by: number; point: string }[]
  files: { position: number; header: EnvelopeHeader; released: string }[]
}

/** Content keys by position, hex; a file that does not open by these answers has none. */
export type UnmaskedBid = Record<string, string>

export type JointJob =
  | { kind: 'check'; key: KeyRef; parts: JointPart[]; answer: PartialOpening }
  | { kind: 'unmask'; key: KeyRef; bids: MaskedBid[] }
export type JointResult = boolean | UnmaskedBid[]

const run = threadOf<JointJob, JointResult>(new URL('joint-worker.ts', import.meta.url), {
  timeout: 5 * MINUTE,
  message: '解密服务暂不可用，请稍后重试',
})

/** Whether an officer's answer is what their share gives for every one of the parts. */
export async function answerHolds(key: KeyRef, parts: readonly JointPart[], answer: PartialOpening): Promise<boolean> {
  return (await run({ kind: 'check', key, parts: [...parts], answer })) === true
}

export async function unmask(key: KeyRef, bids: readonly MaskedBid[]): Promise<UnmaskedBid[]> {
  return (await run({ kind: 'unmask', key, bids: [...bids] })) as UnmaskedBid[]
}
