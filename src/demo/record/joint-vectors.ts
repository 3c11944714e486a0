import { toHex, utf8 } from '#features/sealing/core/bytes.ts'
import { G, hexOf, multiply } from '#features/sealing/core/joint/group.ts'
import { jointTeam } from '#features/sealing/core/joint/test-team.ts'
import { openPartially } from '#features/sealing/core/joint/threshold.ts'
import { manifestHash } from '#features/sealing/core/manifest.ts'
import { TestService } from '#features/sealing/core/test-world.ts'
import { JOINT_OPENING_TYPE, type JointOpening } from '#features/sealing/core/verify-joint.ts'

export const JOINT = 'kaibiao.vector-joint/1'

/** Texts that are no points: RFC 9496 A.3, one of each kind. */
const NO_POINTS = [
  // Not below the modulus; negative; no square; a negative product; y = 0; the identity, which this protocol refuses.
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371',
  '3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '00'.repeat(32),
]

/** Two bids sealed to a joint key of three officers, opened by two of them; a third one lied. Under fresh keys. */
export async function jointVector() {
  const team = jointTeam(2, 3)
  const service = new TestService()
  const bids = []
  for (const bidderId of ['bidder-1', 'bidder-2'])
    bids.push(await service.submit('intl', bidderId, { jointKey: team.key, technical: utf8('技术方案') }))
  const listed = bids.map(({ manifest }) => ({ bidderId: manifest.bidderId, part: manifest.joint! }))
  const parts = listed.map((bid) => bid.part)
  const answer = (by: number) => openPartially(team.key, parts, { index: by, share: team.shares[by - 1]! })
  const opening: JointOpening = {
    type: JOINT_OPENING_TYPE,
    tenantId: 'tenant-1',
    orderId: 'order-1',
    round: 1,
    key: team.record,
    bids: listed,
    answers: [{ ...answer(1), by: 2 }, answer(1), answer(3)],
  }
  const hexes = (files: ReadonlyMap<string, Uint8Array>) =>
    Object.fromEntries([...files].map(([name, bytes]) => [name, toHex(bytes)]))
  const notice = { ...(await service.notice()), jointKey: team.key.fingerprint }
  return {
    type: JOINT,
    points: [0, 1, 2, 15, 65_537].map((n) => ({ multiple: n, point: hexOf(multiply(G, BigInt(n))) })),
    noPoints: NO_POINTS,
    notice,
    opening,
    bids: bids.map(({ manifest, receipt, release, sealed, plain }) => ({
      receipt,
      manifest,
      manifestHash: manifestHash(manifest),
      release,
      sealed: hexes(sealed),
      plain: hexes(plain),
      tiles: hexes(service.store.tiles),
    })),
  }
}
