import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { formatDigits } from '#contract/money.ts'
import { AmountInput, cleanAmount } from '#web/kit/amount-input.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import {
  askedLines,
  type AskedLine,
  EVERYTHING,
  isLimited,
  type LineChoice,
  targetsBelow,
  withAsked,
} from './line-choice.ts'

const EVERYBODY = 'all'
const MOST_DIGITS = 6

interface LineChoiceFieldProps {
  /** Undefined while they are loaded. */
  lines: readonly AskedLine[] | undefined
  suppliers: readonly { tradeId: string; supplierName: string }[]
  onLimit: (isLimited: boolean) => void
  /** Given by the form. */
  value?: LineChoice
  onChange?: (value: LineChoice) => void
}

/** Which lines are asked for, of whom, at which target prices: said in a line, chosen in a table that opens below it. */
export function LineChoiceField({ lines, suppliers, onLimit, value = EVERYTHING, onChange }: LineChoiceFieldProps) {
  const [isOpen, setOpen] = useState(false)
  if (!lines) return <Skeleton lines={2} />
  const change = (next: LineChoice) => {
    onChange?.(next)
    onLimit(isLimited(next))
  }
  return (
    <div>
      <p className="kb-flex kb-gap-12 kb-flat kb-wrap kb-base">
        <span>{inWords(value, lines, suppliers)}</span>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '选择清单行、设置目标价'}
        </Button>
        {value !== EVERYTHING && (
          <Button size="small" type="text" onClick={() => change(EVERYTHING)}>
            恢复全部行
          </Button>
        )}
      </p>
      {isOpen && <LineTable lines={lines} suppliers={suppliers} value={value} onChange={change} />}
    </div>
  )
}

function LineTable({
  lines,
  suppliers,
  value,
  onChange,
}: {
  lines: readonly AskedLine[]
  suppliers: LineChoiceFieldProps['suppliers']
  value: LineChoice
  onChange: (value: LineChoice) => void
}) {
  const [who, setWho] = useState(EVERYBODY)
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState({ no: 1, size: 20 })
  const [percent, setPercent] = useState<string>()
  const tradeId = who === EVERYBODY ? null : who
  // Of one supplier only what is asked at all.
  const within = tradeId === null ? lines : askedLines(value, lines, null)
  const found = within.filter(({ name, spec, line }) => `${line} ${name} ${spec}`.includes(keyword.trim()))
  const shown = found.slice((page.no - 1) * page.size, page.no * page.size)
  const asked = new Set(askedLines(value, lines, tradeId).map(({ itemId }) => itemId))
  const ask = (ids: ReadonlySet<string>) => onChange(withAsked(value, within, { tradeId, asked: ids }))
  const all = new Set(found.map(({ itemId }) => itemId))
  const setTarget = (itemId: string, target: string) => {
    const targets = new Map(value.targets)
    if (target === '') targets.delete(itemId)
    else targets.set(itemId, target)
    onChange({ ...value, targets })
  }
  return (
    <div className="kb-above-8">
      <div className="kb-flex kb-gap-8 kb-wrap kb-below-8">
        <Select
          aria-label="所选清单行适用于"
          style={{ width: 260 }}
          value={who}
          onChange={(next) => {
            setWho(next)
            setPage({ ...page, no: 1 })
          }}
          options={[
            { value: EVERYBODY, label: '适用于全部供应商' },
            ...suppliers.map(({ tradeId: id, supplierName }) => ({ value: id, label: `仅 ${supplierName}` })),
          ]}
        />
        <Input.Search
          aria-label="查找清单行"
          style={{ width: 180 }}
          placeholder="名称、规格或序号"
          allowClear
          onSearch={(text) => {
            setKeyword(text)
            setPage({ ...page, no: 1 })
          }}
        />
        <Button onClick={() => ask(asked.union(all))}>全选</Button>
        <Button onClick={() => ask(asked.difference(all))}>全不选</Button>
      </div>
      <div className="kb-flex kb-gap-8 kb-wrap kb-base kb-below-8">
        <span className="kb-hint">目标单价按最低有效报价下浮</span>
        <span style={{ width: 120 }}>
          <AmountInput
            aria-label="下浮比例"
            value={percent}
            unit="%"
            capitals={false}
            onChange={(next) => setPercent(next)}
          />
        </span>
        <Button
          disabled={!percent || Number(percent) >= 100}
          onClick={() => percent && onChange(targetsBelow(value, lines, percent))}
        >
          填入
        </Button>
        <Button
          type="text"
          disabled={value.targets.size === 0}
          onClick={() => onChange({ ...value, targets: new Map() })}
        >
          清除目标价
        </Button>
      </div>
      <DataTable
        label="询价的清单行"
        rows={shown}
        rowKey={({ itemId }) => itemId}
        selection={{
          keys: shown.filter(({ itemId }) => asked.has(itemId)).map(({ itemId }) => itemId),
          onChange: (keys) => ask(asked.difference(new Set(shown.map(({ itemId }) => itemId))).union(new Set(keys))),
        }}
        columns={[
          { key: 'line', title: '序号', width: 60, value: (row) => String(row.line) },
          { key: 'name', title: '名称', value: (row) => row.name },
          { key: 'spec', title: '规格', value: (row) => row.spec },
          { key: 'quantity', title: '数量', width: 110, value: (row) => `${row.quantity} ${row.unit}` },
          {
            key: 'lowest',
            title: '最低有效报价',
            width: 120,
            align: 'right',
            value: (row) => (row.lowest === null ? '-' : formatDigits(row.lowest, 2)),
          },
          {
            key: 'target',
            title: '目标单价（元）',
            width: 140,
            render: (row) => (
              <Input
                aria-label={`第${row.line}行目标单价`}
                inputMode="decimal"
                disabled={!asked.has(row.itemId)}
                value={value.targets.get(row.itemId) ?? ''}
                onChange={({ target }) => {
                  const clean = cleanAmount(target.value, MOST_DIGITS)
                  if (clean !== null) setTarget(row.itemId, clean)
                }}
              />
            ),
          },
        ]}
      />
      {found.length > page.size && (
        <Pager
          pageNo={page.no}
          pageSize={page.size}
          total={found.length}
          hasNext={page.no * page.size < found.length}
          onPage={(no) => setPage({ ...page, no })}
          onSize={(size) => setPage({ no: 1, size })}
        />
      )}
    </div>
  )
}

function inWords(value: LineChoice, lines: readonly AskedLine[], suppliers: LineChoiceFieldProps['suppliers']): string {
  const asked = askedLines(value, lines, null).length
  const own = suppliers.filter(({ tradeId }) => value.withoutOf.get(tradeId)?.size)
  return [
    asked === lines.length ? `全部 ${lines.length} 行` : `${lines.length} 行中的 ${asked} 行`,
    ...(own.length > 0 ? [`其中 ${own.length} 家只报部分行`] : []),
    value.targets.size > 0 ? `${value.targets.size} 行有目标单价` : '未设目标单价',
  ].join('，')
}
