import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'
import { startUpload } from '#web/kit/upload.ts'
import { inspectBidFile } from '../contract.ts'
import type { SealedFile } from '#features/sealing/core/envelope.ts'
import type { Place } from '#features/sealing/core/envelope-header.ts'
import type { JointPart } from '#features/sealing/core/joint/threshold.ts'
import type { PublicKey } from '#features/sealing/core/suite-types.ts'
import { SEALED_BID } from '../rules.ts'
import type { SealedItem } from './shelf.ts'

/** What is to be sealed. `place.fileId` is a fresh UUID, the file's id in envelope and manifest. */
export interface SealTask {
  source: Blob | Uint8Array
  name: string
  place: Place
  /** The bidder's own public key. */
  recipient: PublicKey
  /** Joint-key mode: the record of the key, the bid's part, and its shared point (hex). */
  joint?: { record: unknown; part: JointPart; shared: string }
  recoveryCode?: string
}

/** What the worker says. */
export type SealMessage =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'sealed'; sealed: SealedFile; file: File }
  | { kind: 'failed'; message: string }

export interface SealOptions {
  /** `share`: 0 to 1 of the stage. `checking` is the server reading the file through. */
  onProgress?: (stage: 'sealing' | 'uploading' | 'checking', share: number) => void
  signal?: AbortSignal
}

export interface UploadedItem extends SealedItem {
  /** The upload as the server found it; `fileId` goes into the commit. */
  view: OutputOf<typeof inspectBidFile>
}

/** Seals in a worker of its own; aborting ends it at once. Rejects with a Chinese message. */
export function sealInWorker(task: SealTask, { onProgress, signal }: SealOptions = {}): Promise<SealedItem> {
  const worker = new Worker(new URL('./seal-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<SealedItem>()
  const abort = () => reject(signal!.reason)
  worker.addEventListener('message', ({ data }: MessageEvent<SealMessage>) => {
    switch (data.kind) {
      case 'progress':
        onProgress?.('sealing', data.total === 0 ? 1 : data.done / data.total)
        break
      case 'sealed':
        resolve({ sealed: data.sealed, file: data.file })
        break
      case 'failed':
        reject(new Error(`加密失败：${data.message}`))
        break
    }
  })
  worker.addEventListener('error', (event) => reject(new Error(`加密失败：${event.message}`)))
  if (signal?.aborted) abort()
  else {
    signal?.addEventListener('abort', abort)
    worker.postMessage(task, [])
  }
  return promise.finally(() => {
    signal?.removeEventListener('abort', abort)
    worker.terminate()
  })
}

/**
 * Sends a sealed file in resumable pieces and has the server read it through. A lost connection is waited out; a closed
 * page goes on with the same item from `sealedItems`. Rejects when the server refuses it or found another hash.
 */
export async function uploadSealed(
  item: SealedItem,
  { orderId, onProgress, signal }: SealOptions & { orderId: string },
): Promise<UploadedItem> {
  const fileId = await send(item.file, { onProgress, signal })
  onProgress?.('checking', 0)
  const view = await call(inspectBidFile, { params: { orderId, fileId } }, { signal })
  if (view.cipherHash !== item.sealed.cipherHash) throw new Error('服务器收到的文件与本机加密的文件不一致，请重新上传')
  onProgress?.('checking', 1)
  return { ...item, view }
}

/** Both, one after the other. */
export async function sealAndUpload(task: SealTask, options: SealOptions = {}): Promise<UploadedItem> {
  const item = await sealInWorker(task, options)
  return uploadSealed(item, { ...options, orderId: task.place.orderId })
}

function send(file: File, { onProgress, signal }: SealOptions): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    signal?.throwIfAborted()
    startUpload(file, SEALED_BID, {
      onProgress: (share) => onProgress?.('uploading', share),
      onDone: resolve,
      onError: (message) => reject(new Error(message)),
    }).then((upload) => {
      const abort = () => {
        // Paused and not thrown away: the server keeps what it has, and the next try goes on there.
        void upload.pause()
        reject(signal!.reason)
      }
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    }, reject)
  })
}
