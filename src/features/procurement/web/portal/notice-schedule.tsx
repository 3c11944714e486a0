import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { Countdown } from '#web/kit/values.tsx'
import { portalCalendar } from '../../contract/portal.ts'
import { isLive } from '../../rules/methods/all.ts'
import type { Notice } from './notice.ts'
import { saveBlob } from '#web/save-blob.ts'

interface NoticeScheduleProps {
  orderId: string
  code: string
  method: number
  schedule: Notice['schedule']
}

/** The dates of the tender, running ones as countdowns, all of them as a calendar file. */
export function NoticeSchedule({ orderId, code, schedule, method }: NoticeScheduleProps) {
  const now = useNow()
  const live = isLive({ method })
  const dates = [
    ['文件获取开始', live ? null : schedule.saleStart],
    ['文件获取截止', live ? null : schedule.saleEnd],
    ['报名截止', schedule.signUpEnd],
    ['提问截止', schedule.questionEnd],
    ['投标截止', live ? null : schedule.bidEnd],
    [live ? '竞价开始' : '开标时间', schedule.openAt],
  ] as const
  const save = async () => {
    try {
      const file: unknown = await call(portalCalendar, { params: { orderId } })
      saveBlob(`${code}.ics`, file as Blob)
    } catch (error) {
      if (error instanceof CallError && !error.handled) toast.error(error.message)
    }
  }
  return (
    <>
      <ul className="portal-dates">
        {dates.map(([label, at]) => {
          if (!at) return null
          const over = new Date(at).getTime() <= now
          return (
            <li key={label} className={over ? 'portal-date-over' : ''}>
              <span>{label}</span>
              <time dateTime={at}>{formatTime(at)}</time>
              {!over && <Countdown at={at} />}
            </li>
          )
        })}
      </ul>
      <Button size="small" onClick={() => void save()}>
        加入日历（.ics）
      </Button>
    </>
  )
}
