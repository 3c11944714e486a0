import { Button, Checkbox, Input, Select } from 'antd'
import { BILL_FIELDS, COLUMN_TYPES, type ContentOf } from '../../contract/content.ts'
import { BILL_LABELS, COLUMN_TYPE_LABELS } from '../../rules/words.ts'
import type { EditorProps } from './editor-props.ts'
import { AddMenu, moved, replaced, RowTools } from './rows.tsx'
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
      <p className="kb-section-hint">
        名称、单位、数量三列必须保留；自定义列导入时并入规格，以“标题：值”呈现给投标人。
      </p>
      <Problems problems={findings.filter((one) => one.path === 'columns')} />
      <div className="tpl-scroll" tabIndex={0} role="group" aria-label="清单列">
        <table className="tpl-rows">
          <thead>
            <tr>
              <th scope="col">标题</th>
              <th scope="col">对应字段</th>
              <th scope="col">类型</th>
              <th scope="col">单位</th>
              <th scope="col">必填</th>
              <th scope="col">填写提示</th>
              <th scope="col">示例</th>
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, i) => {
              const set = (part: Partial<Column>) => put(replaced(columns, i, part))
              const label = `第 ${i + 1} 列`
              return (
                <tr key={i} data-path={`columns.${i}`} className={wrong(i) ? 'tpl-row-wrong' : ''}>
                  <td>
                    <Input
                      aria-label={`${label}标题`}
                      value={column.title}
                      maxLength={40}
                      status={wrong(i) ? 'error' : ''}
                      onChange={(event) => set({ title: event.target.value })}
                    />
                  </td>
                  <td>{column.field === '' ? <span className="kb-muted">自定义</span> : BILL_LABELS[column.field]}</td>
                  <td>
                    {column.field === '' ? (
                      <Select
                        aria-label={`${label}类型`}
                        value={column.type}
                        options={COLUMN_TYPES.map((value) => ({ value, label: COLUMN_TYPE_LABELS[value] }))}
                        onChange={(type) => set({ type })}
                      />
                    ) : (
                      <span className="kb-muted">由清单决定</span>
                    )}
                  </td>
                  <td>
                    <Input
                      aria-label={`${label}单位`}
                      value={column.unit}
                      maxLength={20}
                      onChange={(event) => set({ unit: event.target.value })}
                    />
                  </td>
                  <td>
                    <Checkbox
                      aria-label={`${label}必填`}
                      checked={column.required}
                      disabled={['name', 'unit', 'quantity'].includes(column.field)}
                      onChange={(event) => set({ required: event.target.checked })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={`${label}提示`}
                      value={column.hint}
                      maxLength={100}
                      onChange={(event) => set({ hint: event.target.value })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={`${label}示例`}
                      value={column.example}
                      maxLength={200}
                      onChange={(event) => set({ example: event.target.value })}
                    />
                  </td>
                  <td>
                    <RowTools
                      label={label}
                      index={i}
                      count={columns.length}
                      onMove={(to) => put(moved(columns, i, to))}
                      onRemove={() => put(columns.filter((_, j) => j !== i))}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className="tpl-tools">
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
