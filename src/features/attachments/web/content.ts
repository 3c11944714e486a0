import { useEffect, useState } from 'react'
import { CallError, call } from '#web/call.ts'
import { previewUrl } from '../contract/attachments.ts'
import { ConversionStatus, type Pattern } from '../rules.ts'
import { fetchFile } from '#web/take-file.ts'

const S = ConversionStatus.values
const EVERY_MS = 800

/** A form of a file; waits while it is being made. Throws CallError with the reason when there is none. */
export async function contentOf(
  id: string,
  pattern: Pattern,
  { signal, onWait }: { signal?: AbortSignal; onWait?: (status: number) => void } = {},
): Promise<Blob> {
  for (;;) {
    const answer = await call(previewUrl, { params: { id, pattern } }, signal ? { signal } : {})
    if (answer.url !== null) return fetchFile(answer.url, signal)
    if (answer.status === S.failed) throw new CallError({ code: 0, message: answer.reason })
    onWait?.(answer.status)
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    signal?.throwIfAborted()
  }
}

export type Content =
  | { state: 'waiting'; status: number }
  | { state: 'here'; blob: Blob }
  | { state: 'failed'; reason: string }

/** The same for a page. `round` fetches it anew. */
export function useContent(id: string, pattern: Pattern, round: number): Content {
  const key = `${id} ${pattern} ${round}`
  const [known, setKnown] = useState<{ key: string; content: Content }>({ key, content: START })
  useEffect(() => {
    const stop = new AbortController()
    const tell = (content: Content) => stop.signal.aborted || setKnown({ key, content })
    tell(START)
    contentOf(id, pattern, { signal: stop.signal, onWait: (status) => tell({ state: 'waiting', status }) }).then(
      (blob) => tell({ state: 'here', blob }),
      (error: unknown) =>
        tell({ state: 'failed', reason: error instanceof CallError ? error.message : '文件无法打开' }),
    )
    return () => stop.abort()
  }, [id, pattern, key])
  return known.key === key ? known.content : START
}

const START: Content = { state: 'waiting', status: 0 }
