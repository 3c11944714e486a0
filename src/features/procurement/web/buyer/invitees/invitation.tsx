import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import type { invitationDetail } from '../../../contract/follow-up.ts'
import { PublishedNotice } from '../notice-list.tsx'
import { useOrderPages } from '../use-buyer.ts'

export type Invitation = OutputOf<typeof invitationDetail>

/** Why a supplier was invited, and what became of it. */
export function InvitationFacts({ invitation }: { invitation: Invitation }) {
  const { state, tradeId, companyId } = invitation
  const pages = useOrderPages()
  const signUp = tradeId === null ? null : pages('sign-up.read', { tradeId, supplierId: companyId })
  return (
    <FieldList
      items={[
        { label: '邀请理由', value: invitation.reason, wide: true },
        { label: '列入名单', value: at(invitation.addedAt, invitation.addedByName) },
        { label: '通知', value: at(invitation.toldAt, '') ?? '发布后通知' },
        invitation.sentAgainAt !== null && { label: '再次发送', value: at(invitation.sentAgainAt, '') },
        { label: '阅读', value: at(invitation.readAt, invitation.readByName) },
        state === 'declined'
          ? { label: '谢绝', value: at(invitation.repliedAt, invitation.repliedByName) }
          : { label: '接受', value: at(invitation.repliedAt, invitation.repliedByName) },
        state === 'declined' && { label: '谢绝原因', value: invitation.declineReason, wide: true },
        signUp !== null && { label: '报名', value: <Link to={signUp}>查看报名资料 ›</Link> },
      ]}
    />
  )
}

/** The letter as it went out, or the announcement where everybody may sign up. */
export function Letter({ orderId, invitation }: { orderId: string; invitation: Invitation }) {
  if (invitation.letterId === null) return <p className="kb-muted">尚未发布，发布后可在此查看</p>
  return <PublishedNotice orderId={orderId} noticeId={invitation.letterId} />
}

function at(instant: string | null, name: string): string | null {
  return instant && `${formatTime(instant, true)}${name ? `，${name}` : ''}`
}
