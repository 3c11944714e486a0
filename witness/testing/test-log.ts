import { type Bytes, fromHex, utf8 } from '#features/sealing/core/bytes.ts'
import { encodeAddCheckpoint } from '#features/sealing/core/log/add-checkpoint.ts'
import { encodeNoteKey, generateLogKey, signCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { appendEntries, TileTree } from '#features/sealing/core/log/tiles.ts'

/** A log in memory. */
export class TestLog {
  readonly key: { privateKey: string; publicKey: string }
  readonly origin: string
  readonly #tiles = new Map<string, Uint8Array>()
  size = 0

  constructor(origin = 'example.org/log', key = generateLogKey()) {
    this.origin = origin
    this.key = key
  }

  get logKey(): string {
    return encodeNoteKey({ name: this.origin, publicKey: fromHex(this.key.publicKey) })
  }

  async append(...entries: string[]): Promise<void> {
    this.size = await appendEntries(this.#store, this.size, entries.map(utf8))
  }

  async note(size = this.size): Promise<string> {
    return signCheckpoint({ origin: this.origin, size, root: await this.#tree.root(size) }, this.key.privateKey)
  }

  proof(old: number, size = this.size): Promise<Bytes[]> {
    return this.#tree.consistencyProof(old, size)
  }

  /** The request that takes a witness from `old` to `size`. */
  async request(old: number, size = this.size): Promise<string> {
    return encodeAddCheckpoint({ old, proof: await this.proof(old, size), note: await this.note(size) })
  }

  get #tree(): TileTree {
    return new TileTree(this.#store, this.size)
  }

  get #store() {
    return {
      readTile: async (path: string) => this.#tiles.get(path),
      writeTile: async (path: string, bytes: Uint8Array) => void this.#tiles.set(path, bytes),
    }
  }
}
