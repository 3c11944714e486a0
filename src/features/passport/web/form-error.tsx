import { Alert } from 'antd'

/** What the server said to a form, where the eye is. */
export function FormError({ text }: { text: string }) {
  return text === '' ? null : (
    <Alert className="kb-form-error kb-below-16" type="error" showIcon title={text} role="alert" />
  )
}
