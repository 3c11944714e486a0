import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { tr } from '#web/kit/labels.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useAction } from '#web/use-call.ts'
import { auditPage, type AuditRow, FAULTS, verifyAudit } from '../contract.ts'
import { RECORD_COLUMNS, RECORD_FILTERS, RecordDetail } from './record-parts.tsx'

/** What was recorded at this tenant. Nothing here can be changed; the chain can be checked. */
export function Screen() {
  const [shown, setShown] = useState<AuditRow | null>(null)
  const [result, setResult] = useState<OutputOf<typeof verifyAudit> | null>(null)
  const verify = useAction(verifyAudit)
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
        filters={RECORD_FILTERS}
        columns={RECORD_COLUMNS}
        rowActions={(r) => [{ label: '详情', onClick: () => setShown(r) }]}
        empty={{ title: '还没有记录' }}
      >
        {result?.isOnHold && <Hold />}
        {result ? <Result result={result} /> : <p className="kb-muted">{tr(ABOUT)}</p>}
      </ListScreen>
      {shown && <RecordDetail row={shown} onClose={() => setShown(null)} />}
    </>
  )
}

const ABOUT = '记录只增不改，每条的哈希都包含前一条，改动任何一条都会被校验发现。涉及投标的记录在投标截止后才显示。'

/** The chain may be whole, and yet shorter than it was. */
function Hold() {
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={tr('数据库早于平台已确认的记录')}
      description={tr('数据库可能由较早的备份恢复。平台已暂停受理投标和出具回执，请联系平台运维人员核实。')}
    />
  )
}

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
