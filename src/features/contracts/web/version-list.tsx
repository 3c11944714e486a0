import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList, Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import type { contractDetail } from '../contract/contract.ts'
import { LineTable } from './line-table.tsx'
import { filePath } from './words.ts'

type Contract = OutputOf<typeof contractDetail>
type Version = Contract['versions'][number]

const STATES: Record<Version['state'], { label: string; tone: Tone }> = {
  offered: { label: '待供应商确认', tone: 'active' },
  agreed: { label: '双方确认', tone: 'success' },
  refused: { label: '供应商不同意', tone: 'danger' },
  withdrawn: { label: '已撤回', tone: 'neutral' },
}

/** Every version that was proposed; earlier ones stay readable. */
export function VersionList({ contract }: { contract: Contract }) {
  return (
    <DataTable
      label="合同版本"
      rows={contract.versions}
      rowKey={({ version }) => String(version)}
      columns={[
        {
          key: 'version',
          title: '版本',
          width: 150,
          isHead: true,
          value: (row) => `第 ${row.version} 版${row.version === contract.version ? '（现行）' : ''}`,
        },
        { key: 'price', title: '合同价（元）', kind: 'amount', width: 150, value: (row) => row.price },
        {
          key: 'deviation',
          title: '累计变更',
          width: 100,
          align: 'right',
          value: (row) => (row.version === 1 ? '-' : `${row.deviation}%`),
        },
        { key: 'reason', title: '原因', value: (row) => (row.version === 1 ? '首次签订' : row.reason) },
        { key: 'at', title: '提出时间', kind: 'time', width: 140, value: (row) => row.proposedAt },
        { key: 'state', title: '状态', width: 140, render: (row) => <StatusTag {...STATES[row.state]} /> },
      ]}
      detail={{ label: '内容', of: (row) => <Content version={row} contractId={contract.contractId} /> }}
    />
  )
}

function Content({ version, contractId }: { version: Version; contractId: string }) {
  const { answeredAt, answeredByName, refusal, beyondReason } = version
  return (
    <div className="kb-stack kb-gap-12">
      <FieldList
        items={[
          { label: '提出', value: `${version.proposedByName}，${formatTime(version.proposedAt)}` },
          { label: '答复', value: answeredAt ? `${answeredByName}，${formatTime(answeredAt)}` : '' },
          refusal !== '' && { label: '不同意的原因', value: refusal, wide: true },
          beyondReason !== '' && { label: '超过 10% 的理由', value: beyondReason, wide: true },
          { label: '合同价', value: `${formatAmount(version.price)} 元` },
          { label: '付款期限', value: `交付后 ${version.payDays} 日` },
          { label: '履行期限', value: version.deliverBy ?? '' },
          { label: '交货地点', value: version.place },
          version.terms !== '' && { label: '条款', value: <span className="kb-pre">{version.terms}</span>, wide: true },
          { label: '内容哈希', value: <Fingerprint hex={version.contentHash} />, wide: true },
          version.files.length > 0 && {
            label: '文件',
            wide: true,
            value: <FileList files={version.files} pathOf={filePath(contractId)} />,
          },
        ]}
      />
      <LineTable lines={version.lines} />
    </div>
  )
}
