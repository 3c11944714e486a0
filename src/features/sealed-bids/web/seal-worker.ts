import { type JointSeal, sealFile } from '#features/sealing/core/envelope.ts'
import { pointOf } from '#features/sealing/core/joint/group.ts'
import { checkJointKey, type JointKey } from '#features/sealing/core/joint/joint-key.ts'
import { openShelf, type ShelfFile } from './shelf.ts'
import type { SealMessage, SealTask } from './sealing.ts'

/**
 * Seals one file and ends. The ciphertext goes piece by piece to this browser's private storage, so that a file of any
 * size passes through little memory and an upload can go on after the page was closed; where there is none, it is held
 * as a Blob. Plaintext and keys leave this thread in no form but sealed.
 */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<SealTask>) => void) | null
  postMessage(message: SealMessage, transfer: Transferable[]): void
}

scope.onmessage = ({ data }) => {
  seal(data).then(
    (message) => scope.postMessage(message, []),
    (error: unknown) =>
      scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }, []),
  )
}

/** Progress is told at most this often, ms. */
const PACE = 100

async function seal({ source, name, place, recipient, joint, recoveryCode }: SealTask): Promise<SealMessage> {
  let told = 0
  const onProgress = (done: number, total: number) => {
    const now = performance.now()
    if (done < total && now - told < PACE) return
    told = now
    scope.postMessage({ kind: 'progress', done, total }, [])
  }
  const { stream, result } = sealFile({
    source,
    name,
    place,
    recipient,
    onProgress,
    ...(joint && { joint: jointSeal(joint) }),
    ...(recoveryCode && { recoveryCode }),
  })
  const target = await openShelf(place)
    .then((shelf) => shelf?.create(place.fileId))
    .catch(() => undefined)
  if (!target) {
    const parts: BlobPart[] = []
    for await (const piece of stream) parts.push(piece)
    return { kind: 'sealed', sealed: await result, file: new File(parts, `${place.fileId}.kbe`) }
  }
  try {
    for await (const piece of stream) target.write(piece)
    const sealed = await result
    return { kind: 'sealed', sealed, file: await target.finish(sealed) }
  } catch (error) {
    await abandon(target)
    throw error
  }
}

function jointSeal({ record, part, shared }: NonNullable<SealTask['joint']>): JointSeal {
  return { key: checkJointKey(record as JointKey), part, shared: pointOf(shared) }
}

async function abandon(target: ShelfFile): Promise<void> {
  await target.abandon().catch(() => undefined)
}
