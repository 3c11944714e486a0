import { useEffect } from 'react'
import { ERRORS } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { onStreamLost } from '../live.ts'
import type { Loaded } from '../use-call.ts'
import { tr } from './labels.ts'

/** Says of what is shown that it stands still, since epoch ms `since`: nobody may take an old state for the present one. */
export function StaleNote({ since }: { since: number }) {
  return (
    <p className="kb-stale" role="alert">
      {tr('连接中断，正在重新连接。以下内容停留在')} {formatTime(new Date(since).toISOString(), true).slice(11)}
      {tr('，请以恢复后的内容为准。')}
    </p>
  )
}

/** When what a query shows was read, epoch ms, if the server has not been reached since; null while it is. */
export function staleSince(
  query: Pick<Loaded<unknown>, 'data' | 'error' | 'isPaused' | 'dataUpdatedAt'>,
): number | null {
  const cut = query.isPaused || (query.error !== null && UNREACHED.includes(query.error.code))
  return cut && query.data !== undefined ? query.dataUpdatedAt : null
}

/** The same for a page with live events: whoever's stream breaks off learns at once whether the server is still there. */
export function useStaleSince(
  query: Parameters<typeof staleSince>[0] & Pick<Loaded<unknown>, 'refetch'>,
): number | null {
  const { refetch } = query
  // The stream breaks off again with every attempt to connect: a look that is under way goes on to its end.
  useEffect(() => onStreamLost(() => void refetch({ cancelRefetch: false })), [refetch])
  return staleSince(query)
}

/** No answer, or one that says nothing about what was asked. */
const UNREACHED: readonly number[] = [0, ERRORS.server.code, ERRORS.unavailable.code]
