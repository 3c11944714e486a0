import { serveTasks } from '#web/worker-tasks.ts'
import { toHex } from '#features/sealing/core/bytes.ts'
import { answerCanary } from '#features/sealing/core/canary.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import { exportKeyFile, importKeyFile } from '#features/sealing/core/key-file.ts'
import { hexOf } from '#features/sealing/core/joint/group.ts'
import { checkJointKey, type JointKey } from '#features/sealing/core/joint/joint-key.ts'
import { encapsulate } from '#features/sealing/core/joint/threshold.ts'
import { newRecoveryCode } from '#features/sealing/core/recovery.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { makeManifest, makePriceSheet } from '#features/sealing/core/manifest.ts'
import { digest } from '#features/sealing/core/suite.ts'
import type { Tasks } from './crypto.ts'

/**
 * Everything with keys and hashes that is not a file: it would stop the page for seconds, and a private key that never
 * enters the page's thread cannot be left lying there.
 */
serveTasks<Tasks>({
  async makeKey({ suite, password, holder, createdAt }) {
    const pair = generateKeyPair(suite)
    return exportKeyFile(pair, password, { holder, createdAt })
  },

  async answerCanary({ keyFile, password, canary }) {
    const pair = await importKeyFile(keyFile, password)
    return answerCanary(canary, pair.privateKey)
  },

  priceSheet: async ({ suite, sheet }) => makePriceSheet(suite, sheet),

  manifest: async ({ place, sealed }) => makeManifest(place, sealed),

  async jointPart({ record, fingerprint, place }) {
    const key = checkJointKey(record as JointKey)
    if (key.fingerprint !== fingerprint) throw new Error('联合密钥与公告公布的指纹不一致，请勿投标，并联系采购方')
    const { part, shared } = encapsulate(key, place)
    return { part, shared: hexOf(shared) }
  },

  recoveryCode: async () => newRecoveryCode(),

  async receiptHash({ receipt }) {
    // By SHA-256 in every suite: it is what the receipt's QR code and PDF show.
    return toHex(digest('intl', canonicalBytes(receipt.body)))
  },
})
