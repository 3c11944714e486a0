import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, MemoryLocker, type RequestRelease } from '@tus/server'
import pg from 'pg'

const CHANNEL = 'kb_upload'
/** Between two attempts at a lock that another node holds. */
const AGAIN_MS = 100
/** After so long the sender is told to try again. */
const GIVE_UP_MS = 30_000

/**
 * Lets one request at a time write an upload, on whatever node it arrives: locks of the database, all held by one
 * connection, so that those of a killed process are free at once. Whoever has to wait asks the holder to stop: its sender
 * has mostly gone and comes back through another node.
 */
export class UploadLocks implements Locker {
  readonly #url: string
  readonly #near = new MemoryLocker()
  readonly #held = new Map<string, RequestRelease>()
  #client: Promise<pg.Client> | null = null
  /** One statement after the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(url: string) {
    this.#url = url
  }

  newLock(id: string): Lock {
    const near = this.#near.newLock(id)
    return {
      lock: async (signal, release) => {
        await near.lock(signal, release)
        try {
          await this.#take(id, signal)
          this.#held.set(id, release)
        } catch (error) {
          await near.unlock()
          throw error
        }
      },
      unlock: async () => {
        this.#held.delete(id)
        // A connection that is gone holds nothing.
        if (this.#client)
          await this.#ask('select pg_advisory_unlock(hashtextextended($1, 0))', nameOf(id)).catch(ignore)
        await near.unlock()
      },
    }
  }

  async stop(): Promise<void> {
    const client = await this.#client?.catch(ignore)
    await client?.end().catch(ignore)
  }

  async #take(id: string, signal: AbortSignal): Promise<void> {
    const until = performance.now() + GIVE_UP_MS
    while (!signal.aborted && performance.now() < until) {
      const [row] = await this.#ask('select pg_try_advisory_lock(hashtextextended($1, 0)) as got', nameOf(id))
      if (row!.got) return
      await this.#ask(`select pg_notify('${CHANNEL}', $1)`, id)
      await sleep(AGAIN_MS)
    }
    throw Object.assign(new Error('the upload is being written'), ERRORS.ERR_LOCK_TIMEOUT)
  }

  #ask(text: string, value: string): Promise<{ got?: boolean }[]> {
    const answer = this.#last.then(async () => {
      const client = await (this.#client ??= this.#connect())
      return (await client.query<{ got?: boolean }>(text, [value])).rows
    })
    this.#last = answer.catch(ignore)
    return answer
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'kaibiao-uploads' })
    client.on('error', ignore)
    client.on('notification', ({ payload = '' }) => void this.#held.get(payload)?.())
    client.on('end', () => {
      this.#client = null
      // Another node may write by now.
      for (const release of this.#held.values()) void release()
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      return client
    } catch (error) {
      this.#client = null
      void client.end().catch(ignore)
      throw error
    }
  }
}

/** A connection that fails is made anew by the next attempt. */
function ignore(): undefined {}

function nameOf(id: string): string {
  return `write upload ${id}`
}
