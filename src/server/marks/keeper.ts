import { sql } from 'kysely'
import type { Kernel } from '../context.ts'
import { furthest, type Head, type Marks, readMarks, writeMarks } from './mark-file.ts'

const EVERY_MS = 5_000
/** Without anything new, the time alone is noted this often. */
const IDLE_MS = 60_000

/**
 * Notes outside the database how far its records have grown: now and then, and before a receipt is handed out. Several
 * that ask at once are served by one note.
 */
export class MarkKeeper {
  readonly #kernel: Pick<Kernel, 'db' | 'clock' | 'config' | 'log'>
  readonly #databaseId: string
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  constructor(kernel: Pick<Kernel, 'db' | 'clock' | 'config' | 'log'>, databaseId: string) {
    this.#kernel = kernel
    this.#databaseId = databaseId
    this.#timer = setInterval(() => void this.note().catch(ignoreError), EVERY_MS)
    this.#timer.unref()
  }

  /** Everything committed before the call is on disk outside the database when it resolves. */
  note(): Promise<void> {
    // What runs may have read the database already: whoever asks meanwhile, or in this turn, shares the next note.
    this.#next ??= this.#running.catch(ignoreError).then(() => {
      this.#next = null
      return (this.#running = this.#write())
    })
    return this.#next
  }

  /** Ends with a last note. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.note().catch(ignoreError)
  }

  async #write(): Promise<void> {
    const { config, clock, db } = this.#kernel
    const { rows } = await sql.raw<HeadRow>(HEADS).execute(db)
    // Read again each time: an operator may have accepted a restored database meanwhile.
    const before = readMarks(config, this.#databaseId)
    const now: Marks = { at: clock.now().toISOString(), heads: rows.map(headOf) }
    const after = before ? furthest(before, now) : now
    if (before && isNoNews(before, after)) return
    await writeMarks(config, this.#databaseId, after)
  }
}

interface HeadRow {
  tenant: number
  kind: string
  /** A string on connections that leave numbers of eight bytes as they come. */
  size: number | string
  hash: Buffer
}

/** SQL: how far the records of all tenants that are not on hold have grown. Its names are the same on every connection. */
export const HEADS = 'select tenant_id as tenant, kind, size, hash from kb_heads() order by tenant_id, kind'

export function headOf(row: HeadRow): Head {
  return { tenantId: row.tenant, kind: row.kind, size: Number(row.size), hash: row.hash.toString('hex') }
}

function isNoNews(before: Marks, after: Marks): boolean {
  const elapsed = new Date(after.at).getTime() - new Date(before.at).getTime()
  return elapsed < IDLE_MS && JSON.stringify(before.heads) === JSON.stringify(after.heads)
}

/** The next note tells the same and more. */
function ignoreError(): void {}
