import { Alert, Button, Form, Input } from 'antd'
import { toast } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { useAction } from '#web/use-call.ts'
import { changeMobile } from '../contract.ts'
import { FormError } from './form-error.tsx'
import { SmsCodeFields, type SmsCodeValues } from './sms-code.tsx'
import { useFormProblem } from './use-form-problem.ts'

type Values = SmsCodeValues & { password?: string }

/** The account moves to another number, proven by a code; the password confirms who asks. */
export function MobileChange({ hasPassword }: { hasPassword: boolean }) {
  const [form] = Form.useForm<Values>()
  const { problem, setProblem, show, onValuesChange } = useFormProblem(form)
  const change = useAction(changeMobile, { quiet: true })
  const send = async (values: Values) => {
    setProblem('')
    const outcome = await change.run({ body: values })
    if (outcome.ok) {
      form.resetFields()
      return toast.success('手机号已更换，其他设备已退出登录')
    }
    show(outcome.error)
  }
  // Named: other forms of this page have fields of the same names.
  return (
    <Form
      name="own-mobile"
      form={form}
      layout="vertical"
      requiredMark={false}
      onValuesChange={onValuesChange}
      onFinish={(values) => void send(values)}
    >
      <Alert
        className="kb-below-16"
        type="info"
        showIcon
        title={tr('手机号即登录账号。更换后请用新手机号登录，原手机号会收到短信通知。')}
      />
      <SmsCodeFields form={form} purpose="register" label="新手机号码" onProblem={setProblem} />
      {hasPassword && (
        <Form.Item name="password" label={tr('登录密码')} rules={[{ required: true, message: '请输入登录密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={200} />
        </Form.Item>
      )}
      <FormError text={problem} />
      <Button type="primary" htmlType="submit" loading={change.busy}>
        {tr('更换手机号')}
      </Button>
    </Form>
  )
}
