import { Button } from 'antd'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { portalCalendar } from '../../contract/portal.ts'
import { methodOf } from '../../methods/all.ts'
import type { ScheduleField } from '../../methods/method.ts'
import { DateFacts } from '../date-facts.tsx'
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
      <DateFacts dates={dates} />
      <Button className="kb-above-8" size="small" onClick={() => void save()}>
        加入日历（.ics）
      </Button>
    </>
  )
}
