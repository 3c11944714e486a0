import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { tr } from '#web/kit/labels.ts'
import { loginFill } from '#web/shell/login-fill.ts'
import { useAction } from '#web/use-call.ts'
import { login } from '../contract.ts'
import { FormError } from './form-error.tsx'
import { withProof } from './proof.ts'
import { ProofNote } from './proof-note.tsx'

interface Values {
  account: string
  password: string
}

/** Account and password; once too many were wrong the browser proves some work beside it. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<Values>()
  const [isProving, setProving] = useState(false)
  const [problem, setProblem] = useState('')
  const enter = useAction(login, { quiet: true, overlay: false })
  const { values: filled } = loginFill.use()
  useEffect(() => {
    if (filled) form.setFieldsValue(filled)
  }, [form, filled])

  const send = async ({ account, password }: Values) => {
    setProblem('')
    const named = account.trim()
    const outcome = await withProof(
      { purpose: 'login', subject: named },
      (proof) => enter.run({ body: { mode: 'password', account: named, password, ...proof } }),
      setProving,
    )
    if (outcome.ok) return onDone()
    setProblem(outcome.error.message)
    form.focusField('password')
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
      <FormError text={problem} />
      <ProofNote shown={isProving} />
      <Button type="primary" htmlType="submit" block loading={enter.busy || isProving}>
        {tr('登录')}
      </Button>
    </Form>
  )
}
