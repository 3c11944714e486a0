import { Button, Modal } from 'antd'
import { useState } from 'react'
import { ownEmployments } from '#features/organisation/contract/employments.ts'
import { tr } from '#web/kit/labels.ts'
import { toast } from '#web/feedback.ts'
import { goTo } from '#web/navigation.ts'
import { leave } from '#web/shell/bootstrap.ts'
import { session, useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import './login.css'
import { PasswordChange } from './password-change.tsx'

/**
 * Who still has the password given by somebody else must change it first: neither Escape, nor a click outside, nor a
 * close button helps (specification part 1 section 5).
 */
export function Part() {
  const { person, phase } = useSession()
  const [done, setDone] = useState(false)
  if (!person?.isDefaultPassword || done) return null
  return (
    <Modal
      open
      title={tr('修改默认密码')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      width={440}
    >
      <p className="kb-default-password kb-below-16 kb-muted">
        {tr('您正在使用默认密码，为保证账号安全，请修改后继续使用。')}
      </p>
      {phase === 'no-company' && <Joining />}
      <PasswordChange
        onDone={() => {
          toast.success('默认密码修改成功')
          setDone(true)
          // Who was invited by a company belongs to it from now on: everything starts anew.
          if (phase === 'no-company') return session.set({ phase: 'new' })
          session.set({ person: { ...person, isDefaultPassword: false } })
        }}
      />
    </Modal>
  )
}

/** Changing the password says yes to the company that opened the account: that is said before, and who does not agree leaves. */
function Joining() {
  const { data } = useCall(ownEmployments, {}, { fresh: 0 })
  const [company] = data?.invitations ?? []
  if (!company) return null
  return (
    <p className="kb-default-password kb-below-16 kb-muted">
      {company.companyName}
      {tr('邀请您加入，修改密码后您将成为该企业的员工。如不同意，请')}
      <Button
        type="link"
        className="kb-inline-link"
        onClick={() => void leave().then(() => goTo('/login', { replace: true }))}
      >
        {tr('退出登录')}
      </Button>
      {tr('，以短信验证码登录后可谢绝邀请。')}
    </p>
  )
}
