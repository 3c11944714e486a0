import { Button, Select } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { add, compare, fraction, HUNDRED, show, ZERO } from '#features/evaluation/rules/fraction.ts'
import { trimZeros } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/indicators.ts'

export type Template = OutputOf<typeof c.templatePage>['rows'][number]

interface Row {
  indicatorId: string
  weight: string
}

interface Values {
  name: string
  items: Row[]
  note?: string
}

/** The form of a template; saved, it is a version. */
export function TemplateDrawer({ template, onClose }: { template?: Template; onClose: () => void }) {
  const create = useAction(c.createTemplate, { success: '模板已新增' })
  const update = useAction(c.updateTemplate, { success: '新版本已生效，进行中的考核不变' })
  return (
    <FormDrawer<Values>
      title={template ? `编辑模板：${template.name}` : '新增模板'}
      label="保存"
      initial={{
        name: template?.name ?? '',
        items: template?.items.map(({ indicatorId, weight }) => ({ indicatorId, weight: trimZeros(weight) })) ?? [
          { indicatorId: '', weight: '' },
        ],
        note: '',
      }}
      fields={[
        { kind: 'text', name: 'name', label: '模板名称', required: true, maxLength: 60, wide: true },
        { kind: 'custom', name: 'items', label: '指标与权重', wide: true, control: <ItemsInput /> },
        { kind: 'area', name: 'note', label: '说明', maxLength: 300, rows: 2 },
      ]}
      run={({ name, items, note = '' }) => {
        const body = { name, note, items: items.filter(({ indicatorId }) => indicatorId !== '') }
        return template
          ? update.run({ params: { templateId: template.templateId }, body: { ...body, version: template.version } })
          : create.run({ body })
      }}
      onClose={onClose}
    />
  )
}

interface ItemsInputProps {
  value?: Row[]
  onChange?: (rows: Row[]) => void
}

function ItemsInput({ value = [], onChange = () => undefined }: ItemsInputProps) {
  const known = useCall(c.indicatorPage, { query: { pageSize: 100 } })
  const options = (known.data?.rows ?? []).filter(({ isActive }) => isActive)
  const taken = new Set(value.map(({ indicatorId }) => indicatorId))
  return (
    <>
      <EditRows<Row>
        label="指标与权重"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 项`}
        path="items"
        onChange={onChange}
        columns={[
          {
            title: '指标',
            cell: (row, { set, label }) => (
              <Select
                aria-label={`${label}指标`}
                className="kb-wide"
                value={row.indicatorId || null}
                placeholder="请选择"
                showSearch={{ optionFilterProp: 'label' }}
                options={options
                  .filter(({ indicatorId }) => indicatorId === row.indicatorId || !taken.has(indicatorId))
                  .map(({ indicatorId, name }) => ({ value: indicatorId, label: name }))}
                onChange={(indicatorId) => set({ indicatorId: indicatorId ?? '' })}
              />
            ),
          },
          {
            title: '权重（%）',
            cell: (row, { set, label }) => (
              <AmountInput
                aria-label={`${label}权重`}
                capitals={false}
                unit="%"
                value={row.weight}
                onChange={(weight) => set({ weight: weight ?? '' })}
              />
            ),
          },
        ]}
      />
      <p className="kb-flex kb-gap-12 kb-above-8">
        <Button size="small" onClick={() => onChange([...value, { indicatorId: '', weight: '' }])}>
          增加指标
        </Button>
        <Total rows={value} />
      </p>
    </>
  )
}

/** Said while it is typed: saving asks for exactly the whole. */
function Total({ rows }: { rows: readonly Row[] }) {
  const weights = rows.map(({ weight }) => weight).filter((one) => /^\d{1,3}(\.\d{1,2})?$/.test(one))
  const total = weights.map(fraction).reduce(add, ZERO)
  const isWhole = compare(total, HUNDRED) === 0
  return (
    <span role="status" className={isWhole ? 'kb-good' : 'kb-bad'}>
      合计 {show(total)}%{isWhole ? '' : '，须为 100%'}
    </span>
  )
}
