import { Button, Form, Input } from 'antd'
import { Link, useNavigate } from 'react-router'
import { tr } from '#web/kit/labels.ts'
import { session, useSession } from '#web/shell/session.ts'
import { useAction } from '#web/use-call.ts'
import { register } from '../contract.ts'
import { FormError } from './form-error.tsx'
import { NewPasswordFields, type NewPasswordValues } from './new-password-fields.tsx'
import { SmsCodeFields, type SmsCodeValues } from './sms-code.tsx'
import { useFormProblem } from './use-form-problem.ts'
import './login.css'

interface Values extends SmsCodeValues, NewPasswordValues {
  nickname: string
}

/** A new person: mobile number and the code sent to it, name, password; afterwards the choice of a company. */
export function Screen() {
  const { tenant } = useSession()
  const navigate = useNavigate()
  const enter = () => {
    session.set({ phase: 'new' })
    void navigate('/select-company', { replace: true })
  }
  return (
    <div className="kb-select kb-place-centre">
      <main className="kb-select-box kb-frame">
        <p className="kb-muted">{tenant?.name}</p>
        <h1 className="kb-title-22 kb-below-12">{tr('注册账号')}</h1>
        <RegisterForm onDone={enter} />
        <p className="kb-above-16 kb-soft kb-text-centre">
          {tr('已有账号？')}
          <Link to="/login">{tr('直接登录')}</Link>
        </p>
      </main>
    </div>
  )
}

function RegisterForm({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<Values>()
  const { problem, setProblem, show, onValuesChange } = useFormProblem(form)
  const create = useAction(register, { quiet: true, overlay: false })

  const send = async (values: Values) => {
    setProblem('')
    const outcome = await create.run({ body: values })
    if (outcome.ok) return onDone()
    show(outcome.error)
  }

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      size="large"
      onValuesChange={onValuesChange}
      onFinish={(values) => void send(values)}
    >
      <SmsCodeFields form={form} purpose="register" onProblem={setProblem} />
      <Form.Item
        name="nickname"
        label={tr('姓名')}
        rules={[{ required: true, whitespace: true, min: 2, message: '请输入姓名' }]}
      >
        <Input autoComplete="name" maxLength={40} />
      </Form.Item>
      <NewPasswordFields name="password" labels={['密码', '确认密码']} missing={['请输入密码', '请再次输入密码']} />
      <FormError text={problem} />
      <Button type="primary" htmlType="submit" block loading={create.busy}>
        {tr('注册')}
      </Button>
    </Form>
  )
}
