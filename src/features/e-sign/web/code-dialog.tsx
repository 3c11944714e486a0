import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { sendSms } from '#features/passport/contract.ts'
import { toast } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction } from '#web/use-call.ts'
import { changeAgentInfo, openEmployee } from '../contract/people.ts'

interface Values {
  code: string
  identityNumber: string
}

/** Oneself agrees to sign for the company, or corrects the own identity: with a code sent to the own number. */
export function CodeDialog({
  employeeId,
  purpose,
  onClose,
}: {
  employeeId: string
  purpose: 'open' | 'change'
  onClose: () => void
}) {
  const fields: Field[] = [
    {
      kind: 'text',
      name: 'identityNumber',
      label: '本人身份证号',
      required: true,
      maxLength: 20,
      help: '加密保存，只显示首尾',
    },
    { kind: 'custom', name: 'code', label: '短信验证码', required: true, control: <CodeInput /> },
  ]
  const input = (body: Values) => ({ params: { id: employeeId }, body })
  return purpose === 'open' ? (
    <ActionDialog
      title="开通个人签署"
      okText="本人确认开通"
      hint="开通后您可以代表企业签署电子文件，每次签署仍由您本人进行。"
      endpoint={openEmployee}
      success="个人签署已开通"
      schema={openEmployee.body}
      fields={fields}
      input={input}
      onClose={onClose}
    />
  ) : (
    <ActionDialog
      title="修改身份信息"
      endpoint={changeAgentInfo}
      success="身份信息已修改"
      schema={changeAgentInfo.body}
      fields={fields}
      input={input}
      onClose={onClose}
    />
  )
}

/** The code, and having it sent to the number of whoever is logged in. */
function CodeInput({ value, onChange, id }: { value?: string; onChange?: (value: string) => void; id?: string }) {
  const { person } = useSession()
  const [wait, setWait] = useState(0)
  const send = useAction(sendSms, { overlay: false })
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const ask = async () => {
    const outcome = await send.run({ body: { mobile: person?.mobile ?? '', purpose: 'login' } })
    if (!outcome.ok || !outcome.data) return
    setWait(outcome.data.retryAfterSeconds)
    toast.success(outcome.data.inDemoOutbox ? '验证码已发送，请在演示收件箱查看' : '验证码已发送，请查收短信')
  }
  return (
    <span className="kb-row kb-gap-8 kb-tight">
      <Input
        {...(id !== undefined && { id })}
        value={value ?? ''}
        maxLength={6}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Button disabled={wait > 0} loading={send.busy} onClick={() => void ask()}>
        {wait > 0 ? `${wait} 秒后重发` : '获取验证码'}
      </Button>
    </span>
  )
}
