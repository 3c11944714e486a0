import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { methodOf } from '../../../methods/all.ts'
import type { OrderSchedule } from '../order-form/schedule-fill.ts'

/** The dates of an order in their order, Beijing time. */
export function ScheduleList({ schedule, method }: { schedule: OrderSchedule; method: number }) {
  return (
    <FieldList
      items={Object.entries(methodOf(method).dates.labels).map(([name, label]) => ({
        label: label.replace('招标文件', '文件').replace('时间', ''),
        value: formatTime(schedule[name as keyof OrderSchedule]),
      }))}
    />
  )
}
