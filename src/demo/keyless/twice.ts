import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { IDEMPOTENCY_HEADER } from '#contract/workbench.ts'
import { FEATURES } from '#server/features.ts'

/** Calls that create something or cannot be taken back, as `POST /path/{id}`. */
export const ONCE = FEATURES.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint))
  .filter(({ once }) => once)
  .map(nameOf)

/** How one act went that was sent without a key: twice at once, then once more. */
interface Act {
  call: string
  /** How many of the requests did the work. */
  fresh: number
  /** What the others were told: the first answer again, or a refusal by its status. */
  others: (number | 'replay')[]
}

/**
 * Lets every test of this file send what creates something without its random key, and each of it three times: two at
 * once, one behind them. Behind the tests, each act must have taken effect once, and each of `calls` must have done so.
 */
export function playTwice(calls: readonly string[]): void {
  const log: Log = { acts: [], tried: new Set(), done: new Set() }
  beforeAll(() => void vi.stubGlobal('fetch', repeating(log)))
  afterAll(() => {
    vi.unstubAllGlobals()
    expect(log.acts.filter(isDoubled)).toEqual([])
    expect(calls.filter((call) => !log.tried.has(call) || !log.done.has(call))).toEqual([])
  })
}

interface Log {
  acts: Act[]
  /** Calls that were sent without a key; where two people do the same at once, the other one may have been first. */
  tried: Set<string>
  /** Calls that took effect. */
  done: Set<string>
}

/** More than one did the work. None did where the test itself sent the same beside them. */
function isDoubled({ fresh, others }: Act): boolean {
  return fresh > 1 || others.some((other) => other !== 'replay' && !(other >= 400 && other < 500))
}

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/
const PATTERNS = ONCE.map((call) => ({
  call,
  fits: new RegExp(`^${call.replace(' ', ' /api').replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** `fetch`, which gives the answer of the request that did the work, or a refusal by the state of the record. */
function repeating({ acts, tried, done }: Log): typeof fetch {
  const send = globalThis.fetch
  const sent = new Set<string>()
  let latest = 0
  const underWay = new Set<{ isAlone: boolean }>()
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    const turn = ++latest
    const asked = `${init.method} ${new URL(input as string).pathname}`
    // About one record an act is done once; where something new is made, its content tells which.
    const intent = ID.test(asked) ? asked : `${asked} ${typeof init.body === 'string' ? init.body : turn}`
    // A key that a test names, and what it repeats by itself, is what it is about.
    const call = PATTERNS.find(({ fits }) => fits.test(asked))?.call ?? asked
    if (!headers.get(IDEMPOTENCY_HEADER)?.startsWith('own-') || sent.has(intent)) {
      const answer = await send(input, init)
      if (answer.ok) done.add(call)
      return answer
    }
    sent.add(intent)
    tried.add(call)
    headers.delete(IDEMPOTENCY_HEADER)
    const again = () => send(input, { ...init, headers })
    // Of acts at the same time either may be stored last, whichever began first.
    const act = { isAlone: underWay.size === 0 }
    for (const other of underWay) other.isAlone = false
    underWay.add(act)
    const answers = await Promise.all([again(), again()]).finally(() => underWay.delete(act))
    if (!answers.some(({ ok }) => ok)) {
      sent.delete(intent)
      return byState(answers)
    }
    // Only a person's last request is known again, and what is sent meanwhile may be theirs.
    if (turn === latest && act.isAlone) answers.push(await again())
    const fresh = answers.filter((answer) => answer.ok && !answer.headers.has('idempotent-replay'))
    const others = answers.filter((answer) => !fresh.includes(answer))
    done.add(call)
    acts.push({ call, fresh: fresh.length, others: others.map((one) => (one.ok ? 'replay' : one.status)) })
    return fresh[0] ?? others[0]!
  }
}

async function byState(refused: readonly Response[]): Promise<Response> {
  for (const answer of refused) {
    const { code } = (await answer.clone().json()) as { code?: number }
    if (code !== ERRORS.idempotencyBusy.code) return answer
  }
  return refused[0]!
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}
