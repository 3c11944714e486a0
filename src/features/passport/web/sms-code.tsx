import type { FormInstance } from 'antd'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { tr } from '#web/kit/labels.ts'
import { toast } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { sendSms } from '../contract.ts'
import { DemoOutboxHint } from './demo-outbox-hint.tsx'
import { withProof } from './proof.ts'
import { ProofNote } from './proof-note.tsx'

/** Names of the fields that `SmsCodeFields` draws. */
export interface SmsCodeValues {
  mobile: string
  code: string
}

interface SmsCodeFieldsProps {
  form: FormInstance
  purpose: 'login' | 'register'
  label?: string
  /** Why no code was sent; '' when asked for anew. */
  onProblem: (text: string) => void
}

/** Mobile number and the code sent to it. Where many were asked for the browser proves some work first. */
export function SmsCodeFields({ form, purpose, label = '手机号码', onProblem }: SmsCodeFieldsProps) {
  const [wait, setWait] = useState(0)
  const [inDemo, setInDemo] = useState(false)
  const [isProving, setProving] = useState(false)
  const ask = useAction(sendSms, { quiet: true, overlay: false })

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  const request = async () => {
    const checked = (await form.validateFields(['mobile']).catch(() => null)) as Pick<SmsCodeValues, 'mobile'> | null
    if (!checked) return
    onProblem('')
    const { mobile } = checked
    const outcome = await withProof(
      { purpose: 'sms', subject: mobile },
      (proof) => ask.run({ body: { mobile, purpose, ...proof } }),
      setProving,
    )
    if (outcome.ok) {
      setWait(outcome.data.retryAfterSeconds)
      setInDemo(outcome.data.inDemoOutbox)
      return toast.success('验证码已发送，请查收短信')
    }
    onProblem(outcome.error.message)
  }

  return (
    <>
      <Form.Item
        name="mobile"
        label={tr(label)}
        rules={[{ required: true, pattern: /^1\d{10}$/, message: '请输入11位手机号码' }]}
      >
        <Input autoComplete="tel" inputMode="numeric" maxLength={11} />
      </Form.Item>
      <Form.Item label={tr('短信验证码')} required>
        <div className="kb-flex kb-gap-8">
          <Form.Item name="code" noStyle rules={[{ required: true, pattern: /^\d{6}$/, message: '请输入6位验证码' }]}>
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} aria-label={tr('短信验证码')} />
          </Form.Item>
          <Button disabled={wait > 0} loading={ask.busy || isProving} onClick={() => void request()}>
            {wait > 0 ? `${wait} ${tr('秒后重发')}` : tr('获取验证码')}
          </Button>
        </div>
      </Form.Item>
      <ProofNote shown={isProving} />
      {inDemo && <DemoOutboxHint />}
    </>
  )
}
