import { Button, Checkbox, Input, Select } from 'antd'
import { type ContentOf, PARAMETER_TYPES } from '../../contract/content.ts'
import { PARAMETER_TYPE_LABELS } from '../../rules/words.ts'
import type { EditorProps } from './editor-props.ts'
import { moved, replaced, RowTools } from './rows.tsx'
import { Problems } from './texts.tsx'

type Group = ContentOf<'demands-parameter'>['groups'][number]
type Field = Group['fields'][number]

/** Groups of parameters with type, unit and range. */
export function ParameterEditor({ content, findings, onChange }: EditorProps<'demands-parameter'>) {
  const { groups } = content
  const put = (next: Group[]) => onChange({ groups: next })
  return (
    <section className="kb-section" data-path="groups">
      <h2>参数</h2>
      <p className="kb-section-hint">标 ★ 的为实质性参数，不满足即不予接受。</p>
      <Problems problems={findings.filter((one) => one.path === 'groups')} />
      {groups.map((group, g) => {
        const label = group.name || `第 ${g + 1} 组`
        return (
          <fieldset key={g} className="tpl-way" aria-label={label} data-path={`groups.${g}`}>
            <div className="tpl-way-head">
              <Input
                aria-label={`第 ${g + 1} 组名称`}
                value={group.name}
                maxLength={60}
                placeholder="分组名称"
                onChange={(event) => put(replaced(groups, g, { name: event.target.value }))}
              />
              <RowTools
                label={label}
                index={g}
                count={groups.length}
                onMove={(to) => put(moved(groups, g, to))}
                onRemove={() => put(groups.filter((_, i) => i !== g))}
              />
            </div>
            <FieldTable
              label={label}
              fields={group.fields}
              path={`groups.${g}.fields`}
              wrong={(path) => findings.some((one) => one.path.startsWith(path))}
              onChange={(fields) => put(replaced(groups, g, { fields }))}
            />
          </fieldset>
        )
      })}
      <div className="tpl-tools">
        <Button size="small" onClick={() => put([...groups, { name: '', fields: [blank()] }])}>
          增加分组
        </Button>
      </div>
    </section>
  )
}

interface FieldTableProps {
  label: string
  fields: Field[]
  path: string
  wrong: (path: string) => boolean
  onChange: (fields: Field[]) => void
}

function FieldTable({ label, fields, path, wrong, onChange }: FieldTableProps) {
  return (
    <>
      <div className="tpl-scroll" tabIndex={0} role="group" aria-label={`${label}参数`}>
        <table className="tpl-rows">
          <thead>
            <tr>
              <th scope="col">★</th>
              <th scope="col">参数</th>
              <th scope="col">类型</th>
              <th scope="col">单位</th>
              <th scope="col">范围或选项</th>
              <th scope="col">必填</th>
              <th scope="col">说明</th>
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field, f) => {
              const set = (part: Partial<Field>) => onChange(replaced(fields, f, part))
              const name = `${label}第 ${f + 1} 项`
              const at = `${path}.${f}`
              return (
                <tr key={f} data-path={at}>
                  <td>
                    <Checkbox
                      aria-label={`${name}为实质性参数`}
                      checked={field.isKey}
                      onChange={(event) => set({ isKey: event.target.checked })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={`${name}名称`}
                      value={field.name}
                      maxLength={100}
                      status={wrong(`${at}.name`) ? 'error' : ''}
                      onChange={(event) => set({ name: event.target.value })}
                    />
                  </td>
                  <td>
                    <Select
                      aria-label={`${name}类型`}
                      value={field.type}
                      options={PARAMETER_TYPES.map((value) => ({ value, label: PARAMETER_TYPE_LABELS[value] }))}
                      onChange={(type) => set({ type })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={`${name}单位`}
                      value={field.unit}
                      maxLength={20}
                      onChange={(event) => set({ unit: event.target.value })}
                    />
                  </td>
                  <td className="tpl-limits">
                    <Limits
                      name={name}
                      field={field}
                      isWrong={wrong(`${at}.min`) || wrong(`${at}.options`)}
                      onChange={set}
                    />
                  </td>
                  <td>
                    <Checkbox
                      aria-label={`${name}必填`}
                      checked={field.required}
                      onChange={(event) => set({ required: event.target.checked })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={`${name}说明`}
                      value={field.hint}
                      maxLength={200}
                      onChange={(event) => set({ hint: event.target.value })}
                    />
                  </td>
                  <td>
                    <RowTools
                      label={name}
                      index={f}
                      count={fields.length}
                      onMove={(to) => onChange(moved(fields, f, to))}
                      onRemove={() => onChange(fields.filter((_, i) => i !== f))}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className="tpl-tools">
        <Button size="small" onClick={() => onChange([...fields, blank()])}>
          增加参数
        </Button>
      </div>
    </>
  )
}

interface LimitsProps {
  name: string
  field: Field
  isWrong: boolean
  onChange: (part: Partial<Field>) => void
}

/** What a value may be: bounds of numbers, options of a choice. */
function Limits({ name, field, isWrong, onChange }: LimitsProps) {
  const status = isWrong ? 'error' : ''
  if (field.type === 'choice')
    return (
      <Select
        mode="tags"
        aria-label={`${name}选项`}
        value={field.options}
        status={status}
        open={false}
        suffixIcon={null}
        tokenSeparators={['、', '，', ',', '；']}
        placeholder="输入后回车"
        onChange={(options: string[]) => onChange({ options: options.map((one) => one.slice(0, 60)) })}
      />
    )
  if (field.type !== 'number' && field.type !== 'range') return <span className="kb-muted">—</span>
  const bound = (part: 'min' | 'max') => (
    <Input
      aria-label={`${name}${part === 'min' ? '下限' : '上限'}`}
      value={field[part]}
      inputMode="decimal"
      status={status}
      onChange={(event) => {
        const typed = event.target.value.normalize('NFKC').trim()
        if (/^-?\d{0,12}(\.\d{0,6})?$/.test(typed)) onChange({ [part]: typed })
      }}
      onBlur={() => !/^(-?\d{1,12}(\.\d{1,6})?)?$/.test(field[part]) && onChange({ [part]: '' })}
    />
  )
  return (
    <span className="tpl-bounds">
      {bound('min')}至{bound('max')}
    </span>
  )
}

function blank(): Field {
  return {
    name: '',
    type: 'text',
    unit: '',
    min: '',
    max: '',
    options: [],
    required: true,
    isKey: false,
    hint: '',
  }
}
