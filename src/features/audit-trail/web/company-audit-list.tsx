import { useState } from 'react'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { type AuditRow, companyAuditPage } from '../contract.ts'
import { RECORD_COLUMNS, RECORD_FILTERS, RecordDetail } from './record-parts.tsx'

/** What the people of the company did, for its auditors: who reads it is never who administers the company. */
export function Screen() {
  const [shown, setShown] = useState<AuditRow | null>(null)
  return (
    <>
      <ListScreen
        title="审计日志"
        endpoint={companyAuditPage}
        rowKey={(r) => r.hash}
        exportAs="审计日志"
        filters={RECORD_FILTERS}
        columns={RECORD_COLUMNS.filter(({ key }) => key !== 'company')}
        rowActions={(r) => [{ label: '详情', onClick: () => setShown(r) }]}
        empty={{ title: '还没有记录' }}
      >
        <p className="kb-muted">
          本企业人员的操作，以及系统对本企业标段的处理。记录只增不改；涉及投标的记录在投标截止后才显示。
        </p>
      </ListScreen>
      {shown && <RecordDetail row={shown} onClose={() => setShown(null)} />}
    </>
  )
}
