import { Form, Input } from 'antd'
import { tr } from '#web/kit/labels.ts'
import { useSession } from '#web/shell/session.ts'
import { DEFAULT_POLICY, passwordFitsRule, passwordHint, passwordRuleText } from '../rules-policy.ts'

export interface NewPasswordValues {
  password: string
  again: string
}

interface NewPasswordFieldsProps {
  /** Field of the first one; the second one is `again`. */
  name: string
  labels: readonly [string, string]
  missing: readonly [string, string]
}

/** A new password twice, judged by the tenant's rule while it is typed; blanks around it do not count. */
export function NewPasswordFields({ name, labels, missing }: NewPasswordFieldsProps) {
  const { tenant } = useSession()
  const rule = tenant?.passwordRule ?? DEFAULT_POLICY
  return (
    <>
      <Form.Item
        name={name}
        label={tr(labels[0])}
        normalize={trimmed}
        extra={tr(passwordHint(rule))}
        rules={[
          { required: true, message: missing[0] },
          {
            validator: (_, value: string | undefined) =>
              judge(!value || passwordFitsRule(value, rule), passwordRuleText(rule)),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={rule.passwordMax} />
      </Form.Item>
      <Form.Item
        name="again"
        label={tr(labels[1])}
        normalize={trimmed}
        dependencies={[name]}
        rules={[
          { required: true, message: missing[1] },
          ({ getFieldValue }) => ({
            validator: (_, value: string | undefined) =>
              judge(!value || value === getFieldValue(name), '两次输入密码不一致!'),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={rule.passwordMax} />
      </Form.Item>
    </>
  )
}

const trimmed = (value: string | undefined) => value?.trim()

function judge(ok: boolean, message: string): Promise<void> {
  return ok ? Promise.resolve() : Promise.reject(new Error(message))
}
