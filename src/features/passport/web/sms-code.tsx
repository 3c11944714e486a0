import type { FormInstance } from 'antd'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { ERRORS } from '#contract/errors.ts'
import { tr } from '#web/kit/labels.ts'
import { toast } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { sendSms } from '../contract.ts'
import { CaptchaField, useCaptcha } from './captcha-field.tsx'
import { DemoOutboxHint } from './demo-outbox-hint.tsx'

/** Names of the fields that `SmsCodeFields` draws. */
export interface SmsCodeValues {
  mobile: string
  code: string
  captcha?: string
}

interface SmsCodeFieldsProps {
  form: FormInstance
  purpose: 'login' | 'register'
  /** Why no code was sent; '' when asked for anew. */
  onProblem: (text: string) => void
}

/** Mobile number and the code sent to it, with a picture to read where too many were asked for. */
export function SmsCodeFields({ form, purpose, onProblem }: SmsCodeFieldsProps) {
  const [wait, setWait] = useState(0)
  const [inDemo, setInDemo] = useState(false)
  const [needsPicture, setNeedsPicture] = useState(false)
  const picture = useCaptcha(needsPicture)
  const ask = useAction(sendSms, { quiet: true, overlay: false })

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  const request = async () => {
    const names = needsPicture ? ['mobile', 'captcha'] : ['mobile']
    const checked = (await form.validateFields(names).catch(() => null)) as SmsCodeValues | null
    if (!checked) return
    onProblem('')
    const { mobile, captcha } = checked
    const proof = captcha ? { captcha, captchaId: picture.id } : {}
    const outcome = await ask.run({ body: { mobile, purpose, ...proof } })
    if (outcome.ok) {
      setWait(outcome.data.retryAfterSeconds)
      setInDemo(outcome.data.inDemoOutbox)
      return toast.success('验证码已发送，请查收短信')
    }
    if (outcome.error.code === ERRORS.captcha.code) setNeedsPicture(true)
    picture.renew()
    onProblem(outcome.error.message)
  }

  return (
    <>
      <Form.Item
        name="mobile"
        label={tr('手机号码')}
        rules={[{ required: true, pattern: /^1\d{10}$/, message: '请输入11位手机号码' }]}
      >
        <Input autoComplete="tel" inputMode="numeric" maxLength={11} />
      </Form.Item>
      {picture.needed && <CaptchaField picture={picture} />}
      <Form.Item label={tr('短信验证码')} required>
        <div className="kb-captcha">
          <Form.Item name="code" noStyle rules={[{ required: true, pattern: /^\d{6}$/, message: '请输入6位验证码' }]}>
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} aria-label={tr('短信验证码')} />
          </Form.Item>
          <Button disabled={wait > 0} loading={ask.busy} onClick={() => void request()}>
            {wait > 0 ? `${wait} ${tr('秒后重发')}` : tr('获取验证码')}
          </Button>
        </div>
      </Form.Item>
      {inDemo && <DemoOutboxHint />}
    </>
  )
}
