import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatTime } from '#contract/time.ts'
import { ask, toast } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { session, useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { acceptEmployment, declineEmployment, leaveCompany, ownEmployments } from '../contract/employments.ts'

type Data = OutputOf<typeof ownEmployments>

/** The person's own page of employments: who invites, for whom one works and since when, and the way out. */
export function Screen() {
  const query = useCall(ownEmployments, {}, { fresh: 0 })
  return (
    <DetailScreen query={query}>
      {({ invitations, employments }) => ({
        title: '我的企业',
        facts: [invitations.length > 0 ? `${invitations.length}份邀请待处理` : null],
        sections: [
          { key: 'invitations', title: '加入邀请', content: <Invitations rows={invitations} /> },
          { key: 'employments', title: '任职企业', content: <Employments rows={employments} /> },
        ],
      })}
    </DetailScreen>
  )
}

function Invitations({ rows }: { rows: Data['invitations'] }) {
  const { phase } = useSession()
  const navigate = useNavigate()
  const accept = useAction(acceptEmployment)
  const decline = useAction(declineEmployment, { success: '已谢绝，邀请方会收到通知' })
  if (rows.length === 0) return <EmptyState title="没有待处理的邀请" hint="企业邀请您加入时，可在此接受或谢绝" />
  const join = async ({ invitationId, companyName }: Data['invitations'][number]) => {
    const outcome = await accept.run({ params: { invitationId } })
    if (!outcome.ok) return
    toast.success(`已加入${companyName}`)
    if (phase === 'in') return
    session.set({ phase: 'new' })
    void navigate('/select-company', { replace: true })
  }
  const refuse = async ({ invitationId, companyName }: Data['invitations'][number]) => {
    if (await ask({ title: '谢绝邀请', content: `谢绝后您不会成为${companyName}的员工。`, danger: true }))
      await decline.run({ params: { invitationId } })
  }
  return (
    <ul className="kb-stack kb-gap-12">
      {rows.map((row) => (
        <li key={row.invitationId} className="kb-row kb-gap-24 kb-loose kb-between kb-wrap kb-box">
          <div>
            <strong>{row.companyName}</strong>
            <p className="kb-above-4">
              {row.invitedBy}邀请{row.name}加入
              {row.deptName && `，部门：${row.deptName}`}
              {row.isSigner && '，签字人'}
            </p>
            <p className="kb-muted kb-above-4">
              {row.rights.length > 0 ? `权限：${row.rights.join('、')}。` : '未授予业务权限。'}
              有效期至 {formatTime(row.expiresAt)}（北京时间）
            </p>
          </div>
          <div className="kb-flex kb-gap-8">
            <Button onClick={() => void refuse(row)}>谢绝</Button>
            <Button type="primary" loading={accept.busy} onClick={() => void join(row)}>
              接受
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Employments({ rows }: { rows: Data['employments'] }) {
  const { employee } = useSession()
  const navigate = useNavigate()
  const leave = useAction(leaveCompany, { success: '已退出该企业' })
  if (rows.length === 0) return <EmptyState title="您还没有加入企业" />
  const end = async ({ employeeId, companyName }: Data['employments'][number]) => {
    const content = `退出后您不再是${companyName}的员工，已办理的业务记录保留。再次加入须由该企业邀请。`
    if (!(await ask({ title: '退出企业', content, danger: true }))) return
    const outcome = await leave.run({ params: { employeeId } })
    if (!outcome.ok || employee?.employeeId !== employeeId) return
    session.set({ phase: 'new' })
    void navigate('/select-company', { replace: true })
  }
  return (
    <>
      <p className="kb-muted kb-below-12">
        任职起始为您接受邀请的日期。采购人据此核对评审专家、保管人与投标人之间的任职关系。
      </p>
      <DataTable
        label="任职企业"
        rows={rows}
        rowKey={(row) => row.employeeId}
        columns={[
          { key: 'company', title: '企业', value: (row) => row.companyName },
          { key: 'dept', title: '部门', width: 160, value: (row) => row.deptName },
          { key: 'since', title: '任职起始', width: 130, value: (row) => formatDate(row.since) },
          {
            key: 'status',
            title: '状态',
            width: 110,
            render: (row) => (
              <StatusTag
                label={row.status === 1 ? (row.isAdmin ? '管理员' : '在用') : '已禁用'}
                tone={row.status === 1 ? 'success' : 'danger'}
              />
            ),
          },
        ]}
        renderEnd={(row) => (
          <Button
            type="link"
            size="small"
            danger
            disabled={row.noLeave !== ''}
            title={row.noLeave}
            onClick={() => void end(row)}
          >
            退出企业
          </Button>
        )}
      />
    </>
  )
}
