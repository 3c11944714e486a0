import { Button, Checkbox, Input, Select } from 'antd'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { BILL_FIELDS, COLUMN_TYPES, type ContentOf } from '../../contract/content.ts'
import { BILL_LABELS, COLUMN_TYPE_LABELS } from '../../rules/words.ts'
import type { EditorProps } from './editor-props.ts'
import { AddMenu } from './rows.tsx'
import { Problems } from './texts.tsx'

type Column = ContentOf<'material'>['columns'][number]

/** The columns of a bill, a row each. */
export function MaterialEditor({ content, findings, onChange }: EditorProps<'material'>) {
  const { columns } = content
  const put = (next: Column[]) => onChange({ columns: next })
  const missing = BILL_FIELDS.filter((field) => !columns.some((one) => one.field === field))
  const wrong = (i: number) => findings.some((one) => one.path.startsWith(`columns.${i}.`))
  return (
    <section className="kb-section" data-path="columns">
      <h2>清单列</h2>
      <p className="kb-section-hint kb-hint">
        名称、单位、数量三列必须保留；自定义列导入时并入规格，以“标题：值”呈现给投标人。
      </p>
      <Problems problems={findings.filter((one) => one.path === 'columns')} />
      <EditRows
        label="清单列"
        rows={columns}
        nameOf={(i) => `第 ${i + 1} 列`}
        path="columns"
        isWrong={wrong}
        columns={[
          {
            title: '标题',
            cell: (column, { set, label, index }) => (
              <Input
                aria-label={`${label}标题`}
                value={column.title}
                maxLength={40}
                status={wrong(index) ? 'error' : ''}
                onChange={(event) => set({ title: event.target.value })}
              />
            ),
          },
          {
            title: '对应字段',
            cell: ({ field }) => (field === '' ? <span className="kb-muted">自定义</span> : BILL_LABELS[field]),
          },
          {
            title: '类型',
            cell: (column, { set, label }) =>
              column.field === '' ? (
                <Select
                  aria-label={`${label}类型`}
                  value={column.type}
                  options={COLUMN_TYPES.map((value) => ({ value, label: COLUMN_TYPE_LABELS[value] }))}
                  onChange={(type) => set({ type })}
                />
              ) : (
                <span className="kb-muted">由清单决定</span>
              ),
          },
          {
            title: '单位',
            cell: (column, { set, label }) => (
              <Input
                aria-label={`${label}单位`}
                value={column.unit}
                maxLength={20}
                onChange={(event) => set({ unit: event.target.value })}
              />
            ),
          },
          {
            title: '必填',
            cell: (column, { set, label }) => (
              <Checkbox
                aria-label={`${label}必填`}
                checked={column.required}
                disabled={['name', 'unit', 'quantity'].includes(column.field)}
                onChange={(event) => set({ required: event.target.checked })}
              />
            ),
          },
          {
            title: '填写提示',
            cell: (column, { set, label }) => (
              <Input
                aria-label={`${label}提示`}
                value={column.hint}
                maxLength={100}
                onChange={(event) => set({ hint: event.target.value })}
              />
            ),
          },
          {
            title: '示例',
            cell: (column, { set, label }) => (
              <Input
                aria-label={`${label}示例`}
                value={column.example}
                maxLength={200}
                onChange={(event) => set({ example: event.target.value })}
              />
            ),
          },
        ]}
        onChange={put}
      />
      <div className="kb-row kb-gap-12 kb-wrap kb-above-8">
        <Button size="small" onClick={() => put([...columns, blank('')])}>
          增加自定义列
        </Button>
        {missing.length > 0 && (
          <AddMenu
            label="增加清单字段"
            options={missing.map((key) => ({ key, label: BILL_LABELS[key] }))}
            onAdd={(key) => put([...columns, blank(key as Column['field'])])}
          />
        )}
      </div>
    </section>
  )
}

function blank(field: Column['field']): Column {
  const title = field === '' ? '' : BILL_LABELS[field]
  return { field, title, type: 'text', unit: '', required: false, hint: '', example: '' }
}
