import { Checkbox, InputNumber, Select } from 'antd'
import { Exact } from '#contract/money.ts'
import { ReviewMethod, WayType } from '#features/evaluation/rules/enums.ts'
import { SUPPORTED_METHODS } from '#features/procurement/rules/default-ways.ts'
import { moved, replaced } from '#web/kit/edit-rows.tsx'
import type { ContentOf } from '../../contract/content.ts'
import type { EditorProps } from './editor-props.ts'
import { PriceEditor } from './price-editor.tsx'
import { AddMenu } from './rows.tsx'
import { Problems } from './texts.tsx'
import { WayEditor } from './way-editor.tsx'

type Way = ContentOf<'selection'>['ways'][number]

const SCORED: readonly number[] = [
  WayType.values.priceScore,
  WayType.values.technicalScore,
  WayType.values.businessScore,
]
const METHODS = ReviewMethod.options.filter(({ value }) => SUPPORTED_METHODS.includes(value))

/** A scheme of review: method, ways with their items and marks, price formula. */
export function SelectionEditor({ content, findings, onChange }: EditorProps<'selection'>) {
  const { ways, reviewMethod, committeeSize, price } = content
  const set = (part: Partial<ContentOf<'selection'>>) => onChange({ ...content, ...part })
  const put = (next: Way[]) => set({ ways: next })
  const total = ways
    .filter((way) => way.itemKind === 2)
    .reduce((sum, way) => sum.plus(way.fullMark || '0'), new Exact(0))
  const isScored = reviewMethod === ReviewMethod.values.comprehensive
  return (
    <>
      <section className="kb-section">
        <h2>评审办法</h2>
        <div className="tpl-inline kb-row kb-gap-12 kb-wrap kb-above-8">
          <Select
            aria-label="评审办法"
            value={reviewMethod}
            options={METHODS.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => set({ reviewMethod: value })}
          />
          <label className="kb-row" data-path="committeeSize">
            评标委员会
            <InputNumber
              aria-label="评标委员会人数"
              min={3}
              max={15}
              step={2}
              precision={0}
              value={committeeSize}
              suffix="人"
              onChange={(value) => set({ committeeSize: value ?? 5 })}
            />
          </label>
          {isScored && (
            <span className={total.eq(100) ? 'kb-size-13 kb-good' : 'kb-size-13 kb-bad'} role="status">
              评分合计 {total.toFixed()} / 100 分{total.eq(100) ? ' ✓' : ''}
            </span>
          )}
        </div>
      </section>
      <section className="kb-section" data-path="ways">
        <h2>评审项</h2>
        <Problems problems={findings.filter((one) => one.path === 'ways' || one.path === 'committeeSize')} />
        {ways.map((way, i) => (
          <WayEditor
            key={i}
            index={i}
            count={ways.length}
            way={way}
            findings={findings}
            onChange={(part) => put(replaced(ways, i, part))}
            onMove={(to) => put(moved(ways, i, to))}
            onRemove={() => put(ways.filter((_, j) => j !== i))}
          />
        ))}
        <div className="kb-row kb-gap-12 kb-wrap kb-above-8">
          <AddMenu
            label="增加评审"
            options={WayType.options.map(({ value, label }) => ({ key: String(value), label }))}
            onAdd={(key) => put([...ways, newWay(Number(key))])}
          />
        </div>
      </section>
      {ways.some((way) => way.isAutomatic) && (
        <section className="kb-section">
          <h2>价格评分</h2>
          <PriceEditor price={price} onChange={(next) => set({ price: next })} />
          <Checkbox
            checked={price.roundDeviation}
            onChange={(event) => set({ price: { ...price, roundDeviation: event.target.checked } })}
          >
            偏差率先保留两位小数再计分
          </Checkbox>
        </section>
      )}
    </>
  )
}

function newWay(type: number): Way {
  const isAutomatic = type === WayType.values.priceScore
  return {
    type,
    name: WayType.label(type),
    itemKind: SCORED.includes(type) ? 2 : 1,
    fullMark: SCORED.includes(type) ? '' : '0',
    aggregation: 3,
    isAutomatic,
    items: isAutomatic ? [] : [{ name: '', standard: '', fullMark: '', isObjective: !SCORED.includes(type) }],
  }
}
