import { Button, Form, Input } from 'antd'
import { ERRORS } from '#contract/errors.ts'
import { tr } from '#web/kit/labels.ts'
import { toast } from '#web/feedback.ts'
import { problemsOf } from '#web/kit/form-screen.tsx'
import { useAction } from '#web/use-call.ts'
import { changePassword } from '../contract.ts'
import { DEFAULT_PASSWORD_RULE, passwordOk } from '../rules.ts'

interface Values {
  current: string
  next: string
  again: string
}

const trimmed = (value: string | undefined) => value?.trim()

/** Current password, new one, new one again; inputs are trimmed. */
export function PasswordChange({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<Values>()
  const change = useAction(changePassword, { quiet: true })

  const send = async (values: Values) => {
    const outcome = await change.run({ body: values })
    if (outcome.ok) {
      form.resetFields()
      return onDone()
    }
    const { code, message, details, handled } = outcome.error
    if (code === ERRORS.credentials.code) form.setFields([{ name: 'current', errors: [message] }])
    else if (code === ERRORS.invalid.code) {
      form.setFields(problemsOf(details).map(({ path, messages }) => ({ name: path as never, errors: messages })))
      toast.error(ERRORS.invalid.message)
    } else if (!handled) toast.error(message)
  }

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => void send(values)}
      onFinishFailed={() => toast.error(ERRORS.invalid.message)}
    >
      <Form.Item
        name="current"
        label={tr('当前密码')}
        normalize={trimmed}
        rules={[{ required: true, message: '请输入当前密码' }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="next"
        label={tr('新密码')}
        normalize={trimmed}
        extra={tr('6-14位，须同时包含大写字母、小写字母和数字')}
        rules={[
          { required: true, message: '请输入新密码' },
          { validator: (_, value: string | undefined) => judge(!value || passwordOk(value), DEFAULT_PASSWORD_RULE) },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={14} />
      </Form.Item>
      <Form.Item
        name="again"
        label={tr('确认新密码')}
        normalize={trimmed}
        dependencies={['next']}
        rules={[
          { required: true, message: '请再次输入新密码' },
          ({ getFieldValue }) => ({
            validator: (_, value: string | undefined) =>
              judge(!value || value === getFieldValue('next'), '两次输入密码不一致!'),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={14} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={change.busy}>
        {tr('确定')}
      </Button>
    </Form>
  )
}

function judge(ok: boolean, message: string): Promise<void> {
  return ok ? Promise.resolve() : Promise.reject(new Error(message))
}
