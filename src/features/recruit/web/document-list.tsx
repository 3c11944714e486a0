import type { OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import type { ownApplication } from '../contract/supplier.ts'
import { REQUIRE_TYPES } from '../rules/kinds.ts'

interface DocumentListProps {
  documents: OutputOf<typeof ownApplication>['documents']
  pathOf: (fileId: string, requireType: string) => string
}

/** What was handed in, document by document. */
export function DocumentList({ documents, pathOf }: DocumentListProps) {
  if (documents.length === 0) return <p className="kb-muted">未提交材料</p>
  return (
    <DataTable
      label="申请材料"
      rows={documents}
      rowKey={(row) => `${row.category}.${row.document}`}
      columns={[
        { key: 'category', title: '品类', width: 130, value: (row) => row.categoryName },
        { key: 'name', title: '材料', width: 170, isHead: true, value: (row) => row.name },
        { key: 'type', title: '类型', width: 90, value: (row) => REQUIRE_TYPES[row.requireType] },
        {
          key: 'number',
          title: '编号与有效期',
          width: 210,
          render: (row) =>
            row.number === '' && row.validUntil === null ? (
              '-'
            ) : (
              <span className="kb-column">
                <span className="kb-break">{row.number || '-'}</span>
                {row.validUntil && <span className="kb-note">有效期至 {row.validUntil}</span>}
              </span>
            ),
        },
        {
          key: 'files',
          title: '文件',
          render: (row) => <FileList files={row.files} pathOf={({ fileId }) => pathOf(fileId, row.requireType)} />,
        },
      ]}
    />
  )
}
