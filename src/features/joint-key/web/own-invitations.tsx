import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { answerInvitation, ownInvitations } from '../contract-invitations.ts'
import './joint-key.css'

/** Orders whose owners ask the person to supervise; nothing of the person is shown to them before. */
export function OwnInvitations() {
  const { data = [] } = useCall(ownInvitations, {}, { fresh: 0 })
  const accept = useAction(answerInvitation, { success: '已接受，采购方可选您为保管人' })
  const decline = useAction(answerInvitation, { success: '已谢绝' })
  if (data.length === 0) return null
  const agree = async (invitationId: string, companyName: string) => {
    const content = `接受后，${companyName}可以看到您的姓名和单位。被选为保管人后，您须用本人设备参与生成密钥和开启。`
    if (await ask({ title: '接受监督人邀请', content, okText: '接受' }))
      await accept.run({ params: { invitationId }, body: { accept: true } })
  }
  const refuse = async (invitationId: string) => {
    const content = '谢绝后，对方不会看到您的姓名和单位，也不能就该采购再次邀请您。'
    if (await ask({ title: '谢绝监督人邀请', content, okText: '谢绝', danger: true }))
      await decline.run({ params: { invitationId }, body: { accept: false } })
  }
  return (
    <section className="kb-section" aria-label="监督人邀请">
      <h2>监督人邀请</h2>
      <ul className="kb-reading kb-wide">
        {data.map(({ invitationId, orderTitle, orderCode, companyName, invitedAt }) => (
          <li key={invitationId} className="kb-row kb-gap-12 kb-line">
            <span className="kb-grow">
              {orderTitle}（{orderCode}）{' '}
              <span className="kb-muted">
                {companyName} · {formatTime(invitedAt)}
              </span>
            </span>
            <Button type="primary" size="small" onClick={() => void agree(invitationId, companyName)}>
              接受
            </Button>
            <Button size="small" onClick={() => void refuse(invitationId)}>
              谢绝
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
