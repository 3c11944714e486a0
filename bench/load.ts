import { Agent, request } from 'node:http'

/** One request of a load: method, path, and what it sends. */
export interface Shot {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface LoadResult {
  perSecond: number
  p50: number
  p95: number
  failures: number
}

/**
 * Keeps `connections` requests under way for `seconds` and counts the answers. `next` makes the requests of one
 * operation, sent one after the other; an operation counts when all were answered with 200.
 */
export async function closedLoop(
  base: string,
  next: (n: number) => readonly ((last: unknown) => Shot)[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  let failures = 0
  let n = 0
  const worker = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      let last: unknown = null
      let ok = true
      for (const step of next(n++)) {
        const answer = await send(base, step(last), agent)
        last = answer.body
        ok &&= answer.status === 200
      }
      if (ok) times.push(performance.now() - began)
      else failures++
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  const elapsed = (performance.now() - began) / 1000
  agent.destroy()
  return { perSecond: times.length / elapsed, p50: quantile(times, 0.5), p95: quantile(times, 0.95), failures }
}

/** Sends at a fixed rate whatever the answers take, so that waiting counts as it does for people. Times in ms. */
export async function openLoop(rate: number, seconds: number, act: (n: number) => Promise<void>): Promise<LoadResult> {
  const times: number[] = []
  let failures = 0
  const running: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const due = began + (n * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    running.push(
      act(n).then(
        () => void times.push(performance.now() - due),
        () => void failures++,
      ),
    )
  }
  await Promise.all(running)
  return { perSecond: times.length / seconds, p50: quantile(times, 0.5), p95: quantile(times, 0.95), failures }
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Sends a request and reads the answer as JSON. */
export async function send(base: string, shot: Shot, agent?: Agent): Promise<{ status: number; body: unknown }> {
  const { status, bytes } = await exchange(base, shot, agent)
  return { status, body: bytes.length > 0 ? (JSON.parse(bytes.toString()) as unknown) : null }
}

/** Sends a request and takes the answer as it travels: compressed where the request allows it, and not read. */
export function exchange(base: string, shot: Shot, agent?: Agent): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const url = new URL(shot.path, base)
    const call = request(
      url,
      { method: shot.method, headers: shot.headers, ...(agent ? { agent } : {}) },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts) }))
      },
    )
    call.on('error', reject)
    call.end(shot.body)
  })
}
