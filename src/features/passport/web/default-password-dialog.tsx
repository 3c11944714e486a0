import { Modal } from 'antd'
import { useState } from 'react'
import { tr } from '#web/kit/labels.ts'
import { toast } from '#web/feedback.ts'
import { session, useSession } from '#web/shell/session.ts'
import { Parts } from '#web/shell/parts.tsx'
import { SHELL } from '#web/shell/slots.ts'
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
      {phase === 'no-company' && <Parts of={SHELL.firstPassword} />}
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
