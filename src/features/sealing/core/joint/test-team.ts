import { CEREMONY_TYPE, checkCeremony, makeDevice } from './ceremony.ts'
import { deal } from './dealing.ts'
import { checkJointKey, confirm, JOINT_KEY_TYPE, type JointKey, ownShare } from './joint-key.ts'

/** Officers of a joint key with their shares, for tests: the whole ceremony in a few lines. */
export function jointTeam(threshold: number, count: number, place = { tenantId: 'tenant-1', orderId: 'order-1' }) {
  const base = { ...place, ceremonyId: 'attempt-1' }
  const ids = Array.from({ length: count }, (_, i) => `officer-${i + 1}`)
  const devices = ids.map((officerId) => makeDevice({ ...base, officerId }))
  const officers = devices.map(({ deviceKey, deviceProof }, i) => ({
    index: i + 1,
    officerId: ids[i]!,
    deviceKey,
    deviceProof,
  }))
  const ceremony = checkCeremony({ type: CEREMONY_TYPE, ...base, threshold, officers })
  const dealings = officers.map(({ index }) => deal(ceremony, index))
  const shares = devices.map(({ secret }, i) => ownShare(ceremony, dealings, { index: i + 1, secret }))
  const confirmations = shares.map((share, i) => confirm(ceremony, dealings, { index: i + 1, share }))
  const record: JointKey = { type: JOINT_KEY_TYPE, ceremony, dealings, confirmations }
  return { record, key: checkJointKey(record), shares, secrets: devices.map((device) => device.secret) }
}
