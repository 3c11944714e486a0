import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { type Desk, panelPeople, replacePanelMember } from '../contract.ts'
import { ROLES } from '../rules/panel.ts'

type Member = Desk['members'][number]

/** Who sits in the group, and how far each is in the stage that goes on. */
export function MemberTable({ desk }: { desk: Desk }) {
  const [leaving, setLeaving] = useState<Member | null>(null)
  const mayReplace = desk.actions.some(({ action, reason }) => action === 'replace' && !reason)
  if (desk.members.length === 0)
    return <EmptyState title="尚未组建" hint={`${desk.groupName}由采购人代表和评审专家组成，专家不少于三分之二`} />
  return (
    <>
      <DataTable
        label={desk.groupName}
        rows={desk.members}
        rowKey={({ memberId }) => memberId}
        columns={[
          { key: 'name', title: '姓名', isHead: true, value: ({ name }) => name },
          { key: 'role', title: '身份', width: 120, value: ({ role }) => ROLES[role] },
          { key: 'employer', title: '单位', value: ({ employer }) => employer },
          { key: 'state', title: '状态', width: 120, render: (row) => <StatusTag {...stateOf(row, desk)} /> },
          {
            key: 'note',
            title: '说明',
            value: ({ outReason, dissent, signedAt, isDrawn }) =>
              outReason || dissent || (signedAt ? `${formatTime(signedAt)} 签署` : isDrawn ? '随机抽取' : ''),
          },
        ]}
        {...(mayReplace
          ? {
              renderEnd: (row: Member) => (
                <Button type="link" size="small" onClick={() => setLeaving(row)}>
                  更换
                </Button>
              ),
            }
          : {})}
      />
      {leaving && <ReplaceDialog desk={desk} member={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function ReplaceDialog({ desk, member, onClose }: { desk: Desk; member: Member; onClose: () => void }) {
  const params = { orderId: desk.orderId }
  const people = useCall(panelPeople, { params }).data
  const isStaff = member.role === 'representative'
  const names = new Set(desk.members.map(({ name }) => name))
  const options = isStaff
    ? (people?.representatives ?? []).map(({ employeeId, name }) => ({ value: employeeId, label: name }))
    : (people?.experts ?? []).map(({ expertId, name, employer }) => ({
        value: expertId,
        label: `${name}（${employer}）`,
      }))
  return (
    <ActionDialog
      title={`更换成员：${member.name}`}
      endpoint={replacePanelMember}
      fields={[
        {
          kind: 'select',
          name: 'person',
          label: '接替人员',
          required: true,
          searchable: true,
          options: options.filter(({ label }) => !names.has(label.replace(/（.*$/, ''))),
        },
        { kind: 'area', name: 'reason', label: '更换原因', required: true, rows: 2, maxLength: 1000 },
      ]}
      input={({ person, reason }: { person: string; reason: string }) => ({
        params: { ...params, memberId: member.memberId },
        body: { ...(isStaff ? { employeeId: person } : { expertId: person }), reason },
      })}
      hint="更换原因记入评审报告；已提交本阶段意见的成员不能更换。"
      success="成员已更换"
      onClose={onClose}
    />
  )
}

function stateOf({ outReason, declaredAt, hasHandedIn, signedAt }: Member, { stage }: Desk) {
  if (outReason) return { label: '已退出' }
  if (stage === 'forming') return { label: '已选定' }
  if (declaredAt === null) return { label: '待声明', tone: 'warning' as const }
  if (stage === 'checking' || stage === 'scoring')
    return hasHandedIn ? { label: '已提交', tone: 'success' as const } : { label: '待提交', tone: 'warning' as const }
  if (stage === 'signing' || stage === 'done')
    return signedAt
      ? { label: '已签署', tone: 'success' as const }
      : { label: stage === 'done' ? '未签署' : '待签署', tone: 'warning' as const }
  return { label: '已声明', tone: 'success' as const }
}
