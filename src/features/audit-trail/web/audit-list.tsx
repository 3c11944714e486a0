import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { WORKBENCHES, type Workbench } from '#contract/workbench.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { tr } from '#web/kit/labels.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useAction } from '#web/use-call.ts'
import { auditPage, type AuditRow, FAULTS, verifyAudit } from '../contract.ts'
import { ENTITIES, entityLabel } from '../rules.ts'

const ENTITY_OPTIONS = Object.entries(ENTITIES).map(([value, label]) => ({ value, label }))

/** What was recorded at this tenant. Nothing here can be changed; the chain can be checked. */
export function Screen() {
  const [shown, setShown] = useState<AuditRow | null>(null)
  const [result, setResult] = useState<OutputOf<typeof verifyAudit> | null>(null)
  const verify = useAction(verifyAudit, { refresh: [auditPage] })
  const check = async () => {
    const outcome = await verify.run({})
    if (outcome.ok) setResult(outcome.data)
  }
  return (
    <>
      <ListScreen
        title="审计日志"
        endpoint={auditPage}
        rowKey={(r) => r.hash}
        exportAs="审计日志"
        secondary={
          <Button loading={verify.busy} onClick={() => void check()}>
            {tr('立即校验')}
          </Button>
        }
        filters={[
          { kind: 'text', name: 'keyword', label: '内容' },
          { kind: 'text', name: 'person', label: '人员或单位' },
          { kind: 'select', name: 'entity', label: '对象', options: ENTITY_OPTIONS },
          { kind: 'dates', name: ['from', 'to'], label: '时间' },
          { kind: 'text', name: 'action', label: '动作代码', more: true },
          { kind: 'text', name: 'entityId', label: '对象标识', more: true },
        ]}
        columns={[
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
        ]}
        rowActions={(r) => [{ label: '详情', onClick: () => setShown(r) }]}
        empty={{ title: '还没有记录' }}
      >
        {result ? <Result result={result} /> : <p className="kb-muted">{tr(ABOUT)}</p>}
      </ListScreen>
      {shown && <Detail row={shown} onClose={() => setShown(null)} />}
    </>
  )
}

const ABOUT = '记录只增不改，每条的哈希都包含前一条，改动任何一条都会被校验发现。涉及投标的记录在投标截止后才显示。'

function Result({ result: { intact, fault, head, checkedAt } }: { result: OutputOf<typeof verifyAudit> }) {
  if (intact) {
    return (
      <Alert
        type="success"
        showIcon
        role="status"
        title={`${tr('审计链完整')}（${formatTime(checkedAt, true)}）`}
        description={
          <>
            {tr('最后一条记录的哈希')} <Fingerprint hex={head} full />
          </>
        }
      />
    )
  }
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={`${tr('审计链异常')}：${fault ? FAULTS[fault.kind] : ''}`}
      description={
        fault?.at ? `${tr('第一处异常的时间')} ${formatTime(fault.at, true)}` : tr('请立即联系平台运维并保全数据库')
      }
    />
  )
}

function Detail({ row, onClose }: { row: AuditRow; onClose: () => void }) {
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
        <pre className="kb-code" tabIndex={0} aria-label={tr('记录数据')}>
          {JSON.stringify(row.data, null, 2)}
        </pre>
      )}
    </Modal>
  )
}
