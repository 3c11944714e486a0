import { Form, InputNumber, Radio, Select, Switch } from 'antd'
import { DRAWN_PARAMS } from '#features/evaluation/rules/drawn-params.ts'
import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { DEFAULT_BASES, DEFAULT_RATES } from '#features/evaluation/rules/random-price.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { type Field, FormFields } from '#web/kit/form-fields.tsx'
import type { OrderSettings } from '../../../rules/settings.ts'
import { FormSection } from './form-section.tsx'
import { LowPriceFields } from './low-price-fields.tsx'
import type { WayPlan } from './marks.ts'
import { BASE_KINDS, FORMULAS, drawableOf, explainOrderPrice } from './price-explain.ts'
import { PRICE_WAY } from './review-methods.ts'
import { MarkInput } from './way-editor.tsx'

type Plan = OrderSettings['price']

/** How quotes become marks: the rule, what it means in words, and an example; and rounds of offers beside the bid. */
export function PriceSection() {
  const form = Form.useFormInstance()
  const ways = Form.useWatch<WayPlan[] | undefined>(['settings', 'ways'], form) ?? []
  const method = Form.useWatch<number | undefined>('reviewMethod', form)
  const way = ways.find((w) => w.type === PRICE_WAY && w.isAutomatic)
  return (
    <FormSection id="price" title="价格评分">
      {way ? (
        <Form.Item noStyle name={['settings', 'price']}>
          <PriceEditor full={way.fullMark} digits={way.scoreDigits} method={method} />
        </Form.Item>
      ) : (
        <p className="kb-muted">评审办法中没有“价格评分”，不按价格计分。</p>
      )}
      <FormFields fields={[OFFER_ROUNDS]} />
      <LowPriceFields />
    </FormSection>
  )
}

/** The law speaks of it in the calendar beside the dates, as strictly as the platform decided. */
const OFFER_ROUNDS: Field = {
  kind: 'integer',
  name: 'settings.offerRounds',
  label: '评审中报价',
  min: 0,
  max: 5,
  unit: '轮',
  help: '招标项目应填 0：确定中标人前不得就投标价格进行谈判（《招标投标法》第四十三条）',
}

interface PriceEditorProps {
  full: string
  digits: number | undefined
  /** Of the review. */
  method: number | undefined
  value?: Plan
  onChange?: (plan: Plan) => void
}

function PriceEditor({ full, digits, method, value, onChange }: PriceEditorProps) {
  if (!value) return null
  // 双随机: what the base is made of is drawn in the review.
  const isRandom = method === ReviewMethod.values.dualRandom
  const set = (part: Partial<Plan>) => onChange?.({ ...value, ...part })
  return (
    <div className="buyer-price">
      <div className="kb-column kb-gap-8">
        <span className="buyer-label kb-soft">评标基准价</span>
        {isRandom ? <RandomFields value={value} onChange={set} /> : <BaseFields value={value} onChange={set} />}
        <span className="buyer-label kb-soft">计分公式</span>
        <Radio.Group
          aria-label="计分公式"
          value={value.formula}
          options={FORMULAS}
          onChange={(event) => set({ formula: event.target.value as Plan['formula'] })}
        />
        {value.formula === 'deviation' && (
          <>
            <span className="kb-row kb-wrap">
              高于基准价每 1% 扣
              <MarkInput label="高于基准价每 1% 扣分" value={value.above} onChange={(above) => set({ above })} />分
            </span>
            <span className="kb-row kb-wrap">
              低于基准价每 1% 扣
              <MarkInput label="低于基准价每 1% 扣分" value={value.below} onChange={(below) => set({ below })} />分
            </span>
            <span className="kb-row kb-wrap">
              <Switch
                size="small"
                aria-label="偏差率先四舍五入到 0.01%"
                checked={value.roundDeviation}
                onChange={(roundDeviation) => set({ roundDeviation })}
              />
              偏差率先四舍五入到 0.01%
            </span>
          </>
        )}
        {!isRandom && <DrawFields value={value} onChange={set} />}
      </div>
      <Explanation plan={value} full={full} digits={digits} method={method} />
    </div>
  )
}

interface PartProps {
  value: Plan
  onChange: (part: Partial<Plan>) => void
}

function BaseFields({ value, onChange: set }: PartProps) {
  const averaged = value.baseKind === 3 || value.baseKind === 4
  return (
    <>
      <Select
        aria-label="评标基准价"
        value={value.baseKind}
        options={BASE_KINDS}
        onChange={(baseKind: number) => set({ baseKind })}
      />
      {averaged && <Percent label="百分比 P" value={value.percentage} onChange={(percentage) => set({ percentage })} />}
      {value.baseKind === 4 && <DropEnds value={value} onChange={set} />}
      {value.baseKind === 5 && (
        <Percent label="下浮率 R" value={value.floatRate} onChange={(floatRate) => set({ floatRate })} />
      )}
    </>
  )
}

