import { DataTable } from '#web/kit/data-table.tsx'
import type { Change } from '../contract/run.ts'

/** What a version changed against the one before it. */
export function ChangeTable({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="kb-muted">没有改动</p>
  return (
    <DataTable
      label="改动"
      rows={changes}
      rowKey={(row) => row.label}
      columns={[
        { key: 'label', title: '内容', width: 150, isHead: true, value: (row) => row.label },
        {
          key: 'before',
          title: '原为',
          value: (row) => row.before,
          render: (row) => <span className="kb-pre">{row.before || '（空）'}</span>,
        },
        {
          key: 'after',
          title: '改为',
          value: (row) => row.after,
          render: (row) => <span className="kb-pre">{row.after || '（空）'}</span>,
        },
      ]}
    />
  )
}
