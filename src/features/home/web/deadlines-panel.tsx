import { Link } from 'react-router'
import { DAY, formatDate, formatTime } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import { HomeSection } from '#web/kit/home-section.tsx'
import { tr } from '#web/kit/labels.ts'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { useHome } from './use-home.ts'
import './home.css'

const WEEKDAYS = '日一二三四五六'

/** What is due in the next seven days, by day. */
export function Panel() {
  const { workbench } = useSession()
  const { data, error } = useHome()
  const now = useNow()
  if (!workbench || workbench === 'admin' || error) return null
  const days = Map.groupBy(data?.deadlines ?? [], (deadline) => formatDate(deadline.at))
  return (
    <HomeSection title="七日内期限">
      {!data ? (
        <Skeleton lines={4} />
      ) : days.size === 0 ? (
        <EmptyState title="七日内没有期限" />
      ) : (
        <ol>
          {[...days].map(([day, deadlines]) => (
            <li key={day} className="kb-pad-top-12">
              <h3 className="kb-note kb-regular">{dayLabel(day, now)}</h3>
              <ul>
                {deadlines.map(({ key, label, title, link, at }) => (
                  <li key={key} className="kb-row kb-base kb-line kb-size-13">
                    <time className="kb-fixed" dateTime={at} title={`${formatTime(at, true)} 北京时间`}>
                      {formatTime(at).slice(11)}
                    </time>
                    <Link className="kb-grow kb-ellipsis kb-quiet" to={link} title={title}>
                      <span className="kb-accent kb-after-8">{tr(label)}</span>
                      {title}
                    </Link>
                    {new Date(at).getTime() - now < DAY && <Countdown at={at} />}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </HomeSection>
  )
}

/** `今天`, `明天`, else `11-23 周一`. */
function dayLabel(day: string, now: number): string {
  if (day === formatDate(now)) return tr('今天')
  if (day === formatDate(now + DAY)) return tr('明天')
  return `${day.slice(5)} 周${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]}`
}
