/** One change: the newest value of `key` within `group` is what counts. */
export interface Edit<V> {
  group: string
  key: string
  value: V
}

/** What came of sending: saved at a server time, to be tried again, or refused for good. */
export type Sent = { savedAt: string } | { retry: string } | { refused: string }

export interface QueueView {
  state: 'idle' | 'waiting' | 'saving' | 'retrying' | 'refused'
  /** Changes that are not on the server. */
  unsaved: number
  /** Server time of the last save, ISO; null before the first. */
  savedAt: string | null
  /** Why the last attempt failed. */
  message: string
}

interface Options<V> {
  /** Sends changes of one group. Must not throw. */
  send: (group: string, edits: readonly Edit<V>[]) => Promise<Sent>
  /** Rest after the last change before it is sent, ms. */
  pause?: number
  onSaved?: (edits: readonly Edit<V>[], savedAt: string) => void
  onChange?: () => void
}

const PAUSE_MS = 500
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000

/**
 * Saves changes as they are made. One request at a time, so that an older value can never arrive behind a newer one; what
 * could not be sent stays in line and is sent again, unless it was changed meanwhile. A refused batch is sent again one by
 * one: what is in order gets saved, and what is not is kept and named.
 */
export class SaveQueue<V> {
  readonly #options: Options<V>
  #line = new Map<string, Edit<V>>()
  #flying = new Map<string, Edit<V>>()
  #refused = new Map<string, Edit<V>>()
  #alone = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null
  #failures = 0
  #view: QueueView = { state: 'idle', unsaved: 0, savedAt: null, message: '' }

  constructor(options: Options<V>) {
    this.#options = options
  }

  get view(): QueueView {
    return this.#view
  }

  /** Puts a change in line; it replaces an unsent or refused one of the same cell. */
  edit(edit: Edit<V>): void {
    const name = nameOf(edit)
    this.#refused.delete(name)
    this.#alone.delete(name)
    this.#line.set(name, edit)
    this.#plan(this.#options.pause ?? PAUSE_MS)
    this.#publish()
  }

  /** Takes a change out of line that must not be sent any more. One that is on its way is saved nevertheless. */
  withdraw(group: string, key: string): void {
    const name = nameOf({ group, key })
    this.#refused.delete(name)
    this.#line.delete(name)
    this.#publish()
  }

  /** Whether a cell holds something that is not on the server. */
  has(group: string, key: string): boolean {
    const name = nameOf({ group, key })
    return this.#line.has(name) || this.#flying.has(name) || this.#refused.has(name)
  }

  /** Sends what is in line now. True when everything is on the server afterwards. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    for (const [name, edit] of this.#refused) this.#line.set(name, edit)
    this.#refused.clear()
    await this.#running
    await this.#run()
    return this.#view.unsaved === 0
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), ms)
  }

  #run(): Promise<void> {
    this.#running ??= this.#drain().finally(() => {
      this.#running = null
      this.#publish()
    })
    return this.#running
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#line.size > 0) {
      const batch = this.#take()
      this.#publish()
      const sent = await this.#options.send(batch[0]!.group, batch)
      this.#flying.clear()
      if ('savedAt' in sent) {
        this.#failures = 0
        this.#view = { ...this.#view, savedAt: sent.savedAt, message: '' }
        this.#options.onSaved?.(batch, sent.savedAt)
      } else if ('retry' in sent) {
        this.#putBack(batch)
        this.#failures += 1
        this.#view = { ...this.#view, message: sent.retry }
        this.#plan(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1)))
        return
      } else this.#refuse(batch, sent.refused)
    }
  }

  #refuse(batch: readonly Edit<V>[], message: string): void {
    this.#view = { ...this.#view, message }
    if (batch.length > 1) {
      for (const edit of batch) this.#alone.add(nameOf(edit))
      this.#putBack(batch)
      return
    }
    const [edit] = batch
    if (edit && !this.#line.has(nameOf(edit))) this.#refused.set(nameOf(edit), edit)
  }

  /** The oldest change and everything else in line for its group. */
  #take(): Edit<V>[] {
    const all = [...this.#line.values()]
    const first = all[0]!
    const alone = this.#alone.has(nameOf(first))
    const batch = alone ? [first] : all.filter((e) => e.group === first.group && !this.#alone.has(nameOf(e)))
    for (const edit of batch) {
      this.#line.delete(nameOf(edit))
      this.#flying.set(nameOf(edit), edit)
    }
    return batch
  }

  /** Back to the head of the line; a cell changed meanwhile keeps its newer value. */
  #putBack(batch: readonly Edit<V>[]): void {
    const newer = this.#line
    this.#line = new Map(batch.map((edit) => [nameOf(edit), newer.get(nameOf(edit)) ?? edit]))
    for (const [name, edit] of newer) this.#line.set(name, edit)
  }

  #publish(): void {
    const unsaved = new Set([...this.#line.keys(), ...this.#flying.keys(), ...this.#refused.keys()]).size
    this.#view = { ...this.#view, unsaved, state: this.#state() }
    this.#options.onChange?.()
  }

  #state(): QueueView['state'] {
    if (this.#flying.size > 0) return 'saving'
    if (this.#line.size > 0) return this.#failures > 0 ? 'retrying' : 'waiting'
    return this.#refused.size > 0 ? 'refused' : 'idle'
  }
}

function nameOf({ group, key }: { group: string; key: string }): string {
  return `${group}/${key}`
}
