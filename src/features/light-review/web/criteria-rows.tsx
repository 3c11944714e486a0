import { Button, Input } from 'antd'
import { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { MAX_CRITERIA } from '../rules/review.ts'
import './criteria-rows.css'

interface CriteriaRowsProps {
  value?: string[]
  onChange?: (criteria: string[]) => void
}

/** What is asked, a line each: typed, or the items of a review template; a field of a form. */
export function CriteriaRows({ value = [], onChange }: CriteriaRowsProps) {
  const rows = value.map((title) => ({ title }))
  return (
    <>
      <EditRows
        label="评审事项"
        rows={rows}
        nameOf={(index) => `第 ${index + 1} 项`}
        path="criteria"
        columns={[
          {
            title: '事项',
            cell: (row, { set, label }) => (
              <Input
                aria-label={label}
                maxLength={200}
                value={row.title}
                onChange={(event) => set({ title: event.target.value })}
              />
            ),
          },
        ]}
        onChange={(changed) => onChange?.(changed.map(({ title }) => title))}
      />
      <div className="kb-row kb-gap-12 kb-wrap kb-above-8">
        <Button size="small" disabled={value.length >= MAX_CRITERIA} onClick={() => onChange?.([...value, ''])}>
          添加事项
        </Button>
        <span className="review-criteria-template">
          <Parts
            of={ORDER_SLOTS.reviewTemplate}
            isEmpty={value.length === 0}
            // Prices are scored by a formula, elsewhere.
            onLoad={(ways) =>
              onChange?.(
                ways
                  .filter(({ isAutomatic }) => !isAutomatic)
                  .flatMap(({ items }) => items.map(({ name }) => name))
                  .slice(0, MAX_CRITERIA),
              )
            }
          />
        </span>
      </div>
    </>
  )
}
