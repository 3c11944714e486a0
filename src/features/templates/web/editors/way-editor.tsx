import { Button, Checkbox, Input, Select } from 'antd'
import { Exact } from '#contract/money.ts'
import { Aggregation, WayType } from '#features/evaluation/rules/enums.ts'
import { PART_ROUNDINGS } from '#features/evaluation/rules/part-score.ts'
import { EditRows, RowTools } from '#web/kit/edit-rows.tsx'
import type { ContentOf } from '../../contract/content.ts'
import type { TemplateFinding } from '../../rules/findings.ts'

type Way = ContentOf<'selection'>['ways'][number]

interface WayEditorProps {
  way: Way
  index: number
  count: number
  findings: readonly TemplateFinding[]
  onChange: (part: Partial<Way>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One way of review with its items. */
export function WayEditor({ way, index, count, findings, onChange, onMove, onRemove }: WayEditorProps) {
  const { items } = way
  const scored = way.itemKind === 2
  const put = (next: Way['items']) => onChange({ items: next })
  const sum = items.reduce((all, item) => all.plus(item.fullMark || '0'), new Exact(0))
  const agrees = sum.eq(way.fullMark || '0')
  const wrong = (i: number) => findings.some((one) => one.path.startsWith(`ways.${index}.items.${i}`))
  return (
    <fieldset
      className="tpl-way kb-box kb-below-12 kb-shrink"
      aria-label={way.name || WayType.label(way.type)}
      data-path={`ways.${index}`}
    >
      <div className="tpl-way-head kb-row kb-start kb-wrap kb-below-8">
        <span className="tpl-way-type kb-pad-y-4 kb-strong">{WayType.label(way.type)}</span>
        <Input
          aria-label={`第 ${index + 1} 个评审名称`}
          value={way.name}
          maxLength={100}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        {scored && (
          <Mark label={`${way.name}满分`} value={way.fullMark} onChange={(fullMark) => onChange({ fullMark })} />
        )}
        {scored && !way.isAutomatic && (
          <Select
            aria-label={`${way.name}汇总方式`}
            value={way.aggregation}
            options={Aggregation.options.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => onChange({ aggregation: value === 2 ? 2 : 3 })}
          />
        )}
        {scored && (
          <Select
            aria-label={`${way.name}得分舍入`}
            value={way.scoreDigits ?? -1}
            options={PART_ROUNDINGS}
            onChange={(digits: number) => onChange({ scoreDigits: digits < 0 ? undefined : digits })}
          />
        )}
        <RowTools label={way.name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
      {way.isAutomatic ? (
        <p className="kb-muted">按价格评分公式自动计算。</p>
      ) : (
        <>
          <EditRows
            label={`${way.name}评审项`}
            rows={items}
            nameOf={(i) => `${way.name}第 ${i + 1} 项`}
            path={`ways.${index}.items`}
            columns={[
              {
                title: '评审项',
                cell: (item, { set, label, index: i }) => (
                  <Input
                    aria-label={`${label}名称`}
                    value={item.name}
                    maxLength={200}
                    status={wrong(i) ? 'error' : ''}
                    onChange={(event) => set({ name: event.target.value })}
                  />
                ),
              },
              {
                title: scored ? '评分标准' : '通过标准',
                className: 'tpl-wide',
                cell: (item, { set, label }) => (
                  <Input.TextArea
                    aria-label={`${label}标准`}
                    value={item.standard}
                    maxLength={2000}
                    autoSize={{ minRows: 1, maxRows: 4 }}
                    onChange={(event) => set({ standard: event.target.value })}
                  />
                ),
              },
              scored && {
                title: '分值',
                cell: (item, { set, label }) => (
                  <Mark label={`${label}分值`} value={item.fullMark} onChange={(fullMark) => set({ fullMark })} />
                ),
              },
              {
                title: '客观',
                cell: (item, { set, label }) => (
                  <Checkbox
                    aria-label={`${label}为客观项`}
                    checked={item.isObjective}
                    onChange={(event) => set({ isObjective: event.target.checked })}
                  />
                ),
              },
            ]}
            onChange={put}
          />
          <div className="kb-row kb-gap-12 kb-wrap kb-above-8">
            <Button
              size="small"
              onClick={() => put([...items, { name: '', standard: '', fullMark: '', isObjective: !scored }])}
            >
              增加评审项
            </Button>
            {scored && (
              <span className={agrees ? 'kb-size-13 kb-good' : 'kb-size-13 kb-bad'}>
                合计 {sum.toFixed()} / {way.fullMark || '0'} 分{agrees ? ' ✓' : ''}
              </span>
            )}
          </div>
        </>
      )}
    </fieldset>
  )
}

/** Marks: digits with at most two decimals; anything else is not taken. */
function Mark({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Input
      aria-label={label}
      className="tpl-mark"
      inputMode="decimal"
      suffix="分"
      value={value === '0' ? '' : value}
      onChange={(event) => {
        const typed = event.target.value.normalize('NFKC').trim()
        if (/^(\d{0,4})(\.\d{0,2})?$/.test(typed)) onChange(typed.replace(/^0+(?=\d)/, '').replace(/^\./, '0.'))
      }}
      onBlur={() => value.endsWith('.') && onChange(value.slice(0, -1))}
    />
  )
}
