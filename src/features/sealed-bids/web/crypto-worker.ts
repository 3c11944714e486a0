import { toHex } from '../core/bytes.ts'
import { answerCanary } from '../core/canary.ts'
import { canonicalBytes } from '../core/canonical.ts'
import { EnvelopeError } from '../core/errors.ts'
import { exportKeyFile, importKeyFile } from '../core/key-file.ts'
import { hexOf } from '../core/joint/group.ts'
import { checkJointKey, type JointKey } from '../core/joint/joint-key.ts'
import { encapsulate } from '../core/joint/threshold.ts'
import { newRecoveryCode } from '../core/recovery.ts'
import { generateKeyPair } from '../core/keys.ts'
import { makeManifest, makePriceSheet } from '../core/manifest.ts'
import { digest } from '../core/suite.ts'
import type { CryptoAnswer, CryptoTask, Tasks } from './crypto.ts'

/**
 * Everything with keys and hashes that is not a file: it would stop the page for seconds, and a private key that never
 * enters the page's thread cannot be left lying there.
 */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<CryptoTask>) => void) | null
  postMessage(message: CryptoAnswer): void
}

scope.onmessage = ({ data }) => {
  const work = WORK[data.name] as (input: unknown) => Promise<unknown>
  work(data.input).then(
    (value) => answer({ ok: true, value }),
    (error: unknown) =>
      answer({
        ok: false,
        reason: error instanceof EnvelopeError ? error.reason : null,
        message: error instanceof Error ? error.message : String(error),
      }),
  )
}

function answer(message: CryptoAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's message has no target origin
  scope.postMessage(message)
}

const WORK: { [N in keyof Tasks]: (input: Tasks[N]['input']) => Promise<Tasks[N]['output']> } = {
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
}
