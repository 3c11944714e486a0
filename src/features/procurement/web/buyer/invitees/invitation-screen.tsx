import { Button } from 'antd'
import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { invitationDetail, sendInvitationAgain } from '../../../contract/follow-up.ts'
import { orderDetail } from '../../../contract/order.ts'
import { INVITATION_STATES } from '../../../rules/invite-mode.ts'
import { useBuyer, useOrderPages } from '../use-buyer.ts'
import { InvitationFacts, Letter } from './invitation.tsx'
import { INVITATION_TONES } from './invitee-table.tsx'
import '../buyer.css'

/** One invitation as the buyer sees it. */
export function Screen() {
  const { orderId = '', inviteId = '' } = useParams()
  // Whose method the words are.
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(invitationDetail, { params: { orderId, inviteId } }, { fresh: 0 })
  const send = useAction(sendInvitationAgain, { success: '邀请已再次发送' })
  const at = useBuyer()
  const pages = useOrderPages()
  return (
    <DetailScreen query={query} back={{ label: '受邀供应商', to: pages('abortive.addSupplier') }}>
      {(invitation) => ({
        title: invitation.name,
        status: <StatusTag label={INVITATION_STATES[invitation.state]} tone={INVITATION_TONES[invitation.state]} />,
        facts: [
          order.data?.title,
          order.data?.code,
          order.data?.schedule.signUpEnd && `报名截止 ${formatTime(order.data.schedule.signUpEnd)}`,
        ],
        extra: invitation.maySendAgain && (
          <Button loading={send.busy} onClick={() => void send.run({ params: { orderId, inviteId } })}>
            再次发送
          </Button>
        ),
        sections: [
          { key: 'reply', title: '邀请与回复', content: <InvitationFacts invitation={invitation} /> },
          {
            key: 'letter',
            title: at.say('{announcement}'),
            content: <Letter orderId={orderId} invitation={invitation} />,
          },
        ],
      })}
    </DetailScreen>
  )
}
