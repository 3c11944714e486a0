import { Button } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import type { orderInvitees } from '../../../contract/follow-up.ts'
import { INVITATION_STATES, type InvitationState } from '../../../rules/invite-mode.ts'
import { useOrderPages } from '../use-buyer.ts'

export type Invitee = OutputOf<typeof orderInvitees>['rows'][number]

export const INVITATION_TONES: Readonly<Record<InvitationState, Tone>> = {
  chosen: 'neutral',
  told: 'active',
  read: 'active',
  accepted: 'success',
  declined: 'danger',
}

interface InviteeTableProps {
  orderId: string
  rows: readonly Invitee[]
  /** Takes one off the list, as long as nobody was told. */
  onRemove?: (row: Invitee) => void
}

/** Who is invited, why, and what became of it. */
export function InviteeTable({ orderId, rows, onRemove }: InviteeTableProps) {
  const pages = useOrderPages()
  return (
    <>
      <DataTable<Invitee>
        label="受邀供应商"
        rows={rows}
        rowKey={(row) => row.companyId}
        columns={[
          {
            key: 'name',
            title: '供应商',
            render: (row) => (
              <>
                <Link to={pages('invite.letter', letterIds(orderId, row))}>{row.name}</Link>
                {!row.isUsable && <span className="kb-bad">（已不是在用的认证供应商）</span>}
              </>
            ),
          },
          { key: 'reason', title: '邀请理由', value: (row) => row.reason },
          {
            key: 'state',
            title: '状态',
            width: 90,
            render: (row) => <StatusTag label={INVITATION_STATES[row.state]} tone={INVITATION_TONES[row.state]} />,
          },
          { key: 'reply', title: '回复', width: 220, value: replyOf },
          { key: 'by', title: '经办人', width: 84, value: (row) => row.addedByName },
        ]}
        {...(onRemove && {
          renderEnd: (row) => (
            <Button type="link" size="small" aria-label={`移除${row.name}`} onClick={() => onRemove(row)}>
              移除
            </Button>
          ),
        })}
      />
    </>
  )
}

/** Some methods' address of a letter names the sign-up that answers it, of which there is none before. */
function letterIds(orderId: string, { inviteId, tradeId }: Invitee) {
  return { orderId, inviteId, tradeId: tradeId ?? 'none' }
}

/** What happened last: who answered and when, or since when nobody did. */
function replyOf(row: Invitee): string {
  const replied = `${formatTime(row.repliedAt)}${row.repliedByName ? `，${row.repliedByName}` : ''}`
  switch (row.state) {
    case 'chosen':
      return '发布后通知'
    case 'told':
      return `${formatTime(row.toldAt)} 通知`
    case 'read':
      return `${formatTime(row.readAt)} 阅读`
    case 'accepted':
      return `${replied} 报名`
    case 'declined':
      return `${row.declineReason}（${replied}）`
  }
}
