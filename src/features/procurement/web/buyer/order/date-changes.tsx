import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { InstantInput } from '#web/kit/instant-input.tsx'
import { clock } from '#web/clock.ts'
import type { OrderSchedule } from '../order-form/schedule-fill.ts'
import type { ScheduleField } from '../../../methods/method.ts'
import { useBuyer } from '../use-buyer.ts'
import '#web/kit/edit-rows.css'
import '../order-form/order-form.css'

type Typed = Partial<Record<keyof OrderSchedule, string>>

interface DateChangesProps {
  before: OrderSchedule
  typed: Typed
  onChange: (typed: Typed) => void
}

/** Dates in force and, beside them, what they become. What lies behind cannot be moved. */
export function DateChanges({ before, typed, onChange }: DateChangesProps) {
  const { labels, typed: fields, follows } = useBuyer().method.dates
  const now = clock.now()
  const set = (field: keyof OrderSchedule, at: string | undefined) => {
    const next = { ...typed }
    if (at) next[field] = at
    else delete next[field]
    // One input for dates that follow from one another, as the opening of a tender from its deadline (招标投标法 §34).
    for (const [follower, source] of Object.entries(follows) as [ScheduleField, ScheduleField][]) {
      if (source !== field || labels[follower] === undefined) continue
      if (at) next[follower] = at
      else delete next[follower]
    }
    onChange(next)
  }
  return (
    <table className="kb-edit-rows kb-below-8 buyer-dates">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">现行</th>
          <th scope="col">变更为</th>
          <th scope="col" className="kb-right">
            操作
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const past = before[field] !== null && new Date(before[field]).getTime() <= now
          const at = typed[field]
          return (
            <tr key={field} className={at ? 'buyer-dates-changed' : ''}>
              <th scope="row">{labels[field]}</th>
              <td className={at ? 'buyer-old' : ''}>{formatTime(before[field])}</td>
              <td>
                {past && field === 'saleStart' ? (
                  <span className="kb-muted">已开始，不能变更</span>
                ) : (
                  <InstantInput
                    aria-label={`${labels[field]}变更为`}
                    future
                    placeholder="不变"
                    value={at ?? null}
                    onChange={(next) => set(field, next)}
                  />
                )}
              </td>
              <td className="kb-right">
                {at && (
                  <Button
                    type="text"
                    size="small"
                    aria-label={`${labels[field]}恢复原时间`}
                    onClick={() => set(field, undefined)}
                  >
                    恢复
                  </Button>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
