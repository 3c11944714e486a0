import { useEffect, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { CallError, call, callContext, urlOf } from '#web/call.ts'
import type { LooseInput } from '#web/call.ts'

/** Bytes of opened files kept in memory: switching between bids and ways must not fetch the same file again. */
const MOST_BYTES = 160 * 1024 * 1024

const kept = new Map<string, Blob>()

export type Content = { blob: Blob } | { failure: string } | null

/**
 * The content of a file call; null while it loads. Files read lately are there at once. `version` names the content
 * where an address does not: a report that is made again keeps its address.
 */
export function useFileContent(endpoint: Endpoint, input: LooseInput, version = ''): Content {
  const key = `${callContext.owner} ${urlOf(endpoint, input)} ${version}`
  const [content, setContent] = useState<{ key: string; value: Content }>(() => ({ key, value: known(key) }))
  const text = JSON.stringify(input)
  useEffect(() => {
    const had = known(key)
    setContent({ key, value: had })
    if (had) return
    const stop = new AbortController()
    ;(call as LooseCall)(endpoint, JSON.parse(text) as LooseInput, { signal: stop.signal })
      .then((blob) => {
        keep(key, blob)
        setContent({ key, value: { blob } })
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        setContent({ key, value: { failure: error instanceof CallError ? error.message : '文件无法打开' } })
      })
    return () => stop.abort()
  }, [endpoint, key, text])
  return content.key === key ? content.value : known(key)
}

function known(key: string): Content {
  const blob = kept.get(key)
  if (!blob) return null
  kept.delete(key)
  kept.set(key, blob)
  return { blob }
}

/** Keeps what was read last, of one person only. */
function keep(key: string, blob: Blob): void {
  const owner = `${callContext.owner} `
  for (const other of kept.keys()) if (!other.startsWith(owner)) kept.delete(other)
  kept.set(key, blob)
  let bytes = [...kept.values()].reduce((sum, b) => sum + b.size, 0)
  for (const [other, b] of kept) {
    if (bytes <= MOST_BYTES || other === key) break
    kept.delete(other)
    bytes -= b.size
  }
}

type LooseCall = (endpoint: Endpoint, input: LooseInput, options: { signal: AbortSignal }) => Promise<Blob>
