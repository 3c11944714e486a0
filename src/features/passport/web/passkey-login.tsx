import { Button } from 'antd'
import { useState } from 'react'
import { tr } from '#web/kit/labels.ts'
import { useAction } from '#web/use-call.ts'
import { login } from '../contract.ts'
import { passkeyLogin } from '../contract-factors.ts'
import { FormError } from './form-error.tsx'
import { canUsePasskeys, showPasskey } from './passkey.ts'

/** Log-in without account and password, by a passkey of this device. */
export function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const [problem, setProblem] = useState('')
  const ask = useAction(passkeyLogin, { quiet: true, overlay: false })
  const enter = useAction(login, { quiet: true, overlay: false })
  if (!canUsePasskeys()) return null
  const send = async () => {
    setProblem('')
    const asked = await ask.run()
    if (!asked.ok) return setProblem(asked.error.message)
    const response = await showPasskey(asked.data.options)
    if (!response) return setProblem('未完成通行密钥验证，请重试')
    const outcome = await enter.run({ body: { mode: 'passkey', response } })
    if (outcome.ok) return onDone()
    setProblem(outcome.error.message)
  }
  return (
    <div className="kb-passkey-login kb-above-12">
      <Button size="large" block loading={ask.busy || enter.busy} onClick={() => void send()}>
        {tr('使用通行密钥登录')}
      </Button>
      <FormError text={problem} />
    </div>
  )
}
