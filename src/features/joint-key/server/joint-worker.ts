import { fromHex, isHex, toHex } from '#features/sealing/core/bytes.ts'
import { unmaskContentKey } from '#features/sealing/core/envelope.ts'
import { checkHeader } from '#features/sealing/core/envelope-header.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import { checkJointKey, type JointPublic } from '#features/sealing/core/joint/joint-key.ts'
import { combine, partialOk } from '#features/sealing/core/joint/threshold.ts'
import { serve } from '#server/pdf/thread.ts'
import type { JointJob, JointResult, KeyRef, MaskedBid, UnmaskedBid } from './joint-thread.ts'

/** The thread of `joint-thread.ts`. */
serve(work)

function work(job: JointJob): JointResult {
  const key = publicOf(job.key)
  return job.kind === 'check' ? partialOk(key, job.parts, job.answer) : job.bids.map((bid) => unmasked(key, bid))
}

function unmasked(key: JointPublic, { points, files }: MaskedBid): UnmaskedBid {
  const proof = { challenge: '', response: '' }
  const [shared] = combine(
    key,
    points.map(({ by, point }) => ({ by, points: [point], proof })),
  )
  const keys: UnmaskedBid = {}
  for (const { position, header, released } of files) {
    try {
      if (!isHex(released, 32)) continue
      keys[position] = toHex(unmaskContentKey(checkHeader(header), fromHex(released), { key, shared: shared! }))
    } catch (cause) {
      // What does not open is refused, with its reason, by whoever opens the file.
      if (!(cause instanceof EnvelopeError)) throw cause
    }
  }
  return keys
}

let known: JointPublic | undefined

function publicOf({ record, fingerprint }: KeyRef): JointPublic {
  if (known?.fingerprint !== fingerprint) {
    const key = checkJointKey(record)
    if (key.fingerprint !== fingerprint) throw new Error('the record of the joint key was altered')
    known = key
  }
  return known
}
