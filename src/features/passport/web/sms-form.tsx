import { Button, Form } from 'antd'
import { useState } from 'react'
import { tr } from '#web/kit/labels.ts'
import { useAction } from '#web/use-call.ts'
import { login } from '../contract.ts'
import { FormError } from './form-error.tsx'
import { SmsCodeFields, type SmsCodeValues } from './sms-code.tsx'

/** Log-in by mobile number and the code sent to it. */
export function SmsForm({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<SmsCodeValues>()
  const [problem, setProblem] = useState('')
  const enter = useAction(login, { quiet: true, overlay: false })
  const send = async ({ mobile, code }: SmsCodeValues) => {
    setProblem('')
    const outcome = await enter.run({ body: { mode: 'sms', mobile, code } })
    if (outcome.ok) return onDone()
    setProblem(outcome.error.message)
  }
  return (
    <Form form={form} layout="vertical" requiredMark={false} size="large" onFinish={(values) => void send(values)}>
      <SmsCodeFields form={form} purpose="login" onProblem={setProblem} />
      <FormError text={problem} />
      <Button type="primary" htmlType="submit" block loading={enter.busy}>
        {tr('登录')}
      </Button>
    </Form>
  )
}
