import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ERRORS } from '#contract/errors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { tr } from '#web/kit/labels.ts'
import type { Outcome } from '#web/use-call.ts'
import { useAction } from '#web/use-call.ts'
import { addPasskey, beginPasskey, beginTotp, confirmTotp } from '../contract-factors.ts'
import { FormError } from './form-error.tsx'
import { canUsePasskeys, makePasskey } from './passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Kind = 'totp' | 'passkey'
type Begun = { kind: 'totp'; totp: OutputOf<typeof beginTotp> } | { kind: 'passkey'; options: unknown }

/** Sets up a second factor: choose the way, do it, keep the recovery codes. Asks for the password where that is needed. */
export function AddFactor({ onDone }: { onDone: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [wanted, setWanted] = useState<Kind | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [problem, setProblem] = useState('')
  const totp = useAction(beginTotp, { quiet: true, overlay: false })
  const passkey = useAction(beginPasskey, { quiet: true, overlay: false })

  const begin = async (kind: Kind, password?: string) => {
    setProblem('')
    const input = { body: password === undefined ? {} : { password } }
    const outcome: Outcome<Begun> =
      kind === 'totp'
        ? await totp.run(input).then((one) => (one.ok ? { ok: true, data: { kind, totp: one.data } } : one))
        : await passkey
            .run(input)
            .then((one) => (one.ok ? { ok: true, data: { kind, options: one.data.options } } : one))
    if (outcome.ok) {
      setWanted(null)
      return setBegun(outcome.data)
    }
    const { code, details, message } = outcome.error
    if (code === ERRORS.stepUp.code && (details as { password?: boolean } | undefined)?.password) setWanted(kind)
    else if (!outcome.error.handled) setProblem(message)
  }
  const added = (recoveryCodes: string[]) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : onDone())

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begun?.kind === 'totp') return <TotpSetup totp={begun.totp} onAdded={added} />
  if (begun?.kind === 'passkey') return <PasskeySetup options={begun.options} onAdded={added} />
  if (wanted) return <PasswordAgain problem={problem} onGiven={(password) => void begin(wanted, password)} />
  return (
    <>
      <ul className="kb-above-12 kb-below-12 kb-rule-top">
        <li className="kb-row kb-gap-16 kb-between kb-line-tall">
          <div>
            <strong>{tr('验证器')}</strong>
            <p className="kb-muted">
              {tr('用手机上的验证器应用（如腾讯身份验证器、Microsoft Authenticator）生成动态码')}
            </p>
          </div>
          <Button loading={totp.busy} onClick={() => void begin('totp')}>
            {tr('设置验证器')}
          </Button>
        </li>
        <li className="kb-row kb-gap-16 kb-between kb-line-tall">
          <div>
            <strong>{tr('通行密钥')}</strong>
            <p className="kb-muted">
              {tr(
                canUsePasskeys()
                  ? '用本机的指纹、面容、PIN 或安全密钥验证，也可用于免密登录'
                  : '当前浏览器或访问地址不支持通行密钥，请使用 HTTPS 域名和新版浏览器',
              )}
            </p>
          </div>
          <Button disabled={!canUsePasskeys()} loading={passkey.busy} onClick={() => void begin('passkey')}>
            {tr('添加通行密钥')}
          </Button>
        </li>
      </ul>
      <FormError text={problem} />
    </>
  )
}

interface SetupProps {
  onAdded: (recoveryCodes: string[]) => void
}

function TotpSetup({ totp, onAdded }: SetupProps & { totp: OutputOf<typeof beginTotp> }) {
  const [problem, setProblem] = useState('')
  const confirm = useAction(confirmTotp, { quiet: true })
  const send = async (body: { code: string; name: string }) => {
    setProblem('')
    const outcome = await confirm.run({ params: { factorId: totp.factorId }, body })
    if (outcome.ok) onAdded(outcome.data.recoveryCodes)
    else setProblem(outcome.error.message)
  }
  return (
    <Form
      name="add-totp"
      layout="vertical"
      requiredMark={false}
      initialValues={{ name: '手机验证器' }}
      onFinish={(values: { code: string; name: string }) => void send(values)}
    >
      <p>{tr('用验证器应用扫描二维码，再输入应用中显示的6位动态码。')}</p>
      {/* As an image, the markup cannot run anything. */}
      <img
        className="kb-picture kb-block kb-above-12 kb-below-12"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(totp.svg)}`}
        alt={tr('验证器二维码')}
        width={180}
        height={180}
      />
      <p className="kb-below-16 kb-muted">
        {tr('无法扫描时手工输入密钥：')}
        <code className="kb-factor-secret kb-break">{totp.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Form.Item
        name="code"
        label={tr('动态码')}
        rules={[{ required: true, pattern: /^\d{6}$/, message: '请输入6位动态码' }]}
      >
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} />
      </Form.Item>
      <NameField />
      <FormError text={problem} />
      <Button type="primary" htmlType="submit" loading={confirm.busy}>
        {tr('完成设置')}
      </Button>
    </Form>
  )
}

function PasskeySetup({ options, onAdded }: SetupProps & { options: unknown }) {
  const [problem, setProblem] = useState('')
  const add = useAction(addPasskey, { quiet: true })
  const send = async ({ name }: { name: string }) => {
    setProblem('')
    const response = await makePasskey(options)
    if (!response) return setProblem('未完成添加，或本机已有该账号的通行密钥')
    const outcome = await add.run({ body: { name, response } })
    if (outcome.ok) onAdded(outcome.data.recoveryCodes)
    else setProblem(outcome.error.message)
  }
  return (
    <Form
      name="add-passkey"
      layout="vertical"
      requiredMark={false}
      initialValues={{ name: '本机通行密钥' }}
      onFinish={(values: { name: string }) => void send(values)}
    >
      <NameField />
      <FormError text={problem} />
      <Button type="primary" htmlType="submit" loading={add.busy}>
        {tr('创建通行密钥')}
      </Button>
    </Form>
  )
}

function NameField() {
  return (
    <Form.Item
      name="name"
      label={tr('名称')}
      extra={tr('便于以后辨认，例如“办公手机”')}
      rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
    >
      <Input maxLength={40} />
    </Form.Item>
  )
}

function PasswordAgain({ problem, onGiven }: { problem: string; onGiven: (password: string) => void }) {
  return (
    <Form
      name="prove-password"
      layout="vertical"
      requiredMark={false}
      onFinish={({ password }: { password: string }) => onGiven(password)}
    >
      <Alert
        className="kb-form-error kb-below-16"
        type="info"
        showIcon
        title={tr('登录已有一段时间，请先输入登录密码')}
      />
      <Form.Item name="password" label={tr('登录密码')} rules={[{ required: true, message: '请输入密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      <FormError text={problem} />
      <Button type="primary" htmlType="submit">
        {tr('继续')}
      </Button>
    </Form>
  )
}
