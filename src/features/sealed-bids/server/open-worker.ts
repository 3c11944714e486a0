import { Readable } from 'node:stream'
import { openStore } from '#server/files/open-store.ts'
import type { FileStore, StoredObject, StorePlace } from '#server/files/store.ts'
import { serve } from '#server/pdf/thread.ts'
import { concat, fromHex, isHex } from '#features/sealing/core/bytes.ts'
import { openWithContentKey } from '#features/sealing/core/envelope.ts'
import type { Expectation } from '#features/sealing/core/envelope-header.ts'
import { EnvelopeError, type Refusal } from '#features/sealing/core/errors.ts'

/*
 * The thread that opens sealed files: 100 MB are seconds of hashing and deciphering, which must not hold up everybody
 * else's requests.
 */

export interface OpenJob {
  /** The file store. */
  place: StorePlace
  /** The sealed file in the store. */
  sha256: string
  /** Hex, as the bidder released it. */
  contentKey: string
  expect: Expectation
  /** What the manifest commits to, hex. */
  committed: { cipherHash: string; plainCommit: string }
  /** What becomes of the plaintext: read through only, given back, or stored. */
  to: 'nowhere' | 'memory' | 'store'
}

/** `bytes`: all of the plaintext for `memory`, else its beginning. */
export type OpenResult =
  | { ok: true; bytes: Uint8Array; stored: StoredObject | null }
  | { ok: false; refusal: Refusal; detail: string }

const HEAD = 65_536

serve(open)

async function open(job: OpenJob): Promise<OpenResult> {
  const store = await storeAt(job.place)
  const kept: Uint8Array[] = []
  let length = 0
  async function* watched(): AsyncGenerator<Buffer, void> {
    for await (const piece of plaintext(store, job)) {
      if (job.to === 'memory' || length === 0) kept.push(job.to === 'memory' ? piece : piece.slice(0, HEAD))
      length += piece.length
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    }
  }
  try {
    let stored: StoredObject | null = null
    if (job.to === 'store') stored = await store.put(Readable.from(watched(), { objectMode: false }))
    else for await (const _ of watched());
    return { ok: true, bytes: concat(...kept), stored }
  } catch (error) {
    // Errors lose their class between threads; a refusal is an answer.
    if (error instanceof EnvelopeError) return { ok: false, refusal: error.reason, detail: error.detail }
    throw error
  }
}

/** Ends without an error only when the whole file is what the manifest commits to. */
async function* plaintext(
  store: FileStore,
  { sha256, contentKey, expect, committed }: OpenJob,
): AsyncGenerator<Uint8Array, void> {
  if (!isHex(contentKey, 32)) throw new EnvelopeError('wrong-key', 'content key is not 32 bytes of hex')
  const { stream, result } = openWithContentKey(await store.read(sha256), fromHex(contentKey), { expect })
  yield* stream
  const opened = await result
  if (opened.cipherHash !== committed.cipherHash) throw new EnvelopeError('tampered', 'cipher hash')
  if (opened.plainCommit !== committed.plainCommit) throw new EnvelopeError('tampered', 'plaintext commitment')
}

const stores = new Map<string, Promise<FileStore>>()

function storeAt(place: StorePlace): Promise<FileStore> {
  const key = JSON.stringify(place)
  const known = stores.get(key)
  if (known) return known
  const store = openStore(place)
  stores.set(key, store)
  // A store that was out of reach is tried again by the next job.
  store.catch(() => stores.delete(key))
  return store
}
