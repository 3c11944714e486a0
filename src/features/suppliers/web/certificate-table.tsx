import { DataTable } from '#web/kit/data-table.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCertificateActs } from './certificate-dialog.tsx'
import type { Supplier } from './supplier.ts'
import { certificateTag } from './words.ts'

export const certificateFiles = (certificateId: string) => (file: { fileId: string }) =>
  `/api/workbench/buyer/supplier-certificates/${certificateId}/files/${file.fileId}`

/** Certificates of one supplier. */
export function CertificateTable({ rows }: { rows: Supplier['certificateList'] }) {
  const { actions, dialog } = useCertificateActs()
  return (
    <>
      <DataTable
        label="资质"
        rows={rows}
        rowKey={(row) => row.certificateId}
        columns={[
          { key: 'kind', title: '资质', render: (row) => <MainCell code={row.number} title={row.kind} /> },
          { key: 'issuer', title: '发证机关', width: 180, value: (row) => row.issuer },
          { key: 'scope', title: '范围', width: 160, value: (row) => row.scope },
          { key: 'until', title: '有效期至', width: 110, value: (row) => row.validUntil ?? '长期' },
          { key: 'state', title: '状态', width: 100, render: (row) => <StatusTag {...certificateTag(row.state)} /> },
          {
            key: 'files',
            title: '文件',
            width: 200,
            render: (row) =>
              row.files.length > 0 && <FileList files={row.files} pathOf={certificateFiles(row.certificateId)} />,
          },
        ]}
        renderEnd={(row) => <RowActions actions={actions(row)} />}
      />
      {dialog}
    </>
  )
}
