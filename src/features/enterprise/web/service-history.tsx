import { Button, Modal } from 'antd'
import { useState } from 'react'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { useCall } from '#web/use-call.ts'
import { serviceAuditsOfType } from '../contract/services.ts'
import { auditTag } from './words.ts'

/** What was applied for and answered, newest first, in a dialog. */
export function ServiceHistory({ type, label }: { type: string; label: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="text" onClick={() => setOpen(true)} aria-label={`${label}申请记录`}>
        申请记录
      </Button>
      {open && (
        <Modal open title={`${label}申请记录`} footer={null} onCancel={() => setOpen(false)}>
          <History type={type} />
        </Modal>
      )}
    </>
  )
}

function History({ type }: { type: string }) {
  const query = useCall(serviceAuditsOfType, { params: { type } })
  return (
    <WhenLoaded query={query}>
      {(rows) => (
        <Timeline
          items={rows.map((row) => ({
            key: row.id,
            at: row.decidedAt ?? row.appliedAt,
            title: auditTag(row.status).label,
            state: row.status === 0 ? 'now' : row.status === 1 ? 'done' : 'danger',
            text: [
              row.appliedByName,
              row.statement && `说明：${row.statement}`,
              row.reason && `审核意见：${row.reason}`,
            ]
              .filter(Boolean)
              .join('；'),
          }))}
        />
      )}
    </WhenLoaded>
  )
}
