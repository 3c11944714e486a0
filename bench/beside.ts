import { serverTime } from '#features/tenancy/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { quantile } from './load.ts'

const EVERY_MS = 20

/** How long a piece of work took, and the 95th percentile of a small call that was asked again and again meanwhile; both ms. */
export async function beside(
  client: HttpClient,
  work: () => Promise<unknown>,
): Promise<{ took: number; others: number }> {
  const over = new AbortController()
  const calls: number[] = []
  const asking = (async () => {
    while (!over.signal.aborted) {
      calls.push(await timed(() => client.call(serverTime, {})))
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  })()
  try {
    return { took: await timed(work), others: quantile(calls, 0.95) }
  } finally {
    over.abort()
    await asking
  }
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
