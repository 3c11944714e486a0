import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'

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
