import { ERRORS } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
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

/** No answer, or one that says nothing about what was asked. */
const UNREACHED: readonly number[] = [0, ERRORS.server.code, ERRORS.unavailable.code]
