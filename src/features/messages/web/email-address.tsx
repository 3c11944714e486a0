import { Button, Input } from 'antd'
import { useState } from 'react'
import { ask } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { useAction } from '#web/use-call.ts'
import { askEmailCode, confirmEmail, forgetEmail } from '../contract-settings.ts'

/** The address that mail goes to; a new one counts once the code sent to it was entered. */
export function EmailAddress({ address, asked }: { address: string | null; asked: string | null }) {
  const [isChanging, setChanging] = useState(false)
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const send = useAction(askEmailCode, { success: '验证码已发送，15 分钟内有效' })
  const done = () => {
    setChanging(false)
    setCode('')
  }
  const confirm = useAction(confirmEmail, { success: '邮箱已验证', onDone: done })
  const forget = useAction(forgetEmail, { success: '已取消', onDone: done })
  const giveUp = async () => {
    const content = '取消后不再收到邮件，等待汇总的邮件不再发送，站内消息不受影响。'
    if (await ask({ title: '取消消息邮箱', content, danger: true })) await forget.run()
  }
  if (address && !isChanging)
    return (
      <span>
        {address}
        <Button type="link" size="small" onClick={() => setChanging(true)}>
          {tr('更换')}
        </Button>
        <Button type="link" size="small" danger onClick={() => void giveUp()}>
          {tr('取消')}
        </Button>
      </span>
    )
  return (
    <div className="kb-stack kb-wide">
      <form
        className="kb-flex kb-gap-8"
        onSubmit={(event) => {
          event.preventDefault()
          void send.run({ body: { email: email.trim() } })
        }}
      >
        <Input
          aria-label={tr('邮箱地址')}
          type="email"
          placeholder="name@example.com"
          value={email}
          onChange={(e) => setEmail(e.target.value)}
        />
        <Button htmlType="submit" disabled={email.trim() === ''}>
          {tr('获取验证码')}
        </Button>
      </form>
      {asked && (
        <form
          className="kb-flex kb-gap-8"
          onSubmit={(event) => {
            event.preventDefault()
            void confirm.run({ body: { code } })
          }}
        >
          <Input
            aria-label={tr('邮箱验证码')}
            inputMode="numeric"
            maxLength={6}
            placeholder={`${tr('发至')} ${asked} ${tr('的6位验证码')}`}
            value={code}
            onChange={(e) => setCode(e.target.value.replace(/\D/g, ''))}
          />
          <Button htmlType="submit" type="primary" disabled={code.length !== 6}>
            {tr('验证')}
          </Button>
        </form>
      )}
      {address && (
        <Button type="link" size="small" onClick={() => setChanging(false)}>
          {tr('保留原邮箱')} {address}
        </Button>
      )}
    </div>
  )
}
