import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { ERRORS } from '#contract/errors.ts'
import { tr } from '#web/kit/labels.ts'
import { toast } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { login, sendSms } from '../contract.ts'
import { CaptchaField, useCaptcha } from './captcha-field.tsx'
import { DemoOutboxHint } from './demo-outbox-hint.tsx'
import { FormError } from './form-error.tsx'

interface Values {
  mobile: string
  code: string
  captcha?: string
}

/** Mobile number and the code sent to it. */
export function SmsForm({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState('')
  const [wait, setWait] = useState(0)
  const [inDemo, setInDemo] = useState(false)
  const [needsPicture, setNeedsPicture] = useState(false)
  const picture = useCaptcha(needsPicture)
  const ask = useAction(sendSms, { quiet: true, overlay: false })
  const enter = useAction(login, { quiet: true, overlay: false })

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  const request = async () => {
    const checked = await form.validateFields(needsPicture ? ['mobile', 'captcha'] : ['mobile']).catch(() => null)
    if (!checked) return
    setProblem('')
    const { mobile, captcha } = checked
    const outcome = await ask.run({ body: { mobile, ...(captcha ? { captcha, captchaId: picture.id } : {}) } })
    if (outcome.ok) {
      setWait(outcome.data.retryAfterSeconds)
      setInDemo(outcome.data.inDemoOutbox)
      return toast.success('验证码已发送，请查收短信')
    }
    if (outcome.error.code === ERRORS.captcha.code) setNeedsPicture(true)
    picture.renew()
    setProblem(outcome.error.message)
  }

  const send = async ({ mobile, code }: Values) => {
    setProblem('')
    const outcome = await enter.run({ body: { mode: 'sms', mobile, code } })
    if (outcome.ok) return onDone()
    setProblem(outcome.error.message)
  }

  return (
    <Form form={form} layout="vertical" requiredMark={false} size="large" onFinish={(values) => void send(values)}>
      <Form.Item
        name="mobile"
        label={tr('手机号码')}
        rules={[{ required: true, pattern: /^\d{11}$/, message: '请输入11位手机号码' }]}
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
      <FormError text={problem} />
      <Button type="primary" htmlType="submit" block loading={enter.busy}>
        {tr('登录')}
      </Button>
    </Form>
  )
}
