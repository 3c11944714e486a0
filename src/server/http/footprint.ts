import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ANYTHING, CHANGED_HEADER, type Kind, READS_HEADER } from '#contract/kinds.ts'
import type { Touch } from '../database/touched.ts'

/**
 * Which kinds of records a call reads or changes, as its requests have shown so far: a property of the call and not of
 * rows, since answers name all that any request of it has touched.
 */
export class Footprint {
  readonly #seen = new Set<Touch>()
  readonly #reads: Tally | null
  readonly #writes: Tally | null

  constructor({ method, once, apart, follows }: Endpoint) {
    const isTold = apart === undefined
    this.#reads = isTold && (method === 'GET' || (method === 'POST' && !once)) ? new Tally(follows) : null
    this.#writes = isTold && method !== 'GET' ? new Tally() : null
  }

  /** Tells the browser. What an act answered again has changed was told in an answer that may have been lost. */
  tell(reply: FastifyReply, touched: ReadonlySet<Touch>, isReplayed: boolean): void {
    for (const touch of touched) {
      if (this.#seen.has(touch)) continue
      this.#seen.add(touch)
      this.#reads?.add(touch.reads)
      this.#writes?.add(touch.writes)
    }
    if (this.#reads?.text) reply.header(READS_HEADER, this.#reads.text)
    const changed = isReplayed ? ANYTHING : this.#writes?.text
    if (this.#writes && changed) reply.header(CHANGED_HEADER, changed)
  }
}

/** Kinds, and how a header names them. */
class Tally {
  readonly #kinds: Set<Kind>
  text: string

  constructor(first: readonly Kind[] = []) {
    this.#kinds = new Set(first)
    this.text = first.join()
  }

  add(kinds: readonly Kind[]): void {
    for (const kind of kinds) this.#kinds.add(kind)
    this.text = [...this.#kinds].join()
  }
}
