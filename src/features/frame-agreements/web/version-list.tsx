import type { OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import type { entryDetail } from '../contract/entry.ts'
import { priceText } from './words.ts'

type Version = OutputOf<typeof entryDetail>['versions'][number]

const STATES: Record<Version['state'], { label: string; tone: Tone }> = {
  offered: { label: '待供应商答复', tone: 'active' },
  agreed: { label: '双方确认', tone: 'success' },
  refused: { label: '供应商不同意', tone: 'danger' },
  withdrawn: { label: '已撤回', tone: 'neutral' },
}

interface VersionListProps {
  versions: readonly Version[]
  items: readonly { line: number; name: string }[]
}

/** Every version of a supplier's prices; earlier ones stay readable, and orders made under them keep theirs. */
export function VersionList({ versions, items }: VersionListProps) {
  const nameOf = (line: number) => items.find((one) => one.line === line)?.name ?? ''
  return (
    <DataTable
      label="价格版本"
      rows={versions}
      rowKey={({ version }) => String(version)}
      columns={[
        { key: 'version', title: '版本', width: 90, isHead: true, value: (row) => `第 ${row.version} 版` },
        {
          key: 'prices',
          title: '协议价（元）',
          value: (row) => row.prices.map(({ line, unitPrice }) => `${nameOf(line)} ${priceText(unitPrice)}`).join('；'),
        },
        { key: 'reason', title: '原因', value: (row) => row.refusal || (row.version === 1 ? '首次签订' : row.reason) },
        { key: 'at', title: '提出时间', kind: 'time', width: 140, value: (row) => row.proposedAt },
        { key: 'state', title: '状态', width: 130, render: (row) => <StatusTag {...STATES[row.state]} /> },
      ]}
      detail={{ label: '内容哈希', of: (row) => <Fingerprint hex={row.contentHash} /> }}
    />
  )
}
