import { Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import type { CheckboxGroupProps } from 'antd/es/checkbox/index.js'
import type { ReactNode } from 'react'
import { AmountInput } from './amount-input.tsx'
import { FileUpload } from './file-upload.tsx'
import { DayInput, InstantInput } from './instant-input.tsx'
import { tr } from './labels.ts'
import { RichText } from './rich-text.tsx'

type Values = Record<string, unknown>
type Options = readonly { value: string | number; label: string; disabled?: boolean }[]

interface FieldBase {
  /** Name in the values; dots reach inside (`contact.mobile`). */
  name: string
  label: string
  required?: boolean
  /** Below the control. */
  help?: ReactNode
  placeholder?: string
  /** Takes the whole width of a two-column form. */
  wide?: boolean
  disabled?: boolean
  /** Shown only while this holds; a hidden field keeps its value out of the submitted ones. */
  when?: (values: Record<string, unknown>) => boolean
}

/** A field of a form as data. Every control holds the wire's value: decimal string, ISO instant, `2026-11-21`, ids. */
export type Field = FieldBase &
  (
    | { kind: 'text'; maxLength?: number; type?: 'text' | 'password' | 'tel' | 'email'; autoComplete?: string }
    | { kind: 'area'; maxLength?: number; rows?: number }
    | { kind: 'integer'; min?: number; max?: number; unit?: string }
    | { kind: 'amount' }
    | { kind: 'quantity'; unit?: string }
    | { kind: 'select'; options: Options; multiple?: boolean; searchable?: boolean }
    | { kind: 'radio'; options: Options }
    | { kind: 'checks'; options: Options }
    | { kind: 'switch' }
    | { kind: 'day'; future?: boolean }
    | { kind: 'instant'; future?: boolean }
    | { kind: 'files'; use: string; most?: number; accept?: string }
    | { kind: 'rich' }
    | { kind: 'custom'; control: ReactNode }
  )

export interface FormSection {
  title?: string
  hint?: ReactNode
  fields?: Field[]
  /** Anything else, after the fields. */
  content?: ReactNode
}

/** The fields of one section, in one column or two from 1200 px. */
export function FormFields({ fields }: { fields: Field[] }) {
  return (
    <div className="kb-form-grid">
      {fields.map((field) => (
        <FieldItem key={field.name} field={field} />
      ))}
    </div>
  )
}

export function pathOfName(name: string): (string | number)[] {
  return name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function FieldItem({ field }: { field: Field }) {
  if (!field.when) return <Item field={field} />
  const { when } = field
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldsValue }) => (when(getFieldsValue(true) as Values) ? <Item field={field} /> : null)}
    </Form.Item>
  )
}

const TYPED: readonly Field['kind'][] = ['text', 'area', 'integer', 'amount', 'quantity', 'rich']
const WIDE: readonly Field['kind'][] = ['area', 'files', 'rich']

function Item({ field }: { field: Field }) {
  const { name, label, required, help, wide } = field
  const needed = `${tr(TYPED.includes(field.kind) ? '请输入' : field.kind === 'files' ? '请上传' : '请选择')}${tr(label)}`
  return (
    <Form.Item
      className={wide || WIDE.includes(field.kind) ? 'kb-form-wide' : ''}
      name={pathOfName(name)}
      label={tr(label)}
      extra={help}
      valuePropName={field.kind === 'switch' ? 'checked' : 'value'}
      rules={
        required
          ? [
              {
                required: true,
                message: field.placeholder ?? needed,
                // Only when it holds: the rule would otherwise demand text of files and numbers.
                ...(field.kind === 'text' || field.kind === 'area' ? { whitespace: true } : {}),
              },
            ]
          : []
      }
    >
      {control(field)}
    </Form.Item>
  )
}

function control(field: Field): ReactNode {
  const { placeholder, disabled = false } = field
  const common = { disabled, ...(placeholder ? { placeholder: tr(placeholder) } : {}) }
  switch (field.kind) {
    case 'text':
      return (
        <Input
          {...common}
          type={field.type ?? 'text'}
          maxLength={field.maxLength ?? 200}
          autoComplete={field.autoComplete ?? 'off'}
        />
      )
    case 'area':
      return <Input.TextArea {...common} rows={field.rows ?? 4} maxLength={field.maxLength ?? 2000} showCount />
    case 'integer':
      return (
        <InputNumber
          {...common}
          className="kb-wide"
          precision={0}
          min={field.min ?? 0}
          max={field.max ?? Number.MAX_SAFE_INTEGER}
          suffix={field.unit}
        />
      )
    case 'amount':
      return <AmountInput {...common} />
    case 'quantity':
      return <AmountInput {...common} digits={6} unit={field.unit ?? ''} capitals={false} />
    case 'select':
      return (
        <Select
          {...common}
          allowClear
          options={translated(field.options)}
          {...(field.multiple ? { mode: 'multiple' as const } : {})}
          {...(field.searchable ? { showSearch: { optionFilterProp: 'label' } } : {})}
        />
      )
    case 'radio':
      return <Radio.Group disabled={disabled} options={translated(field.options)} aria-label={tr(field.label)} />
    case 'checks':
      return <Checks disabled={disabled} options={translated(field.options)} />
    case 'switch':
      return <Switch disabled={disabled} />
    case 'day':
      return <DayInput {...common} future={field.future ?? false} />
    case 'instant':
      return <InstantInput {...common} future={field.future ?? false} />
    case 'files':
      return <FileUpload use={field.use} disabled={disabled} most={field.most ?? 20} accept={field.accept ?? ''} />
    case 'rich':
      return <RichText disabled={disabled} label={field.label} />
    case 'custom':
      return field.control
  }
}

/** Takes of a form item what a group of boxes may carry: it may not be called required or invalid as a whole. */
function Checks({ id, value, onChange, disabled, options }: CheckboxGroupProps & { id?: string }) {
  const given = { disabled, options, ...(value && { value }), ...(onChange && { onChange }) }
  return (
    <div id={id}>
      <Checkbox.Group {...given} />
    </div>
  )
}

function translated(options: Options): { value: string | number; label: string; disabled?: boolean }[] {
  return options.map((option) => ({ ...option, label: tr(option.label) }))
}
