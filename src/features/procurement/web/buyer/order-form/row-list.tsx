import { Button, Checkbox, Form, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import '#web/kit/edit-rows.css'
import './order-form.css'

interface RowColumn {
  name: string
  title: string
  kind: 'text' | 'check' | 'select'
  width?: number
  placeholder?: string
  /** Characters of a text; 100 when left out. */
  maxLength?: number
  options?: readonly { value: string | number; label: string }[]
}

interface RowListProps {
  name: (string | number)[]
  columns: readonly RowColumn[]
  blank: Record<string, unknown>
  addLabel: string
  most: number
}

/** Short rows of a form: one line each, added and removed. */
export function RowList({ name, columns, blank, addLabel, most }: RowListProps) {
  return (
    <Form.List name={name}>
      {(rows, { add, remove }) => (
        <>
          {rows.length > 0 && (
            <table className="kb-edit-rows kb-below-8">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column.name} scope="col" style={{ width: column.width }}>
                      {column.title}
                    </th>
                  ))}
                  <th scope="col" className="kb-right">
                    操作
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row, i) => (
                  <tr key={row.key}>
                    {columns.map((column) => (
                      <td key={column.name} data-label={column.kind === 'text' ? undefined : column.title}>
                        <Form.Item
                          noStyle
                          name={[row.name, column.name]}
                          valuePropName={column.kind === 'check' ? 'checked' : 'value'}
                        >
                          {control(column, `第 ${i + 1} 行${column.title}`)}
                        </Form.Item>
                      </td>
                    ))}
                    <td className="kb-right">
                      <Button
                        type="text"
                        size="small"
                        aria-label={`删除第 ${i + 1} 行`}
                        onClick={() => remove(row.name)}
                      >
                        删除
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {rows.length < most && (
            <Button size="small" onClick={() => add({ ...blank })}>
              {addLabel}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

function control(column: RowColumn, label: string): ReactNode {
  switch (column.kind) {
    case 'text':
      return (
        <Input
          aria-label={label}
          maxLength={column.maxLength ?? 100}
          placeholder={column.placeholder}
          autoComplete="off"
        />
      )
    case 'check':
      return <Checkbox aria-label={label} />
    case 'select':
      return (
        <Select
          aria-label={label}
          className="kb-wide"
          placeholder={column.placeholder}
          options={[...(column.options ?? [])]}
        />
      )
  }
}
