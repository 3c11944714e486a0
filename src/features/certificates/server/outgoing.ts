const PATIENCE_MS = 10_000

/** What another server answered, up to `most` bytes. */
export interface Answer {
  status: number
  bytes: Buffer
}

/**
 * Asks another server. Follows no redirects, waits ten seconds, and takes no more than `most` bytes. Throws where no answer comes, or
 * a longer one.
 */
export async function fetchLimited(
  url: string,
  { most, ...init }: { most: number; method?: string; body?: string; headers?: Record<string, string> },
): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return { status: response.status, bytes: Buffer.concat(chunks) }
}
