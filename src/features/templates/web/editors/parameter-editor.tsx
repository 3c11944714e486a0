import { Button, Checkbox, Input, Select } from 'antd'
import { EditRows, moved, replaced, RowTools } from '#web/kit/edit-rows.tsx'
import { type ContentOf, PARAMETER_TYPES } from '../../contract/content.ts'
import { PARAMETER_TYPE_LABELS } from '../../rules/words.ts'
import type { EditorProps } from './editor-props.ts'
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
      <p className="kb-section-hint kb-hint">标 ★ 的为实质性参数，不满足即不予接受。</p>
      <Problems problems={findings.filter((one) => one.path === 'groups')} />
      {groups.map((group, g) => {
        const label = group.name || `第 ${g + 1} 组`
        return (
          <fieldset
            key={g}
            className="tpl-way kb-box kb-below-12 kb-shrink"
            aria-label={label}
            data-path={`groups.${g}`}
          >
            <div className="tpl-way-head kb-row kb-start kb-wrap kb-below-8">
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
      <div className="kb-row kb-gap-12 kb-wrap kb-above-8">
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
      <EditRows
        label={`${label}参数`}
        rows={fields}
        nameOf={(i) => `${label}第 ${i + 1} 项`}
        path={path}
        columns={[
          {
            title: '★',
            cell: (field, { set, label: name }) => (
              <Checkbox
                aria-label={`${name}为实质性参数`}
                checked={field.isKey}
                onChange={(event) => set({ isKey: event.target.checked })}
              />
            ),
          },
          {
            title: '参数',
            cell: (field, { set, label: name, index }) => (
              <Input
                aria-label={`${name}名称`}
                value={field.name}
                maxLength={100}
                status={wrong(`${path}.${index}.name`) ? 'error' : ''}
                onChange={(event) => set({ name: event.target.value })}
              />
            ),
          },
          {
            title: '类型',
            cell: (field, { set, label: name }) => (
              <Select
                aria-label={`${name}类型`}
                value={field.type}
                options={PARAMETER_TYPES.map((value) => ({ value, label: PARAMETER_TYPE_LABELS[value] }))}
                onChange={(type) => set({ type })}
              />
            ),
          },
          {
            title: '单位',
            cell: (field, { set, label: name }) => (
              <Input
                aria-label={`${name}单位`}
                value={field.unit}
                maxLength={20}
                onChange={(event) => set({ unit: event.target.value })}
              />
            ),
          },
          {
            title: '范围或选项',
            className: 'tpl-limits',
            cell: (field, { set, label: name, index }) => (
              <Limits
                name={name}
                field={field}
                isWrong={wrong(`${path}.${index}.min`) || wrong(`${path}.${index}.options`)}
                onChange={set}
              />
            ),
          },
          {
            title: '必填',
            cell: (field, { set, label: name }) => (
              <Checkbox
                aria-label={`${name}必填`}
                checked={field.required}
                onChange={(event) => set({ required: event.target.checked })}
              />
            ),
          },
          {
            title: '说明',
            cell: (field, { set, label: name }) => (
              <Input
                aria-label={`${name}说明`}
                value={field.hint}
                maxLength={200}
                onChange={(event) => set({ hint: event.target.value })}
              />
            ),
          },
        ]}
        onChange={onChange}
      />
      <div className="kb-row kb-gap-12 kb-wrap kb-above-8">
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
    <span className="tpl-bounds kb-row kb-gap-4">
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
