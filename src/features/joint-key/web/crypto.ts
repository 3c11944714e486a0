import { inWorker as run } from '#web/in-worker.ts'
import type { Ceremony } from '#features/sealing/core/joint/ceremony.ts'
import type { Complaint, Dealing } from '#features/sealing/core/joint/dealing.ts'
import type { DeviceFile } from '#features/sealing/core/joint/device-file.ts'
import type { Confirmation, JointKey } from '#features/sealing/core/joint/joint-key.ts'
import type { JointPart, PartialOpening } from '#features/sealing/core/joint/threshold.ts'
import type { ClosingEvidence } from '#features/sealing/core/joint/verify-closing.ts'
import type { SelfCheck } from '#features/sealing/core/joint/self-check.ts'
import type { Proof } from '#features/sealing/core/joint/proofs.ts'

export interface DevicePlace {
  tenantId: string
  orderId: string
  ceremonyId: string
  officerId: string
}

/** The officer's own device in a ceremony. `secret`: hex. */
interface Own {
  index: number
  secret: string
}

/** What the worker can do, by name. */
export type Tasks = {
  /** A fresh device key with its file under a password. */
  makeDevice: {
    input: { place: DevicePlace; password: string; about: Pick<DeviceFile, 'title' | 'holder' | 'createdAt'> }
    output: { secret: string; deviceKey: string; deviceProof: Proof; file: DeviceFile }
  }
  /** The secret of a device file, if it is that of this ceremony and device. */
  restore: { input: { file: unknown; password: string; ceremonyId: string; deviceKey: string }; output: string }
  /** Shares for all officers, after the ceremony was checked and the own device found in it. */
  deal: { input: { ceremony: Ceremony; own: Own }; output: Dealing }
  /** The confirmation that all shares fit, or the complaint against the first dealer whose share does not. */
  confirm: {
    input: { ceremony: Ceremony; dealings: Dealing[]; own: Own }
    output: { confirmation: Confirmation } | { complaint: Complaint }
  }
  /** The proof that the share can still be made, after the record was checked. `at`: ISO. */
  selfCheck: { input: { record: JointKey; at: string; own: Own }; output: SelfCheck }
  /** The answer for a closed list, after key, bids and what the log holds of the deadline were checked. */
  answer: {
    input: {
      record: JointKey
      fingerprint: string
      round: number
      bids: { bidderId: string; part: JointPart }[]
      evidence: ClosingEvidence
      own: Own
    }
    output: PartialOpening
  }
}

/** Has a worker do it. Rejects with WorkerError. */
export function inWorker<N extends keyof Tasks>(name: N, input: Tasks[N]['input']): Promise<Tasks[N]['output']> {
  const worker = new Worker(new URL('./crypto-worker.ts', import.meta.url), { type: 'module' })
  return run(worker, { name, input }, '浏览器不支持本机密钥运算，请使用新版 Chrome、Edge 或 Firefox')
}
