import { Button, Form } from 'antd'
import { Link, useNavigate } from 'react-router'
import { toast } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { session, useSession } from '#web/shell/session.ts'
import { useAction } from '#web/use-call.ts'
import { resetByCode } from '../contract.ts'
import { FormError } from './form-error.tsx'
import './login.css'
import { NewPasswordFields, type NewPasswordValues } from './new-password-fields.tsx'
import { SmsCodeFields, type SmsCodeValues } from './sms-code.tsx'
import { useFormProblem } from './use-form-problem.ts'

type Values = SmsCodeValues & NewPasswordValues

/** A new password by the code sent to the account's number. */
export function Screen() {
  const { tenant } = useSession()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const { problem, setProblem, show, onValuesChange } = useFormProblem(form)
  const reset = useAction(resetByCode, { quiet: true, overlay: false })
  const send = async (values: Values) => {
    setProblem('')
    const outcome = await reset.run({ body: values })
    if (outcome.ok) {
      toast.success('密码已重置，请重新登录')
      session.set({ phase: 'out' })
      return void navigate('/login', { replace: true })
    }
    show(outcome.error)
  }
  return (
    <div className="kb-select kb-place-centre">
      <main className="kb-select-box kb-frame">
        <p className="kb-muted">{tenant?.name}</p>
        <h1 className="kb-title-22 kb-below-12">{tr('重置密码')}</h1>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          size="large"
          onValuesChange={onValuesChange}
          onFinish={(values) => void send(values)}
        >
          <SmsCodeFields form={form} purpose="login" onProblem={setProblem} />
          <NewPasswordFields
            name="password"
            labels={['新密码', '确认新密码']}
            missing={['请输入新密码', '请再次输入新密码']}
          />
          <FormError text={problem} />
          <Button type="primary" htmlType="submit" block loading={reset.busy}>
            {tr('重置密码')}
          </Button>
        </Form>
        <p className="kb-above-16 kb-soft kb-text-centre">
          <Link to="/login">{tr('返回登录')}</Link>
        </p>
      </main>
    </div>
  )
}
