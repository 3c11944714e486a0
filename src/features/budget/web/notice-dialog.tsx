import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { notifyList, notifyPermission, notifySubmit } from '../contract/use.ts'
import { budgetPlaces } from '../rules/levels.ts'

/** Lines that are nearly used or whose year ends, and whose departments may be told. */
export function NoticeDialog({ onClose }: { onClose: () => void }) {
  const rows = useCall(notifyList, { query: {} })
  const permission = useCall(notifyPermission, {})
  const [chosen, setChosen] = useState<readonly string[]>([])
  const tell = useAction(notifySubmit, { success: ({ told }: { told: number }) => `已提醒 ${told} 项预算的部门` })
  const all = rows.data ?? []
  const due = all.filter(({ toldAt }) => toldAt === null)
  const submit = async () => {
    const lines = due.filter(({ lineId }) => chosen.includes(lineId)).map(({ lineId, level }) => ({ lineId, level }))
    if ((await tell.run({ body: { lines } })).ok) onClose()
  }
  return (
    <Modal
      open
      title="预算提醒"
      width={720}
      okText="提醒部门"
      okButtonProps={{ disabled: chosen.length === 0 || !permission.data?.allowed }}
      confirmLoading={tell.busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {rows.data && all.length === 0 && (
        <EmptyState title="没有需要提醒的预算" hint="使用达到 80% 或年度即将结束时列出" />
      )}
      {due.length > 1 && (
        <Checkbox
          checked={chosen.length === due.length}
          onChange={(event) => setChosen(event.target.checked ? due.map(({ lineId }) => lineId) : [])}
        >
          全选未提醒的 {due.length} 项
        </Checkbox>
      )}
      <ul className="kb-stack kb-gap-8 kb-above-16">
        {all.map((row) => (
          <li key={row.lineId} className="kb-row kb-gap-12 kb-wrap">
            <Checkbox
              aria-label={`提醒${row.subject}`}
              disabled={row.toldAt !== null}
              checked={chosen.includes(row.lineId)}
              onChange={(event) =>
                setChosen(
                  event.target.checked ? [...chosen, row.lineId] : chosen.filter((lineId) => lineId !== row.lineId),
                )
              }
            />
            <span>
              <Link to={budgetPlaces('annual').detail(row.planId)}>{row.subject}</Link>
              <span className="kb-muted">
                {' '}
                {row.departmentName || '未分部门'}，{row.planTitle}
              </span>
            </span>
            <StatusTag label={`${row.label}（${row.used}%）`} tone={row.level === 'ending' ? 'warning' : 'danger'} />
            <span className="kb-hint">
              {row.toldAt === null
                ? `未使用 ${formatAmount(row.free)} 元，${row.people} 人将收到`
                : `${row.toldByName}已于 ${formatTime(row.toldAt)} 提醒`}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
