import { formatTime } from '#contract/time.ts'
import { clock, useNow } from '../clock.ts'
import { tr } from '../kit/labels.ts'

/** The server's time. The title says how far it may be off, because a deadline hangs on it. */
export function ClockText({ label = '北京时间', large }: { label?: string; large?: boolean }) {
  const now = useNow()
  const error = clock.error()
  const title = Number.isFinite(error)
    ? `${formatTime(now, true)}（${tr('已与服务器校时')}，±${Math.max(1, Math.round(error))} ms）`
    : tr('正在与服务器校时')
  return (
    <span className={large ? 'kb-clock kb-clock-large' : 'kb-clock'} title={title}>
      <span className="kb-clock-label kb-muted">{tr(label)}</span>
      <time dateTime={new Date(now).toISOString()}>{formatTime(now, true).slice(11)}</time>
    </span>
  )
}
