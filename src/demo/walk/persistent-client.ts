import { isDeepStrictEqual } from 'node:util'
import { HttpClient } from '#server/testing/http-client.ts'
import type { Dice } from './dice.ts'

/** How what takes effect once is sent: once; again with its key; two at once without a key; with a field spoilt. */
export const MANNERS = ['plain', 'again', 'at once', 'spoilt'] as const
export type Manner = (typeof MANNERS)[number]

const REPLAY = 'idempotent-replay'

/** Somebody who sends in this manner. What the server must not do stands in `faults`. */
export class PersistentClient extends HttpClient {
  readonly faults: string[] = []
  readonly #inner: HttpClient
  readonly #manner: Manner
  readonly #dice: Dice

  constructor(inner: HttpClient, { manner, dice }: { manner: Manner; dice: Dice }) {
    super(inner.base)
    this.#inner = inner
    this.#manner = manner
    this.#dice = dice
  }

  // oxlint-disable-next-line max-params -- as in the class above
  override async fetch(method: string, path: string, body?: unknown, options: Parameters<HttpClient['fetch']>[3] = {}) {
    const send = (given = body, how = options) => this.#inner.fetch(method, path, given, how)
    if (options.key === undefined || this.#manner === 'plain') return send()
    const call = `${method} ${path}`
    if (this.#manner === 'spoilt') return send(spoilt(body, this.#dice))
    if (this.#manner === 'again') {
      const first = await send()
      const again = await send()
      const texts = [await first.clone().text(), await again.text()].map((text) =>
        text ? (JSON.parse(text) as unknown) : null,
      )
      if (!again.headers.has(REPLAY) || !isDeepStrictEqual(texts[0], texts[1]))
        this.faults.push(`same key twice, two effects or answers: ${call}`)
      return first
    }
    const { key: _, ...rest } = options
    const answers = await Promise.allSettled([send(body, rest), send(body, rest)])
    const fresh = answers.filter((one) => one.status === 'fulfilled' && !one.value.headers.has(REPLAY))
    if (fresh.length > 1) this.faults.push(`two at once, two effects: ${call}`)
    const best = fresh[0] ?? answers[0]
    if (best.status === 'rejected') throw best.reason
    return best.value
  }
}

const WRONG = [
  null,
  '',
  -1,
  'x'.repeat(20_000),
  [],
  {},
  '00000000-0000-7000-8000-000000000000',
  '9999999999999.999',
  true,
]

/** The same with one field, at any depth, of another value or left out. */
function spoilt(body: unknown, dice: Dice): unknown {
  const copy = structuredClone(body)
  const places: [Record<string, unknown>, string][] = []
  const walk = (value: unknown): void => {
    if (!isRecord(value)) return
    for (const name of Object.keys(value)) {
      places.push([value, name])
      walk(value[name])
    }
  }
  walk(copy)
  if (places.length === 0) return dice.pick(WRONG) ?? {}
  const [holder, name] = dice.pick(places)
  if (dice.chance(25)) delete holder[name]
  else holder[name] = dice.pick(WRONG)
  return copy
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
