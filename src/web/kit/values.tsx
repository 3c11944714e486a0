import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Exact, formatAmount, formatWithUnit, toCapitals } from '#contract/money.ts'
import { formatTime, relativeTime, remaining } from '#contract/time.ts'
import { useCountdown, useNow } from '../clock.ts'
import { tr } from './labels.ts'

/** An amount in yuan with separators; `short` gives 万 and 亿, `capitals` adds the Chinese capitals below. */
export function AmountText({
  value,
  short,
  capitals,
}: {
  value: string | null | undefined
  short?: boolean
  capitals?: boolean
}) {
  const exact = formatAmount(value)
  const text = short ? formatWithUnit(value) : exact
  return (
    <span>
      {short && exact !== '-' ? <span title={`${exact} 元`}>{text}</span> : text}
      {capitals && <Capitals value={value} />}
    </span>
  )
}

/** `大写：壹仟元整`; nothing for an empty or unparsable amount (specification part 2 section 2.12). */
export function Capitals({
  value,
  label = '大写',
  times,
}: {
  value: string | null | undefined
  label?: string
  times?: number
}) {
  const capitals = toCapitals(times === undefined ? value : multiplied(value, times))
  if (capitals === '') return null
  return (
    <span className="kb-capitals kb-note kb-block">
      {label && `${tr(label)}：`}
      {capitals}
    </span>
  )
}

/** An instant: relative near now, absolute on hover; `absolute` turns it round. Always Beijing time. */
export function TimeText({
  at,
  absolute,
  seconds,
}: {
  at: string | null | undefined
  absolute?: boolean
  seconds?: boolean
}) {
  const now = useNow()
  if (!at) return <span>-</span>
  const exact = formatTime(at, seconds)
  const near = relativeAround(at, now)
  return (
    <time dateTime={at} title={absolute ? near : `${formatTime(at, true)} 北京时间`}>
      {absolute ? exact : near}
    </time>
  )
}

/** Past: `5分钟前`. Future: `还有3小时`. Beyond a week: the date. */
export function relativeAround(at: string, now: number): string {
  const left = new Date(at).getTime() - now
  if (left <= 0) return relativeTime(at, now)
  const { days, hours, minutes } = remaining(left)
  if (Number(days) >= 7) return formatTime(at)
  if (Number(days) > 0) return `还有${Number(days)}天${part(hours, '小时')}`
  if (Number(hours) > 0) return `还有${Number(hours)}小时${part(minutes, '分')}`
  return Number(minutes) > 0 ? `还有${Number(minutes)}分钟` : '不足1分钟'
}

/** Nothing where there is none of it: nobody says 5天0小时. */
function part(value: string, unit: string): string {
  return Number(value) > 0 ? `${Number(value)}${unit}` : ''
}

/** Ticking time until a deadline on the server's clock, with the exact instant on hover. */
export function Countdown({
  at,
  over = '已截止',
  large,
}: {
  at: string | null | undefined
  over?: string
  large?: boolean
}) {
  const left = useCountdown(at)
  if (!left || !at) return <span>-</span>
  const urgent =
    left.ms < 3_600_000 ? 'kb-countdown-urgent kb-bad' : left.ms < 86_400_000 ? 'kb-countdown-soon kb-warn' : ''
  return (
    <Tooltip title={`${formatTime(at, true)}（北京时间，以服务器时钟为准）`}>
      <span
        className={`kb-countdown ${left.over ? '' : urgent} ${large ? 'kb-countdown-large kb-title-18 kb-plain' : ''}`}
        role="timer"
      >
        {left.over ? tr(over) : clockOf(left)}
      </span>
    </Tooltip>
  )
}

/** From this many days on nobody counts the seconds. */
const DAYS_ALONE = 30

function clockOf({ days, hours, minutes, seconds }: { days: string; hours: string; minutes: string; seconds: string }) {
  if (Number(days) >= DAYS_ALONE) return `${Number(days)}天`
  return `${days === '00' ? '' : `${Number(days)}天 `}${hours}:${minutes}:${seconds}`
}

/** The main cell of a list row: code above, title below, both leading to the detail. */
export function MainCell({ code, title, to, extra }: { code?: string; title: string; to?: string; extra?: ReactNode }) {
  return (
    <div className="kb-main-cell kb-column">
      {to ? (
        <Link to={to} className="kb-main-title kb-break">
          {title}
        </Link>
      ) : (
        <span className="kb-main-title kb-break">{title}</span>
      )}
      {(code || extra) && (
        <span className="kb-main-code kb-flex kb-gap-8 kb-note">
          {code && <span>{code}</span>}
          {extra && <span>{extra}</span>}
        </span>
      )}
    </div>
  )
}

function multiplied(value: string | null | undefined, times: number): string {
  return value && /^\d+(\.\d+)?$/.test(value) ? new Exact(value).times(times).toFixed() : ''
}
