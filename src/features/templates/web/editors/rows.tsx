import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'

interface RowToolsProps {
  /** What the row is called, e.g. `第 2 列`. */
  label: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Up, down, away. */
export function RowTools({ label, index, count, onMove, onRemove }: RowToolsProps) {
  return (
    <span className="tpl-row-tools">
      <Button
        type="text"
        size="small"
        disabled={index === 0}
        aria-label={`${label}上移`}
        onClick={() => onMove(index - 1)}
      >
        ↑
      </Button>
      <Button
        type="text"
        size="small"
        disabled={index === count - 1}
        aria-label={`${label}下移`}
        onClick={() => onMove(index + 1)}
      >
        ↓
      </Button>
      <Button type="text" size="small" danger aria-label={`删除${label}`} onClick={onRemove}>
        ✕
      </Button>
    </span>
  )
}

export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const rest = rows.filter((_, i) => i !== from)
  return [...rest.slice(0, to), rows[from]!, ...rest.slice(to)]
}

export function replaced<T>(rows: readonly T[], index: number, part: Partial<T>): T[] {
  return rows.map((row, i) => (i === index ? { ...row, ...part } : row))
}

/** A button that adds one of several kinds. */
export function AddMenu({
  label,
  options,
  onAdd,
}: {
  label: ReactNode
  options: readonly { key: string; label: string }[]
  onAdd: (key: string) => void
}) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: options.map((one) => ({ ...one })), onClick: ({ key }) => onAdd(key) }}
    >
      <Button size="small">{label}</Button>
    </Dropdown>
  )
}
