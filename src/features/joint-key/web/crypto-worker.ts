import { serveTasks } from '#web/worker-tasks.ts'
import { EnvelopeError } from '#features/sealing/core/errors.ts'
import { type Ceremony, CeremonyError, checkCeremony, makeDevice } from '#features/sealing/core/joint/ceremony.ts'
import { checkDealing, deal, receive } from '#features/sealing/core/joint/dealing.ts'
import { deviceKeyOf, exportDeviceFile, importDeviceFile } from '#features/sealing/core/joint/device-file.ts'
import { checkJointKey, confirm, ownShare } from '#features/sealing/core/joint/joint-key.ts'
import { proveSelfCheck } from '#features/sealing/core/joint/self-check.ts'
import { openPartially, partOk } from '#features/sealing/core/joint/threshold.ts'
import { demandClosing } from '#features/sealing/core/joint/verify-closing.ts'
import type { Tasks } from './crypto.ts'

/** Everything with an officer's secret: it never enters the page's thread but to be kept. */
serveTasks<Tasks>({
  async makeDevice({ place, password, about }) {
    const device = makeDevice(place)
    const file = await exportDeviceFile(device.secret, password, { ...about, ceremonyId: place.ceremonyId })
    return { ...device, file }
  },

  async restore({ file, password, ceremonyId, deviceKey }) {
    const secret = await importDeviceFile(file, password, ceremonyId)
    if (deviceKeyOf(secret) !== deviceKey) throw new EnvelopeError('foreign', 'device file of another officer')
    return secret
  },

  async deal({ ceremony, own }) {
    assertOwn(ceremony, own)
    return deal(ceremony, own.index)
  },

  async confirm({ ceremony, dealings, own }) {
    assertOwn(ceremony, own)
    for (const dealing of dealings) {
      checkDealing(ceremony, dealing)
      const received = receive(ceremony, dealing, own)
      if ('complaint' in received) return { complaint: received.complaint }
    }
    const share = ownShare(ceremony, dealings, own)
    return { confirmation: confirm(ceremony, dealings, { index: own.index, share }) }
  },

  async selfCheck({ record, at, own }) {
    assertOwn(record.ceremony, own)
    const share = ownShare(record.ceremony, record.dealings, own)
    return proveSelfCheck(record, { index: own.index, share }, at)
  },

  async answer({ record, fingerprint, round, bids, evidence, own }) {
    const key = checkJointKey(record)
    if (key.fingerprint !== fingerprint) throw new CeremonyError('联合密钥的记录与其指纹不一致')
    assertOwn(record.ceremony, own)
    const { tenantId, orderId } = record.ceremony
    demandClosing(evidence, { tenantId, orderId, round, fingerprint, bids })
    const odd = bids.filter(({ bidderId, part }) => !partOk(key, { tenantId, orderId, bidderId, round }, part))
    if (odd.length > 0) throw new CeremonyError(`有 ${odd.length} 份投标不是为本标段生成的，本机拒绝开启`)
    const share = ownShare(record.ceremony, record.dealings, own)
    return openPartially(
      key,
      bids.map((bid) => bid.part),
      { index: own.index, share },
    )
  },
})

/** A service that put another device in the own place would deal itself the officer's share. */
function assertOwn(ceremony: Ceremony, own: { index: number; secret: string }): void {
  checkCeremony(ceremony)
  if (ceremony.officers[own.index - 1]?.deviceKey !== deviceKeyOf(own.secret))
    throw new CeremonyError('名单中本人的设备密钥与本机不一致，请停止操作并联系采购方')
}
