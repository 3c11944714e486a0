import { Button, InputNumber, Select, Switch } from 'antd'
import type * as z from 'zod'
import { ask, toast } from '#web/feedback.ts'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { useCall } from '#web/use-call.ts'
import { parameterPresets, parameterTemplate, readParameters } from '../../contract/demand.ts'
import type { Parameter } from '../../contract/shared.ts'
import { text } from './item-rows.tsx'
import { useSheetRows } from './row-tools.tsx'

export type ParameterRow = z.input<typeof Parameter> & { parameterId?: string }
const MOST_SHOWN = 200

export const EMPTY_PARAMETER: ParameterRow = { name: '', unit: '', wished: '', isMust: false, weight: 0 }

interface ParameterRowsProps {
  value?: ParameterRow[]
  onChange?: (rows: ParameterRow[]) => void
  /** Whose templates are offered. */
  categoryId?: string | null
}

/** What is asked for, a parameter each: typed, from a template of its category, or from a spreadsheet. */
export function ParameterRows({ value = [], onChange, categoryId = null }: ParameterRowsProps) {
  const change = (rows: ParameterRow[]) => onChange?.(rows)
  const sheet = useSheetRows<ParameterRow>({
    what: '参数',
    rows: value,
    read: readParameters,
    template: parameterTemplate,
    onRead: change,
  })
  const rest = value.slice(MOST_SHOWN)
  return (
    <div className="kb-stack kb-gap-8">
      {sheet.report}
      <EditRows
        label="需求参数"
        rows={value.slice(0, MOST_SHOWN)}
        nameOf={(index) => `第 ${index + 1} 项参数`}
        path="parameters"
        isWrong={(index) => value[index]!.name.trim() === '' && (value[index]!.wished ?? '').trim() !== ''}
        columns={[
          {
            title: '分组',
            cell: (row, { set, label }) =>
              text({ label: `${label}分组`, value: row.section, most: 60, set: (section) => set({ section }) }),
          },
          {
            title: '参数',
            cell: (row, { set, label }) =>
              text({ label: `${label}名称`, value: row.name, most: 100, set: (name) => set({ name }) }),
          },
          {
            title: '期望值',
            cell: (row, { set, label }) =>
              text({ label: `${label}期望值`, value: row.wished, most: 500, set: (wished) => set({ wished }) }),
          },
          {
            title: '单位',
            cell: (row, { set, label }) =>
              text({ label: `${label}单位`, value: row.unit, most: 20, set: (unit) => set({ unit }) }),
          },
          {
            title: '必须满足',
            cell: (row, { set, label }) => (
              <Switch
                aria-label={`${label}必须满足`}
                size="small"
                checked={row.isMust ?? false}
                onChange={(isMust) => set({ isMust })}
              />
            ),
          },
          {
            title: '权重',
            cell: (row, { set, label }) => (
              <InputNumber
                aria-label={`${label}权重`}
                min={0}
                max={100}
                precision={0}
                value={row.weight ?? 0}
                onChange={(weight) => set({ weight: weight ?? 0 })}
              />
            ),
          },
          {
            title: '备注',
            cell: (row, { set, label }) =>
              text({ label: `${label}备注`, value: row.remark, most: 500, set: (remark) => set({ remark }) }),
          },
        ]}
        onChange={(rows) => change([...rows, ...rest])}
      />
      {rest.length > 0 && <p className="kb-hint">另有 {rest.length} 项未显示，请在表格文件中修改后重新导入。</p>}
      <div className="kb-row kb-gap-12 kb-wrap">
        <Button size="small" onClick={() => change([...value, EMPTY_PARAMETER])}>
          添加参数
        </Button>
        {sheet.buttons}
        {categoryId && <Presets categoryId={categoryId} isEmpty={value.length === 0} onLoad={change} />}
      </div>
    </div>
  )
}

interface PresetsProps {
  categoryId: string
  isEmpty: boolean
  onLoad: (rows: ParameterRow[]) => void
}

function Presets({ categoryId, isEmpty, onLoad }: PresetsProps) {
  const { data = [] } = useCall(parameterPresets, { query: { categoryId } })
  if (data.length === 0) return null
  const load = async (templateId: string) => {
    const chosen = data.find((one) => one.templateId === templateId)!
    if (!isEmpty && !(await ask({ title: '套用参数模板', content: '套用将替换现有参数，确认套用？' }))) return
    onLoad(chosen.parameters)
    toast.success(`已套用“${chosen.name}”`)
  }
  return (
    <Select
      aria-label="参数模板"
      placeholder="套用参数模板"
      size="small"
      value={null}
      options={data.map(({ templateId, name }) => ({ value: templateId, label: name }))}
      onChange={(templateId) => void load(templateId as unknown as string)}
      popupMatchSelectWidth={false}
    />
  )
}

/** The rows that say something. */
export function filledParameters(rows: readonly ParameterRow[]): ParameterRow[] {
  return rows.filter(({ name, wished = '' }) => name.trim() !== '' || wished.trim() !== '')
}
