import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ANYTHING, CHANGED_HEADER, type Kind, READS_HEADER } from '#contract/kinds.ts'
import type { Touch } from '../database/touched.ts'

/**
 * Which kinds of records a call reads or changes, as its requests have shown so far: a property of the call and not of
 * rows, since answers name all that any request of it has touched.
 */
export class Footprint {
  readonly #header: string | null
  readonly #use: 'reads' | 'writes'
  readonly #seen = new Set<Touch>()
  readonly #kinds: Set<Kind>
  #text = ''

  constructor(endpoint: Endpoint) {
    const isReading = endpoint.method === 'GET' || (endpoint.method === 'POST' && !endpoint.once)
    this.#kinds = new Set(endpoint.follows)
    this.#use = isReading ? 'reads' : 'writes'
    this.#header = endpoint.apart === undefined ? (isReading ? READS_HEADER : CHANGED_HEADER) : null
  }

  /** Tells the browser. What an act answered again has changed was told in an answer that may have been lost. */
  tell(reply: FastifyReply, touched: ReadonlySet<Touch>, isReplayed: boolean): void {
    if (this.#header === null) return
    for (const touch of touched) if (!this.#seen.has(touch)) this.#add(touch)
    const text = isReplayed ? ANYTHING : this.#text
    if (text !== '') reply.header(this.#header, text)
  }

  #add(touch: Touch): void {
    this.#seen.add(touch)
    for (const kind of touch[this.#use]) this.#kinds.add(kind)
    this.#text = [...this.#kinds].join()
  }
}
