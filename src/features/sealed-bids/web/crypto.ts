import { inWorker as run } from '#web/in-worker.ts'
import type { Canary } from '#features/sealing/core/canary.ts'
import type { SealedFile } from '#features/sealing/core/envelope.ts'
import type { KeyFile } from '#features/sealing/core/key-file.ts'
import type { BidPlace, JointPart } from '#features/sealing/core/joint/threshold.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'

/** What the worker can do, by name. */
export type Tasks = {
  /** A fresh key pair as a key file; its private half exists in the file only. */
  makeKey: { input: { suite: SuiteName; password: string; holder: string; createdAt: string }; output: KeyFile }
  /** Opens a key file and proves with it that the canary can be read. */
  answerCanary: { input: { keyFile: unknown; password: string; canary: Canary }; output: string }
  priceSheet: {
    input: { suite: SuiteName; sheet: unknown }
    output: { bytes: Uint8Array<ArrayBuffer>; priceSheetHash: string }
  }
  manifest: { input: { place: Omit<BidManifest, 'type' | 'files'>; sealed: SealedFile[] }; output: BidManifest }
  /** The bid's part for the officers of a joint key, checked first to be the published one. `shared`: hex point. */
  jointPart: {
    input: { record: unknown; fingerprint: string; place: BidPlace }
    output: { part: JointPart; shared: string }
  }
  /** `8F3K-…`, to be kept on paper. */
  recoveryCode: { input: object; output: string }
  receiptHash: { input: { receipt: Receipt }; output: string }
}

/** Has a worker do it. Rejects with WorkerError. */
export function inWorker<N extends keyof Tasks>(name: N, input: Tasks[N]['input']): Promise<Tasks[N]['output']> {
  const worker = new Worker(new URL('./crypto-worker.ts', import.meta.url), { type: 'module' })
  return run(worker, { name, input }, '浏览器不支持本机加密，请使用新版 Chrome、Edge 或 Firefox')
}