function DropEnds({ value, onChange }: PartProps) {
  return (
    <span className="kb-row kb-wrap">
      有效报价满
      <InputNumber
        aria-label="去掉最高价和最低价的最少家数"
        min={4}
        max={20}
        precision={0}
        value={value.dropEndsFrom}
        suffix="家"
        onChange={(dropEndsFrom) => onChange({ dropEndsFrom: dropEndsFrom ?? 4 })}
      />
      时去掉最高价和最低价
    </span>
  )
}

/** 双随机: the ways and coefficients that the review draws from, once all marks but the price are summed up. */
function RandomFields({ value, onChange }: PartProps) {
  const bases = value.randomBases ?? DEFAULT_BASES
  return (
    <>
      <Select
        mode="multiple"
        aria-label="备选的基准价计算方式"
        className="kb-wide"
        value={[...bases]}
        options={BASE_KINDS}
        onChange={(chosen: number[]) =>
          chosen.length > 0 && onChange({ randomBases: chosen.toSorted((a, b) => a - b) })
        }
      />
      <PercentList
        label="备选系数"
        placeholder="列出备选系数（%）"
        value={value.randomRates ?? DEFAULT_RATES}
        onChange={(list) => list.length > 0 && onChange({ randomRates: list })}
      />
      {bases.includes(4) && <DropEnds value={value} onChange={onChange} />}
    </>
  )
}

/** What is drawn at the opening instead of being fixed now: the values to draw from stand in the documents. */
function DrawFields({ value, onChange }: PartProps) {
  const name = drawableOf(value)
  if (!name) return null
  const label = DRAWN_PARAMS[name]
  return (
    <>
      <span className="buyer-label kb-soft">开标时抽取</span>
      <PercentList
        label={`${label}备选值`}
        placeholder="不抽取；需当众抽取的，列出备选值（%）"
        value={value.draw?.[name] ?? []}
        onChange={(list) => {
          const draw = { percentage: [], floatRate: [], [name]: list }
          onChange({ draw: list.length > 0 ? draw : undefined })
        }}
      />
    </>
  )
}

interface PercentListProps {
  label: string
  placeholder: string
  value: readonly string[]
  onChange: (list: string[]) => void
}

function PercentList({ label, placeholder, value, onChange }: PercentListProps) {
  return (
    <Select
      mode="tags"
      aria-label={label}
      className="kb-wide"
      placeholder={placeholder}
      tokenSeparators={[',', '，', ' ']}
      value={[...value]}
      open={false}
      suffixIcon={null}
      onChange={(chosen: string[]) =>
        onChange([...new Set(chosen.map(trimmed).filter((one) => /^\d{1,3}(\.\d{1,4})?$/.test(one)))])
      }
    />
  )
}

function Percent({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <span className="kb-row kb-wrap">
      {label}
      <InputNumber<string>
        stringMode
        aria-label={label}
        min="0"
        max="999"
        precision={2}
        suffix="%"
        value={value}
        onChange={(next) => onChange(trimmed(next))}
      />
    </span>
  )
}

function Explanation({ plan, ...terms }: { plan: Plan } & Omit<PriceEditorProps, 'value' | 'onChange'>) {
  const explained = explainOrderPrice(plan, terms)
  if (!explained) return <p className="kb-muted">填好价格评分的满分和参数后，在此以示例说明计分结果。</p>
  return (
    <div className="buyer-price-example kb-size-13 kb-round kb-ground" aria-live="polite">
      {explained.sentences.map((sentence) => (
        <p className="kb-below-4" key={sentence}>
          {sentence}
        </p>
      ))}
      <p className="kb-muted kb-below-4">
        示例{explained.assumed && `（${explained.assumed}）`}：5 家有效报价，评标基准价 B = {explained.base} 万元
      </p>
      <DataTable
        label="计分示例"
        rows={explained.rows}
        rowKey={(row) => row.quote}
        columns={[
          { key: 'quote', title: '报价（万元）', width: 110, value: (row) => row.quote },
          { key: 'how', title: '计算', value: (row) => row.how },
          { key: 'score', title: '得分', kind: 'number', width: 80, render: (row) => <b>{row.score}</b> },
        ]}
      />
    </div>
  )
}

/** `95.00` → `95`. */
function trimmed(value: string | null): string {
  return (value ?? '0').replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros)) || '0'
}
