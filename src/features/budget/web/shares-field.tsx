import { Button, Input, Select } from 'antd'
import { Exact, formatAmount } from '#contract/money.ts'
import type { PropsOf } from '#contract/slot.ts'
import type { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import { useCall } from '#web/use-call.ts'
import { lineChoices } from '../contract/use.ts'
import './budget.css'

type Share = { lineId: string; share: string }

interface SharesFieldProps {
  value?: Share[]
  onChange?: (shares: Share[]) => void
}

/** The lines something is bought from: one, or several with their percentages. */
export function SharesField({ value = [], onChange }: SharesFieldProps) {
  const { data } = useCall(lineChoices, { query: {} })
  const lines = data?.lines ?? []
  const change = (shares: Share[]) => onChange?.(shares)
  const setLines = (ids: string[]) => {
    const even = evenly(ids.length)
    change(ids.map((lineId, i) => ({ lineId, share: even[i]! })))
  }
  return (
    <div className="kb-stack kb-gap-8">
      <Select
        mode="multiple"
        aria-label="预算项"
        placeholder={lines.length > 0 ? '请选择预算项' : '没有生效的预算项'}
        optionFilterProp="label"
        value={value.map(({ lineId }) => lineId)}
        options={lines.map((line) => ({
          value: line.lineId,
          label: [line.subject, line.departmentName, line.planTitle, `可用 ${formatAmount(line.free)}`]
            .filter(Boolean)
            .join('，'),
        }))}
        onChange={setLines}
      />
      {value.length > 1 &&
        value.map(({ lineId, share }, i) => (
          <div key={lineId} className="kb-row kb-gap-8">
            <span className="kb-flex">{lines.find((line) => line.lineId === lineId)?.subject ?? '预算项'}</span>
            <Input
              aria-label={`第 ${i + 1} 项分摊比例`}
              className="budget-share"
              suffix="%"
              value={share}
              onChange={(event) =>
                change(value.map((one) => (one.lineId === lineId ? { lineId, share: event.target.value } : one)))
              }
            />
          </div>
        ))}
      {value.length > 1 && (
        <p className="kb-hint">
          发布和定标的金额按比例分摊，合计须为 100%。
          <Button type="link" size="small" onClick={() => setLines(value.map(({ lineId }) => lineId))}>
            平均分摊
          </Button>
        </p>
      )}
    </div>
  )
}

/** Percentages that are as equal as two decimals allow, together 100. */
function evenly(count: number): string[] {
  if (count === 0) return []
  const part = new Exact(100).div(count).toDecimalPlaces(2, Exact.ROUND_DOWN)
  const first = new Exact(100).minus(part.times(count - 1))
  return Array.from({ length: count }, (_, i) => trim((i === 0 ? first : part).toFixed(2)))
}

function trim(value: string): string {
  return value.replace(/\.00$/, '')
}

/** In the form of a project. */
export function Part({ value, onChange }: PropsOf<typeof PROJECT_SLOTS.budgetField>) {
  return <SharesField {...(value && { value })} onChange={onChange} />
}
