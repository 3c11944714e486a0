import { Button, Input } from 'antd'
import { useState } from 'react'
import { Exact, formatDigits } from '#contract/money.ts'
import { PAGE_SIZES } from '#contract/page.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { type LineChoices, restOf, type SheetItem } from './line-choice.ts'

interface LineReasonsProps {
  items: readonly SheetItem[]
  choices: LineChoices
  /** Lines for which another than the best price must be explained. */
  notBest: ReadonlySet<string>
  onChange: (choices: LineChoices) => void
}

interface Row {
  key: string
  of: 'unbought' | 'reasons'
  item: SheetItem
  /** What is to be explained. */
  text: string
}

/** The lines that need a word: what is left of them is not bought, or they do not go to their best price. */
export function LineReasons({ items, choices, notBest, onChange }: LineReasonsProps) {
  const [pageNo, setPage] = useState(1)
  const [pageSize, setSize] = useState<number>(PAGE_SIZES[0])
  const rows = items.flatMap((item) => rowsOf(item, choices, notBest))
  if (rows.length === 0) return null
  const last = Math.ceil(rows.length / pageSize)
  const page = Math.min(pageNo, last)
  const left = rows.filter(({ of }) => of === 'unbought')
  const write = (named: readonly Row[], reason: string) =>
    onChange(named.reduce((next, { of, item }) => ({ ...next, [of]: { ...next[of], [item.itemId]: reason } }), choices))
  return (
    <section className="kb-stack kb-gap-12 kb-above-16" aria-label="需要说明的清单行">
      <h3>需要说明的清单行</h3>
      {left.length > 1 && (
        <SameReason
          onFill={(reason) =>
            write(
              left.filter(({ item }) => !choices.unbought[item.itemId]),
              reason,
            )
          }
        />
      )}
      <DataTable
        label="需要说明的清单行"
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ key }) => key}
        columns={[
          { key: 'item', title: '采购清单', isHead: true, value: ({ item }) => `${item.line}. ${item.name}` },
          { key: 'text', title: '情形', width: 200, value: ({ text }) => text },
          {
            key: 'reason',
            title: '原因',
            render: (row) => (
              <Input
                maxLength={500}
                aria-label={`第 ${row.item.line} 行${row.of === 'unbought' ? '不采购的原因' : '选定原因'}`}
                value={choices[row.of][row.item.itemId] ?? ''}
                onChange={(event) => write([row], event.target.value)}
              />
            ),
          },
        ]}
      />
      {rows.length > PAGE_SIZES[0] && (
        <Pager
          pageNo={page}
          pageSize={pageSize}
          total={rows.length}
          hasNext={page < last}
          onPage={setPage}
          onSize={setSize}
        />
      )}
    </section>
  )
}

/** One reason for all lines of which something is left and nothing is said yet. */
function SameReason({ onFill }: { onFill: (reason: string) => void }) {
  const [text, setText] = useState('')
  return (
    <div className="kb-row kb-wrap">
      <Input
        className="kb-filter-text"
        maxLength={500}
        aria-label="不采购的统一原因"
        placeholder="不采购的统一原因"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button disabled={text.trim() === ''} onClick={() => onFill(text.trim())}>
        填入未填写的行
      </Button>
    </div>
  )
}

function rowsOf(item: SheetItem, choices: LineChoices, notBest: ReadonlySet<string>): Row[] {
  const { itemId, unit } = item
  const rest = new Exact(restOf(item, choices))
  return [
    ...(rest.gt(0)
      ? [
          {
            key: `unbought ${itemId}`,
            of: 'unbought' as const,
            item,
            text: `${formatDigits(rest.toFixed())} ${unit}不采购`,
          },
        ]
      : []),
    ...(notBest.has(itemId) ? [{ key: `reasons ${itemId}`, of: 'reasons' as const, item, text: '未选最低价' }] : []),
  ]
}
