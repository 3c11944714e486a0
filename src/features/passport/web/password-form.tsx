import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { ERRORS } from '#contract/errors.ts'
import { tr } from '#web/kit/labels.ts'
import { loginFill } from '#web/shell/login-fill.ts'
import { useAction } from '#web/use-call.ts'
import { login } from '../contract.ts'
import { CAPTCHA_AFTER } from '../rules.ts'
import { CaptchaField, useCaptcha } from './captcha-field.tsx'
import { FormError } from './form-error.tsx'

interface Values {
  account: string
  password: string
  captcha?: string
}

/** Account and password; a picture to type off once too many were wrong. */
export function PasswordForm({ captchaNeeded, onDone }: { captchaNeeded: boolean; onDone: () => void }) {
  const [form] = Form.useForm<Values>()
  const [failures, setFailures] = useState(0)
  const [problem, setProblem] = useState('')
  const enter = useAction(login, { quiet: true, overlay: false })
  const picture = useCaptcha(captchaNeeded || failures >= CAPTCHA_AFTER)
  const { values: filled } = loginFill.use()
  useEffect(() => {
    if (filled) form.setFieldsValue(filled)
  }, [form, filled])

  const send = async ({ account, password, captcha }: Values) => {
    setProblem('')
    const outcome = await enter.run({
      body: {
        mode: 'password',
        account: account.trim(),
        password,
        ...(captcha ? { captcha, captchaId: picture.id } : {}),
      },
    })
    if (outcome.ok) return onDone()
    const { code, message } = outcome.error
    setProblem(message)
    setFailures((n) => (code === ERRORS.captcha.code ? Math.max(n, CAPTCHA_AFTER) : n + 1))
    form.setFieldValue('captcha', undefined)
    // A picture is good for one try only.
    picture.renew()
    form.focusField(code === ERRORS.captcha.code ? 'captcha' : 'password')
  }

  return (
    <Form form={form} layout="vertical" requiredMark={false} size="large" onFinish={(values) => void send(values)}>
      <Form.Item
        name="account"
        label={tr('账号')}
        rules={[{ required: true, whitespace: true, message: '请输入账号' }]}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose */}
        <Input autoComplete="username" autoFocus maxLength={60} placeholder={tr('手机号或账号')} />
      </Form.Item>
      <Form.Item name="password" label={tr('密码')} rules={[{ required: true, message: '请输入密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      {picture.needed && <CaptchaField picture={picture} />}
      <FormError text={problem} />
      <Button type="primary" htmlType="submit" block loading={enter.busy}>
        {tr('登录')}
      </Button>
    </Form>
  )
}
