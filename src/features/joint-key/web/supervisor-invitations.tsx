import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { inviteSupervisor, supervisorInvitations, withdrawInvitation } from '../contract-invitations.ts'
import { InvitationStatus } from '../rules-invitations.ts'

const S = InvitationStatus.values
const TONES: Record<number, Tone> = {
  [S.waiting]: 'active',
  [S.accepted]: 'success',
  [S.declined]: 'neutral',
  [S.withdrawn]: 'neutral',
}

/** Asks supervisors by account or number. Who they are is shown once they accept. */
export function SupervisorInvitations({ orderId }: { orderId: string }) {
  const params = { orderId }
  const { data: asked = [] } = useCall(supervisorInvitations, { params })
  const invite = useAction(inviteSupervisor, { success: '邀请已发出', onDone: () => setContact('') })
  const withdraw = useAction(withdrawInvitation, { success: '已撤回' })
  const [contact, setContact] = useState('')
  const id = useId()
  const shown = asked.filter((one) => one.status !== S.withdrawn)
  return (
    <>
      <form
        className="kb-row kb-low kb-wrap"
        onSubmit={(event) => {
          event.preventDefault()
          void invite.run({ params, body: { contact: contact.trim() } })
        }}
      >
        <label className="kb-stack kb-gap-4" htmlFor={id}>
          监督人账号或手机号
          <Input
            id={id}
            style={{ width: 280 }}
            autoComplete="off"
            maxLength={60}
            disabled={invite.busy}
            value={contact}
            onChange={(event) => setContact(event.target.value)}
          />
        </label>
        <Button htmlType="submit" loading={invite.busy} disabled={contact.trim().length < 2}>
          发出邀请
        </Button>
      </form>
      <p className="kb-muted">对方接受邀请后，方可看到其姓名和单位，并选为保管人。</p>
      {shown.length > 0 && (
        <ul className="kb-reading kb-wide" aria-label="监督人邀请">
          {shown.map(({ invitationId, contact: given, status, statusLabel, person }) => (
            <li key={invitationId} className="kb-row kb-gap-12 kb-line">
              <span className="kb-grow">
                {person ? `${person.name} ` : given}
                {person && <span className="kb-muted">{person.companyName}</span>}
              </span>
              <StatusTag label={statusLabel} tone={TONES[status] ?? 'neutral'} />
              {status === S.waiting && (
                <Button
                  type="link"
                  size="small"
                  onClick={() => void withdraw.run({ params: { orderId, invitationId } })}
                >
                  撤回
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
