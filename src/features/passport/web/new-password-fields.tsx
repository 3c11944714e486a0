import { Form, Input } from 'antd'
import { tr } from '#web/kit/labels.ts'
import { DEFAULT_PASSWORD_RULE, passwordOk } from '../rules.ts'

export interface NewPasswordValues {
  password: string
  again: string
}

/** A password that is set for the first time or anew, and the same again. */
export function NewPasswordFields({ label }: { label: string }) {
  return (
    <>
      <Form.Item
        name="password"
        label={tr(label)}
        extra={tr('6-14位，须同时包含大写字母、小写字母和数字')}
        rules={[
          { required: true, message: '请输入密码' },
          { validator: (_, value: string | undefined) => judge(!value || passwordOk(value), DEFAULT_PASSWORD_RULE) },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={14} />
      </Form.Item>
      <Form.Item
        name="again"
        label={tr(`确认${label}`)}
        dependencies={['password']}
        rules={[
          { required: true, message: '请再次输入密码' },
          ({ getFieldValue }) => ({
            validator: (_, value: string | undefined) =>
              judge(!value || value === getFieldValue('password'), '两次输入密码不一致!'),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={14} />
      </Form.Item>
    </>
  )
}

function judge(ok: boolean, message: string): Promise<void> {
  return ok ? Promise.resolve() : Promise.reject(new Error(message))
}
