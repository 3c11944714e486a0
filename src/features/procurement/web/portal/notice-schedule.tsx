import { Button } from 'antd'
import { Fragment } from 'react'
import { formatTime } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { Countdown } from '#web/kit/values.tsx'
import { portalCalendar } from '../../contract/portal.ts'
import { methodOf } from '../../methods/all.ts'
import type { ScheduleField } from '../../methods/method.ts'
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
  const dates = (Object.entries(methodOf(method).dates.labels) as [ScheduleField, string][]).map(
    ([field, label]) => [label.replace('招标文件', '文件'), schedule[field]] as const,
  )
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
      <dl className="kb-facts kb-size-13 kb-below-8">
        {dates.map(([label, at]) => {
          if (!at) return null
          const over = new Date(at).getTime() <= now
          return (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd className={over ? 'kb-muted' : ''}>
                <time dateTime={at}>{formatTime(at)}</time>
                {!over && <Countdown at={at} />}
              </dd>
            </Fragment>
          )
        })}
      </dl>
      <Button size="small" onClick={() => void save()}>
        加入日历（.ics）
      </Button>
    </>
  )
}
