import { formatTime } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { isLive } from '../../../rules/methods/all.ts'
import type { Tender } from '../words.ts'
import { partOf } from '../words.ts'

/** Deadlines, the own part, people. */
export function TenderSide({ tender }: { tender: Tender }) {
  const part = partOf(tender)
  return (
    <>
      <SideBlock title="期限（北京时间）">
        <Deadlines tender={tender} />
      </SideBlock>
      <SideBlock title="我的参与">
        {part ? <StatusTag label={part.label} tone={part.tone} /> : <span className="kb-muted">尚未报名</span>}
      </SideBlock>
      <SideBlock title="相关单位">
        <dl className="tender-people">
          {tender.people.map((one) => (
            <div key={one.role}>
              <dt>{one.role}</dt>
              <dd>{one.name}</dd>
            </div>
          ))}
        </dl>
      </SideBlock>
    </>
  )
}

function Deadlines({ tender }: { tender: Tender }) {
  const { schedule } = tender
  const live = isLive(tender)
  const now = useNow()
  const dates = [
    ['获取文件', live ? null : schedule.saleEnd],
    ['报名截止', schedule.signUpEnd],
    ['提问截止', schedule.questionEnd],
    ['投标截止', live ? null : schedule.bidEnd],
    [live ? '竞价开始' : '开标', schedule.openAt],
  ] as const
  return (
    <ul className="tender-dates">
      {dates.map(([label, at]) => {
        if (!at) return null
        const over = new Date(at).getTime() <= now
        return (
          <li key={label} className={over ? 'tender-date-over' : ''}>
            <span>{label}</span>
            <time dateTime={at}>{formatTime(at)}</time>
            {!over && <Countdown at={at} />}
          </li>
        )
      })}
    </ul>
  )
}
