import { Button, Checkbox, Popover } from 'antd'
import { useState } from 'react'
import type { Column } from './data-table.tsx'
import { tr } from './labels.ts'

/** Which columns a person wants to see, remembered in the browser per list. */
export function useColumnChoice<R>(list: string, columns: readonly Column<R>[]) {
  const key = `kb.columns.${list}`
  const [changed, setChanged] = useState<Record<string, boolean>>(() => stored(key))
  const isShown = (column: Column<R>) => changed[column.key] ?? !column.hidden
  return {
    shown: columns.filter(isShown),
    isShown,
    choose(column: Column<R>, on: boolean) {
      const next = { ...changed, [column.key]: on }
      setChanged(next)
      localStorage.setItem(key, JSON.stringify(next))
    },
  }
}

interface ColumnChoiceProps<R> {
  columns: readonly Column<R>[]
  choice: ReturnType<typeof useColumnChoice<R>>
}

/** The first column always stays: it says which record the row is. */
export function ColumnChoice<R>({ columns, choice }: ColumnChoiceProps<R>) {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className="kb-column kb-gap-4">
          {columns.map((column, i) => (
            <Checkbox
              key={column.key}
              checked={choice.isShown(column)}
              disabled={i === 0}
              onChange={(e) => choice.choose(column, e.target.checked)}
            >
              {tr(column.title)}
            </Checkbox>
          ))}
        </div>
      }
    >
      <Button>{tr('列设置')}</Button>
    </Popover>
  )
}

function stored(key: string): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, boolean>
  } catch {
    return {}
  }
}
