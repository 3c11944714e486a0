import { Alert, Input, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { useAction } from '#web/use-call.ts'
import { declineInvitation } from '../../../contract/supplier.ts'
import { tenderPages } from '../tender-pages.ts'
import type { Tender } from '../words.ts'

/** Who invites, until when one may answer, and what was answered; nothing for who has signed up. */
export function InvitationNote({ tender }: { tender: Tender }) {
  const { invitation, people, schedule, orderId, method } = tender
  const signUp = tender.actions.find((action) => action.action === 'signUp' && !action.reason)
  if (!invitation || !signUp) return null
  const letter = (
    <Link to={tenderPages(orderId, method)('invite.reply', { inviteId: invitation.inviteId })}>查看邀请函 ›</Link>
  )
  if (invitation.declinedAt)
    return (
      <Alert
        className="kb-above-16 kb-below-16 kb-above-12 kb-below-12"
        type="info"
        showIcon
        title={`贵单位已于 ${formatTime(invitation.declinedAt)} 谢绝邀请：${invitation.reason}`}
        action={letter}
        description={`经办人 ${invitation.declinedByName}。${formatTime(schedule.signUpEnd)}（报名截止）前报名即视为接受邀请。`}
      />
    )
  return (
    <Alert
      className="kb-above-16 kb-below-16 kb-above-12 kb-below-12"
      type="info"
      showIcon
      title={`${people.map((one) => one.name).join('、')}邀请贵单位参加`}
      action={letter}
      description={`报名即接受邀请，不参加的请谢绝；${formatTime(schedule.signUpEnd)} 报名截止。`}
    />
  )
}

/** Declines with a reason, which the buyer reads. */
export function DeclineDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const decline = useAction(declineInvitation, {
    success: '已谢绝邀请',
    onDone: onClose,
  })
  return (
    <Modal
      open
      title="谢绝邀请"
      okText="谢绝"
      okButtonProps={{ disabled: reason.trim().length < 2, loading: decline.busy }}
      onOk={() => void decline.run({ params: { orderId }, body: { reason: reason.trim() } })}
      onCancel={onClose}
    >
      <p className="kb-muted">原因将告知邀请单位，其他受邀单位不会得知。报名截止前可改为报名。</p>
      <label htmlFor="decline-reason">谢绝原因</label>
      <Input.TextArea
        id="decline-reason"
        rows={3}
        maxLength={500}
        placeholder="如：产能已满，无法按期供货"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  )
}
