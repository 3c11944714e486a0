import { Button, Dropdown } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { DAY, formatDate, formatTime, HOUR } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import { tr } from '#web/kit/labels.ts'
import { Countdown, TimeText } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { type inbox, snoozeTodo } from '../contract.ts'
import './home.css'

export type Row = OutputOf<typeof inbox>['rows'][number]

/** What to do, about what, until when; the whole row leads there, the menu puts it off or hands it on. */
export function TodoRow({ row }: { row: Row }) {
  return (
    <li className="kb-row kb-gap-12 kb-base kb-line kb-size-13">
      <Link className="kb-row kb-gap-12 kb-base kb-grow kb-quiet" to={row.link}>
        <span className="home-todo-label kb-fixed kb-accent kb-strong">{tr(row.label)}</span>
        {row.step && <span className="kb-chip kb-fixed">{tr(row.step)}</span>}
        <span className="home-todo-title kb-ellipsis kb-shrink" title={row.title}>
          {row.title}
        </span>
      </Link>
      {row.snoozedUntil ? (
        <span className="kb-fixed kb-soft">
          {tr('暂缓至')} {formatTime(row.snoozedUntil)}
        </span>
      ) : (
        row.dueAt && <Due at={row.dueAt} />
      )}
      <RowMenu row={row} />
    </li>
  )
}

function RowMenu({ row }: { row: Row }) {
  const now = useNow()
  const navigate = useNavigate()
  const snooze = useAction(snoozeTodo, { overlay: false, success: '已更新' })
  const put = (until: string | null) => void snooze.run({ body: { key: row.key, until } })
  const items = [
    ...(row.snoozedUntil ? [{ key: 'back', label: tr('取消暂缓'), onClick: () => put(null) }] : []),
    ...choices(now)
      .filter(({ at }) => row.dueAt === null || at <= Date.parse(row.dueAt))
      .map(({ label, at }) => ({
        key: label,
        label: `${tr(label)}（${formatTime(at).slice(5)}）`,
        onClick: () => put(new Date(at).toISOString()),
      })),
    ...(row.delegateLink
      ? [{ key: 'hand', label: tr('转交同事'), onClick: () => void navigate(row.delegateLink!) }]
      : []),
  ]
  if (items.length === 0) return <span className="home-todo-menu" />
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button
        type="text"
        size="small"
        className="home-todo-menu"
        aria-label={`${tr('更多操作')}：${tr(row.label)} ${row.title}`}
        loading={snooze.busy}
      >
        ⋯
      </Button>
    </Dropdown>
  )
}

/** In two hours, and at nine in the morning of tomorrow and of next Monday, Beijing time. */
function choices(now: number): { label: string; at: number }[] {
  const today = Date.parse(`${formatDate(now)}T00:00:00Z`)
  const nine = (days: number) => today - 8 * HOUR + days * DAY + 9 * HOUR
  const weekday = new Date(today).getUTCDay()
  const monday = weekday === 0 ? 1 : 8 - weekday
  return [
    { label: '暂缓 2 小时', at: now + 2 * HOUR },
    { label: '暂缓至明天', at: nine(1) },
    ...(monday > 1 ? [{ label: '暂缓至下周一', at: nine(monday) }] : []),
  ]
}

/** A ticking countdown on the last day, before that the time that is left; what is late says so. */
function Due({ at }: { at: string }) {
  const left = new Date(at).getTime() - useNow()
  if (left <= 0) return <span className="kb-fixed kb-soft kb-bad">{tr('已到时间')}</span>
  return (
    <span className="kb-fixed kb-soft">
      {left < DAY ? (
        <Countdown at={at} />
      ) : (
        <>
          {left > 7 * DAY && `${tr('截止')} `}
          <TimeText at={at} />
        </>
      )}
    </span>
  )
}
