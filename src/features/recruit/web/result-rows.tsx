import { Checkbox, Select } from 'antd'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DayInput } from '#web/kit/instant-input.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { saveResult, supplierDetail } from '../contract/trade.ts'
import { feeTag } from './words.ts'

export type Line = OutputOf<typeof supplierDetail>['rows'][number]
export type Entry = InputOf<typeof saveResult>['body']['entries'][number]

interface ResultRowsProps {
  lines: readonly Line[]
  id?: string
  value?: Entry[]
  onChange?: (entries: Entry[]) => void
}

/** Who gets into the library, for what and how long; a field of a form. */
export function ResultRows({ lines, value = [], onChange }: ResultRowsProps) {
  const entryOf = (line: Line) => value.find(({ tradeId }) => tradeId === line.tradeId)
  const set = (line: Line, part: Partial<Entry>) =>
    onChange?.(value.map((one) => (one.tradeId === line.tradeId ? { ...one, ...part } : one)))
  const toggle = (line: Line, isIn: boolean) => {
    const others = value.filter(({ tradeId }) => tradeId !== line.tradeId)
    // The next one is most often taken in for as long as the one before.
    const { from = '', until = '' } = value.at(-1) ?? {}
    const fresh = { tradeId: line.tradeId, categories: line.categories, from, until }
    onChange?.(isIn ? [...others, fresh] : others)
  }
  return (
    <DataTable
      label="入库供应商"
      rows={lines}
      rowKey={(line) => line.tradeId}
      columns={[
        {
          key: 'company',
          title: '供应商',
          isHead: true,
          render: (line) => (
            <Checkbox
              checked={entryOf(line) !== undefined}
              disabled={line.blocked !== ''}
              onChange={(event) => toggle(line, event.target.checked)}
            >
              {line.companyName}
            </Checkbox>
          ),
        },
        {
          key: 'fee',
          title: '费用',
          width: 110,
          render: (line) => <StatusTag {...feeTag(line.fee)} />,
        },
        {
          key: 'categories',
          title: '入库品类',
          width: 260,
          render: (line) => {
            const entry = entryOf(line)
            if (!entry) return <span className="kb-muted">{line.blocked || '不入库'}</span>
            return (
              <Select
                className="kb-wide"
                mode="multiple"
                aria-label={`${line.companyName}入库品类`}
                options={line.applied.map(({ key, name }) => ({ value: key, label: name }))}
                value={entry.categories}
                onChange={(categories) => set(line, { categories })}
              />
            )
          },
        },
        {
          key: 'from',
          title: '有效期起',
          width: 160,
          render: (line) => (
            <Day line={line} entry={entryOf(line)} label="有效期起" part="from" onChange={(part) => set(line, part)} />
          ),
        },
        {
          key: 'until',
          title: '有效期止',
          width: 160,
          render: (line) => (
            <Day line={line} entry={entryOf(line)} label="有效期止" part="until" onChange={(part) => set(line, part)} />
          ),
        },
      ]}
    />
  )
}

interface DayProps {
  line: Line
  entry: Entry | undefined
  label: string
  part: 'from' | 'until'
  onChange: (part: Partial<Entry>) => void
}

function Day({ line, entry, label, part, onChange }: DayProps) {
  if (!entry) return null
  return (
    <DayInput
      aria-label={`${line.companyName}${label}`}
      value={entry[part] || null}
      onChange={(day) => onChange({ [part]: day ?? '' })}
    />
  )
}
