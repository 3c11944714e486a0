import { Modal } from 'antd'
import { formatTime } from '#contract/time.ts'
import { WORKBENCHES, type Workbench } from '#contract/workbench.ts'
import type { Column } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { tr } from '#web/kit/labels.ts'
import type { Filter } from '#web/kit/list-filters.tsx'
import type { AuditRow } from '../contract.ts'
import { ENTITIES, entityLabel } from '../rules.ts'

const ENTITY_OPTIONS = Object.entries(ENTITIES).map(([value, label]) => ({ value, label }))

export const RECORD_FILTERS: Filter<'keyword' | 'person' | 'entity' | 'from' | 'to' | 'action' | 'entityId'>[] = [
  { kind: 'text', name: 'keyword', label: '内容' },
  { kind: 'text', name: 'person', label: '人员或单位' },
  { kind: 'select', name: 'entity', label: '对象', options: ENTITY_OPTIONS },
  { kind: 'dates', name: ['from', 'to'], label: '时间' },
  { kind: 'text', name: 'action', label: '动作代码', more: true },
  { kind: 'text', name: 'entityId', label: '对象标识', more: true },
]

export const RECORD_COLUMNS: Column<AuditRow>[] = [
  { key: 'at', title: '时间', width: 180, value: (r) => formatTime(r.at, true) },
  { key: 'summary', title: '内容', value: (r) => r.summary },
  { key: 'entity', title: '对象', width: 100, value: (r) => entityLabel(r.entity) },
  { key: 'action', title: '动作代码', width: 170, value: (r) => r.action, hidden: true },
  { key: 'who', title: '人员', width: 110, value: (r) => r.userName },
  { key: 'company', title: '单位', width: 220, value: (r) => r.companyName },
  { key: 'ip', title: 'IP 地址', width: 130, value: (r) => r.ip },
  {
    key: 'hash',
    title: '记录哈希',
    width: 170,
    value: (r) => r.hash,
    render: (r) => <Fingerprint hex={r.hash} />,
  },
]

/** One record, whole. */
export function RecordDetail({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const workbench = WORKBENCHES[row.workbench as Workbench]?.label ?? '系统'
  return (
    <Modal open title={tr('审计记录')} width={720} footer={null} onCancel={onClose}>
      <FieldList
        items={[
          { label: '时间', value: formatTime(row.at, true) },
          { label: '内容', value: row.summary },
          { label: '对象', value: `${entityLabel(row.entity)} ${row.entityId}` },
          { label: '动作代码', value: row.action },
          { label: '人员', value: [row.userName, row.companyName, workbench].filter(Boolean).join(' · ') },
          { label: 'IP 地址', value: row.ip },
          { label: '请求编号', value: row.requestId },
          { label: '记录哈希', value: <Fingerprint hex={row.hash} full /> },
          { label: '前一条哈希', value: <Fingerprint hex={row.prevHash} full /> },
        ]}
      />
      {row.data !== null && (
        <pre
          className="kb-code kb-scroll kb-ground kb-size-12 kb-box kb-above-16"
          tabIndex={0}
          aria-label={tr('记录数据')}
        >
          {JSON.stringify(row.data, null, 2)}
        </pre>
      )}
    </Modal>
  )
}
