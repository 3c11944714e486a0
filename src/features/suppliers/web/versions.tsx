import type { ReactNode } from 'react'
import { DataTable } from '#web/kit/data-table.tsx'

interface Version<C> {
  version: number
  content: C
  note: string
  byName: string
  at: string
}

/** Versions of a policy, each with what it said. */
export function Versions<C>({
  versions,
  render,
}: {
  versions: readonly Version<C>[]
  render: (content: C) => ReactNode
}) {
  if (versions.length === 0) return <p className="kb-muted">沿用预设规则，尚未修改</p>
  return (
    <DataTable
      label="修改记录"
      rows={versions}
      rowKey={(row) => String(row.version)}
      columns={[
        { key: 'version', title: '版本', width: 90, value: (row) => `第 ${row.version} 版` },
        { key: 'note', title: '调整说明', value: (row) => row.note },
        { key: 'by', title: '修改人', width: 120, value: (row) => row.byName },
        { key: 'at', title: '生效时间', kind: 'time', width: 150, value: (row) => row.at },
      ]}
      detail={{ label: '内容', of: (row) => render(row.content) }}
    />
  )
}
