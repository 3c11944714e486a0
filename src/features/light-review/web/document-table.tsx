import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { openExport } from '#web/export.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import type { Review } from '../contract.ts'

interface Document {
  key: string
  name: string
  place: string
  signer: string
  at: string
  hash: string
  fileId: string | null
}

/** The documents of a review, each with its place and who signed it. `path`: address of its files. */
export function DocumentTable({ review, path }: { review: Review; path: string }) {
  const documents = documentsOf(review)
  if (documents.length === 0)
    return <EmptyState title="还没有评审文件" hint="评审意见开启、供应商补充和评审结论汇总后在此列出" />
  return (
    <DataTable
      label="评审文件"
      rows={documents}
      rowKey={(row) => row.key}
      columns={[
        {
          key: 'name',
          title: '文件',
          isHead: true,
          render: ({ name, fileId }) =>
            fileId ? (
              <Button type="link" size="small" onClick={() => void openExport(`${path}/${fileId}`)}>
                {name}
              </Button>
            ) : (
              name
            ),
        },
        { key: 'place', title: '出处', value: (row) => row.place },
        { key: 'signer', title: '签署人', width: 120, value: (row) => row.signer },
        { key: 'at', title: '时间', width: 180, value: (row) => formatTime(row.at, true) },
        { key: 'hash', title: '指纹', width: 160, render: (row) => <Fingerprint hex={row.hash} /> },
      ]}
    />
  )
}

function documentsOf({ record, opinions, asks, endedAt, endedByName }: Review): Document[] {
  return [
    ...(record
      ? [
          {
            key: record.fileId,
            name: record.name,
            place: '评审结论',
            signer: endedByName,
            at: endedAt!,
            hash: record.sha256,
            fileId: record.fileId,
          },
        ]
      : []),
    ...opinions.map(({ memberId, name, signature, at, hash }) => ({
      key: memberId,
      name: `${name}的评审意见`,
      place: '评审意见',
      signer: signature,
      at,
      hash,
      fileId: null,
    })),
    ...asks.flatMap(({ askId, supplierName, title, answers }) =>
      answers.flatMap(({ no, files, byName, at }) =>
        files.map(({ fileId, name, sha256 }) => ({
          key: `${askId}${no}${fileId}`,
          name,
          place: `供应商补充：${supplierName}，${title}`,
          signer: byName,
          at,
          hash: sha256,
          fileId,
        })),
      ),
    ),
  ]
}
