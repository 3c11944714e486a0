import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { replaceMember, type Review, type ReviewPage, reviewSetting } from '../contract.ts'
import { isUnsealed } from '../rules/review.ts'

type Member = Review['members'][number]

/** The members. Who has handed in is shown to those who read the order, and to all once opinions are open. */
export function MemberTable({ page, review }: { page: ReviewPage; review: Review }) {
  const [leaving, setLeaving] = useState<Member | null>(null)
  const mayReplace = page.actions.some(({ action, reason }) => action === 'replace' && !reason)
  const tells = page.readsOrder || isUnsealed(review.status)
  return (
    <>
      <DataTable
        label="评审人员"
        rows={review.members}
        rowKey={(row) => row.memberId}
        columns={[
          {
            key: 'name',
            title: '姓名',
            isHead: true,
            value: (row) => (row.isChair ? `${row.name}（牵头人）` : row.name),
          },
          ...(tells
            ? [
                {
                  key: 'state',
                  title: '意见',
                  width: 120,
                  render: (row: Member) => <StatusTag {...stateOf(row, review)} />,
                },
                {
                  key: 'at',
                  title: '提交时间',
                  width: 180,
                  value: (row: Member) => (row.handedInAt ? formatTime(row.handedInAt, true) : '-'),
                },
              ]
            : []),
          ...(review.members.some(({ outAt }) => outAt !== null)
            ? [
                {
                  key: 'note',
                  title: '备注',
                  value: (row: Member) => (row.outAt ? `${formatTime(row.outAt)} 更换：${row.outReason}` : ''),
                },
              ]
            : []),
        ]}
        {...(mayReplace
          ? {
              renderEnd: (row: Member) =>
                row.outAt === null &&
                row.handedInAt === null && (
                  <Button type="link" size="small" onClick={() => setLeaving(row)}>
                    更换
                  </Button>
                ),
            }
          : {})}
      />
      {!tells && <p className="kb-note kb-above-8">全部提交前不显示谁已提交意见</p>}
      {leaving && (
        <ReplaceDialog orderId={page.orderId} review={review} member={leaving} onClose={() => setLeaving(null)} />
      )}
    </>
  )
}

interface ReplaceDialogProps {
  orderId: string
  review: Review
  member: Member
  onClose: () => void
}

function ReplaceDialog({ orderId, review, member, onClose }: ReplaceDialogProps) {
  const people = useCall(reviewSetting, { params: { orderId } }).data?.people ?? []
  const names = new Set(review.members.filter(({ outAt }) => outAt === null).map(({ employeeId }) => employeeId))
  return (
    <ActionDialog
      title={`更换评审人员：${member.name}`}
      endpoint={replaceMember}
      schema={replaceMember.body}
      fields={[
        {
          kind: 'select',
          name: 'employeeId',
          label: '接替人员',
          required: true,
          searchable: true,
          options: people
            .filter(({ employeeId }) => !names.has(employeeId))
            .map(({ employeeId, name, department }) => ({
              value: employeeId,
              label: department ? `${name}（${department}）` : name,
            })),
        },
        { kind: 'area', name: 'reason', label: '更换原因', required: true, rows: 2, maxLength: 500 },
      ]}
      input={(body: { employeeId: string; reason: string }) => ({
        params: { orderId, memberId: member.memberId },
        body,
      })}
      hint="原人员未提交的草稿不再保留；更换原因记入评审记录。"
      success="评审人员已更换"
      onClose={onClose}
    />
  )
}

function stateOf({ outAt, handedInAt }: Member, { status, deadline }: Review) {
  if (outAt) return { label: '已更换' }
  if (handedInAt === null)
    return status === 'running'
      ? { label: '待提交', tone: 'warning' as const }
      : { label: '未提交', tone: 'danger' as const }
  return handedInAt > deadline
    ? { label: '逾期提交', tone: 'warning' as const }
    : { label: '已提交', tone: 'success' as const }
}
