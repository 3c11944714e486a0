import { AppError } from '#contract/errors.ts'
import { jointKeyOf } from '#features/joint-key/server/public.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import { say } from '#features/procurement/methods/say.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { checkJointKey, type JointKey, type JointPublic } from '#features/sealing/core/joint/joint-key.ts'
import { partOk } from '#features/sealing/core/joint/threshold.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import type { Bid } from './bid.ts'
import type { SealedUpload } from './inspect.ts'
import type { Any } from './service-keys.ts'

/**
 * Refuses a bid that the order's key mode does not open (`tampered` with the reason): in joint-key mode its part must be
 * made for the published key, this tender, bidder and round, by somebody who knows its secret, and be the same in every
 * file; in the other mode there is none.
 */
export async function assertJointPart(
  ctx: Any,
  order: Bid['order'],
  { manifest, uploads }: { manifest: BidManifest; uploads: readonly SealedUpload[] },
): Promise<void> {
  const part = manifest.joint ?? null
  const expected = canonicalJson(part)
  const other = uploads.find(({ header }) => canonicalJson(header.joint ?? null) !== expected)
  if (other)
    throw new AppError('tampered', `${other.header.name}：联合加密部分与文件清单不一致`, {
      reason: 'replayed',
      fileId: other.fileId,
    })
  if (!isJoint(order.settings)) {
    if (part) throw refused('malformed', say(order, '本{order}未采用联合密钥，{offer}不应含有联合加密部分'))
    return
  }
  if (!part) throw refused('malformed', say(order, '本{order}采用联合密钥，{offer}须同时用公布的联合公钥加密'))
  const key = await jointKeyOf(ctx, order.id)
  if (part.key !== key?.fingerprint) throw refused('wrong-key', say(order, '{offer}不是用公告公布的联合公钥加密的'))
  const { tenantId, orderId, bidderId, round } = manifest
  if (!partOk(publicOf(key), { tenantId, orderId, bidderId, round }, part))
    throw refused('foreign', '联合加密部分的证明不成立，不是为本次提交生成的')
}

/** Checked keys by fingerprint, which covers the whole record: the check takes some ten milliseconds per officer. */
const known = new Map<string, JointPublic>()
const MOST_KNOWN = 200

function publicOf({ record, fingerprint }: { record: JointKey; fingerprint: string }): JointPublic {
  let key = known.get(fingerprint)
  if (!key) {
    key = checkJointKey(record)
    if (key.fingerprint !== fingerprint) throw new AppError('tampered', '联合密钥的记录与其指纹不一致')
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!)
    known.set(fingerprint, key)
  }
  return key
}

function refused(reason: string, message: string): AppError {
  return new AppError('tampered', message, { reason })
}
