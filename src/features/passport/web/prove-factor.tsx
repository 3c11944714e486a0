import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { tr } from '#web/kit/labels.ts'
import { useAction } from '#web/use-call.ts'
import { type ownFactors, proveFactor, provePasskey } from '../contract-factors.ts'
import { FormError } from './form-error.tsx'
import { canUsePasskeys, showPasskey } from './passkey.ts'

type Factors = OutputOf<typeof ownFactors>['factors']
type Way = 'totp' | 'recovery'

const FIELD = {
  totp: { label: '动态码', message: '请输入6位动态码', pattern: /^\d{6}$/, length: 6 },
  recovery: { label: '恢复码', message: '请输入恢复码', pattern: /\S/, length: 20 },
} as const

/** Shows one of the own second factors: passkey, code of an app, or a recovery code. */
export function ProveFactor({ factors, onDone }: { factors: Factors; onDone: () => void }) {
  const [form] = Form.useForm<{ code: string }>()
  const hasTotp = factors.some((factor) => factor.kind === 'totp')
  const hasPasskey = factors.some((factor) => factor.kind === 'passkey')
  // With a passkey alone, its button is all there is to do; the field of a recovery code is for the day it is lost.
  const [way, setWay] = useState<Way | null>(hasTotp ? 'totp' : hasPasskey ? null : 'recovery')
  const [problem, setProblem] = useState('')
  const ask = useAction(provePasskey, { quiet: true, overlay: false })
  const prove = useAction(proveFactor, { quiet: true, overlay: false })
  const send = async (body: Parameters<typeof prove.run>[0]['body']) => {
    const outcome = await prove.run({ body })
    if (outcome.ok) return onDone()
    setProblem(outcome.error.message)
  }
  const byPasskey = async () => {
    setProblem('')
    const outcome = await ask.run()
    if (!outcome.ok) return setProblem(outcome.error.message)
    const response = await showPasskey(outcome.data.options)
    if (!response) return setProblem('未完成通行密钥验证，请重试')
    await send({ kind: 'passkey', response })
  }
  const byCode = async ({ code }: { code: string }) => {
    if (way === null) return
    setProblem('')
    await send({ kind: way, code: code.trim() })
    form.resetFields()
    form.focusField('code')
  }
  const field = way && FIELD[way]
  return (
    <Form form={form} layout="vertical" requiredMark={false} size="large" onFinish={(values) => void byCode(values)}>
      {hasPasskey && (
        <Button
          type={way === null ? 'primary' : 'default'}
          block
          className="kb-below-16"
          disabled={!canUsePasskeys()}
          loading={ask.busy}
          onClick={() => void byPasskey()}
        >
          {tr('使用通行密钥')}
        </Button>
      )}
      {field && (
        <Form.Item
          key={way}
          name="code"
          label={tr(field.label)}
          extra={
            way === 'totp'
              ? tr('打开手机上的验证器，输入当前显示的6位数字')
              : tr('设置双重验证时保存的恢复码，每个只能使用一次')
          }
          rules={[{ required: true, pattern: field.pattern, message: field.message }]}
        >
          <Input
            autoComplete="one-time-code"
            maxLength={field.length}
            {...(way === 'totp' && { inputMode: 'numeric' })}
          />
        </Form.Item>
      )}
      <FormError text={problem} />
      {field && (
        <Button type="primary" htmlType="submit" block loading={prove.busy}>
          {tr('验证')}
        </Button>
      )}
      {(hasTotp || way === null) && (
        <p className="kb-above-16 kb-soft kb-text-centre">
          <Button type="link" onClick={() => setWay(way === 'recovery' ? 'totp' : 'recovery')}>
            {tr(way === 'recovery' ? '使用验证器动态码' : '设备不在身边？使用恢复码')}
          </Button>
        </p>
      )}
    </Form>
  )
}
