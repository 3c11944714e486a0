import { Select, Switch } from 'antd'
import type * as z from 'zod'
import { ask, toast } from '#web/feedback.ts'
import { textColumn, wholeColumn } from '#web/kit/edit-cells.tsx'
import type { EditColumn } from '#web/kit/edit-rows.tsx'
import { RowsField } from '#web/kit/rows-field.tsx'
import { useCall } from '#web/use-call.ts'
import { parameterPresets, parameterTemplate, readParameters } from '../../contract/demand.ts'
import type { Parameter } from '../../contract/shared.ts'

export type ParameterRow = z.input<typeof Parameter> & { parameterId?: string }

export const EMPTY_PARAMETER: ParameterRow = { name: '', unit: '', wished: '', isMust: false, weight: 0 }

const COLUMNS: readonly EditColumn<ParameterRow>[] = [
  textColumn('分组', 'section', { most: 60 }),
  textColumn('参数', 'name', { most: 100, label: '名称' }),
  textColumn('期望值', 'wished', { most: 500 }),
  textColumn('单位', 'unit', { most: 20 }),
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
  wholeColumn('权重', 'weight', { none: 0, min: 0, max: 100 }),
  textColumn('备注', 'remark', { most: 500 }),
]

interface ParameterRowsProps {
  value?: ParameterRow[]
  onChange?: (rows: ParameterRow[]) => void
  /** Whose templates are offered. */
  categoryId?: string | null
}

/** What is asked for, a parameter each: typed, from a template of its category, or from a spreadsheet. */
export function ParameterRows({ value = [], onChange, categoryId = null }: ParameterRowsProps) {
  const change = (rows: ParameterRow[]) => onChange?.(rows)
  return (
    <RowsField<ParameterRow>
      label="参数"
      nameOf={(index) => `第 ${index + 1} 项参数`}
      path="parameters"
      isWrong={(index) => value[index]!.name.trim() === '' && (value[index]!.wished ?? '').trim() !== ''}
      columns={COLUMNS}
      add={{ label: '添加参数', row: () => EMPTY_PARAMETER }}
      sheet={{ read: readParameters, template: parameterTemplate }}
      extra={categoryId && <Presets categoryId={categoryId} isEmpty={value.length === 0} onLoad={change} />}
      value={value}
      onChange={change}
    />
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
