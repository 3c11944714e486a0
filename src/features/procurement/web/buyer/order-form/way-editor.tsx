import { Button, Checkbox, Input, Select } from 'antd'
import { PART_ROUNDINGS } from '#features/evaluation/rules/part-score.ts'
import { EditRows } from '#web/kit/edit-rows.tsx'
import type { WayPlan, WaySum } from './marks.ts'
import { PRICE_WAY } from './review-methods.ts'
import { AGGREGATIONS, WAY_TYPES, newWay } from './review-terms.ts'
import './order-form.css'

interface WayEditorProps {
  way: WayPlan
  sum: WaySum
  /** Marks that would make the whole reach 100. */
  rest: string | null
  onChange: (way: WayPlan) => void
  onRemove: () => void
}

/** One way of review: head with kind and marks, its items as rows. */
export function WayEditor({ way, sum, rest, onChange, onRemove }: WayEditorProps) {
  const scored = way.itemKind === 2
  const set = (part: Partial<WayPlan>) => onChange({ ...way, ...part })
  return (
    <fieldset className="kb-box kb-below-16 kb-shrink" aria-label={way.name}>
      <div className="buyer-way-head kb-row kb-wrap kb-below-8">
        <Select
          aria-label="评审类型"
          value={way.type}
          options={WAY_TYPES.map(({ value, label }) => ({ value, label }))}
          onChange={(type: number) =>
            onChange({ ...newWay(type), items: type === PRICE_WAY ? [] : way.items, fullMark: way.fullMark })
          }
        />
        <Input
          aria-label="评审名称"
          value={way.name}
          maxLength={100}
          onChange={(event) => set({ name: event.target.value })}
        />
        {scored && (
          <span className="kb-inline">
            满分
            <MarkInput label={`${way.name}满分`} value={way.fullMark} onChange={(fullMark) => set({ fullMark })} />
          </span>
        )}
        {scored && rest !== null && rest !== sum.full && (
          <Button size="small" type="link" onClick={() => set({ fullMark: rest })}>
            设为 {rest} 分
          </Button>
        )}
        {scored && !way.isAutomatic && (
          <Select
            aria-label="评委分数汇总方式"
            value={way.aggregation}
            options={AGGREGATIONS}
            onChange={(aggregation: number) => set({ aggregation: aggregation === 2 ? 2 : 3 })}
          />
        )}
        {scored && (
          <Select
            aria-label={`${way.name}得分舍入`}
            value={way.scoreDigits ?? -1}
            options={PART_ROUNDINGS}
            onChange={(digits: number) => set({ scoreDigits: digits < 0 ? undefined : digits })}
          />
        )}
        {way.type === PRICE_WAY && <span className="kb-muted">按“价格评分”公式自动计算</span>}
        <Button type="text" size="small" className="kb-push" onClick={onRemove} aria-label={`删除${way.name}`}>
          删除
        </Button>
      </div>
      {!way.isAutomatic && (
        <EditRows
          label={`${way.name}评审项`}
          rows={way.items}
          nameOf={(i) => `${way.name}第 ${i + 1} 项`}
          path="items"
          columns={[
            {
              title: '评审项',
              className: 'buyer-way-name',
              cell: (item, { set: put, label }) => (
                <Input
                  aria-label={`${label}名称`}
                  value={item.name}
                  maxLength={200}
                  onChange={(event) => put({ name: event.target.value })}
                />
              ),
            },
            {
              title: scored ? '评分标准' : '通过标准',
              cell: (item, { set: put, label }) => (
                <Input.TextArea
                  aria-label={`${label}标准`}
                  value={item.standard}
                  maxLength={2000}
                  autoSize={{ minRows: 1, maxRows: 5 }}
                  onChange={(event) => put({ standard: event.target.value })}
                />
              ),
            },
            scored && {
              title: '分值',
              className: 'buyer-way-figure',
              cell: (item, { set: put, label }) => (
                <MarkInput label={`${label}分值`} value={item.fullMark} onChange={(fullMark) => put({ fullMark })} />
              ),
            },
            {
              title: '客观',
              className: 'buyer-way-check',
              cell: (item, { set: put, label }) => (
                <Checkbox
                  aria-label={`${label}为客观项`}
                  checked={item.isObjective}
                  onChange={(event) => put({ isObjective: event.target.checked })}
                />
              ),
            },
          ]}
          onChange={(items) => set({ items })}
        />
      )}
      <div className="kb-row kb-gap-16 kb-tight kb-wrap kb-size-13">
        {!way.isAutomatic && (
          <Button
            size="small"
            onClick={() =>
              set({ items: [...way.items, { name: '', standard: '', fullMark: '', isObjective: !scored }] })
            }
          >
            增加评审项
          </Button>
        )}
        {scored && !way.isAutomatic && (
          <span className={sum.problem ? 'kb-bad' : 'kb-good'}>
            合计 {sum.sum} / {sum.full} 分{sum.problem ? '' : ' ✓'}
          </span>
        )}
        {sum.problem && <span className="kb-bad">{sum.problem}</span>}
      </div>
    </fieldset>
  )
}

/** Marks: digits with at most two decimals; anything else is not taken. */
export function MarkInput({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Input
      aria-label={label}
      className="buyer-mark"
      inputMode="decimal"
      value={value === '0' ? '' : value}
      onChange={(event) => {
        const typed = event.target.value.normalize('NFKC').trim()
        if (/^(\d{0,4})(\.\d{0,2})?$/.test(typed)) onChange(typed.replace(/^0+(?=\d)/, ''))
      }}
      onBlur={() => value.endsWith('.') && onChange(value.slice(0, -1))}
    />
  )
}
