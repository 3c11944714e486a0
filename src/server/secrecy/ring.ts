import type { Database } from '../database/connect.ts'
import type { Log } from '../context.ts'
import { type Cipher, type Keys } from './cipher.ts'
import { readCipher } from './versions.ts'

/** Signals may be lost with their connection: versions are read again this often. A rotation waits twice as long. */
export const REREAD_MS = 5_000

/** The versions that this process knows, kept up to date for as long as it serves. */
export class CipherRing {
  readonly #db: Database
  readonly #keys: Keys
  #current: Cipher
  #timer: NodeJS.Timeout | null = null

  private constructor(db: Database, keys: Keys, current: Cipher) {
    this.#db = db
    this.#keys = keys
    this.#current = current
  }

  static async open(db: Database, keys: Keys): Promise<CipherRing> {
    return new CipherRing(db, keys, await readCipher(db, keys))
  }

  get current(): Cipher {
    return this.#current
  }

  async refresh(): Promise<void> {
    this.#current = await readCipher(this.#db, this.#keys)
  }

  /** Reads again now and then, until the returned function is called. */
  keepFresh(log: Log): () => void {
    this.#timer = setInterval(
      () => void this.refresh().catch((error: unknown) => log.warn({ err: error }, 'reading versions of keys')),
      REREAD_MS,
    )
    this.#timer.unref()
    return () => clearInterval(this.#timer!)
  }
}
