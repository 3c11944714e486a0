import { Fragment } from 'react'
import { formatTime } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import { Countdown } from '#web/kit/values.tsx'

/** Dates by their names: what is to come with a countdown, what has passed muted, what is not set left out. */
export function DateFacts({ dates }: { dates: readonly (readonly [label: string, at: string | null])[] }) {
  const now = useNow()
  return (
    <dl className="kb-facts kb-size-13">
      {dates.map(([label, at]) => {
        if (!at) return null
        const over = new Date(at).getTime() <= now
        return (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd className={`kb-row kb-wrap kb-base kb-gap-6 ${over ? 'kb-muted' : ''}`}>
              <time dateTime={at}>{formatTime(at)}</time>
              {!over && <Countdown at={at} />}
            </dd>
          </Fragment>
        )
      })}
    </dl>
  )
}
