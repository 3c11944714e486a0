import { Button, Form, Input } from 'antd'
import { ERRORS } from '#contract/errors.ts'
import { tr } from '#web/kit/labels.ts'
import { toast } from '#web/feedback.ts'
import { useFieldErrors } from '#web/kit/use-field-errors.ts'
import { useAction } from '#web/use-call.ts'
import { changePassword } from '../contract.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

interface Values {
  current: string
  next: string
  again: string
}

const trimmed = (value: string | undefined) => value?.trim()

/** Current password, new one, new one again; inputs are trimmed. */
export function PasswordChange({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<Values>()
  const errors = useFieldErrors(form)
  const change = useAction(changePassword, { quiet: true })

  const send = async (values: Values) => {
    const outcome = await change.run({ body: values })
    if (outcome.ok) {
      form.resetFields()
      return onDone()
    }
    const { code, message } = outcome.error
    if (code === ERRORS.credentials.code) errors.place([{ path: ['current'], messages: [message] }])
    else errors.showRefusal(outcome.error)
  }

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onValuesChange={errors.recheck}
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
      <NewPasswordFields name="next" labels={['新密码', '确认新密码']} missing={['请输入新密码', '请再次输入新密码']} />
      <Button type="primary" htmlType="submit" loading={change.busy}>
        {tr('确定')}
      </Button>
    </Form>
  )
}
