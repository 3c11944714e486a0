import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { login } from '#features/passport/contract.ts'
import { DEFAULT_POLICY, passwordFitsRule, passwordHint, passwordRuleText } from '#features/passport/rules-policy.ts'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { session, useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { acceptInvitation, invitation, registerInvited } from '../contract/invitations.ts'
import { InvitationStatus } from '../contract/shared.ts'
import './join.css'

/** What the link of an invitation opens: join, log in first, or open the account. */
export function Screen() {
  const { token = '' } = useParams()
  const { tenant } = useSession()
  const query = useCall(invitation, { params: { token } }, { fresh: 0 })
  return (
    <main className="org-join kb-flex kb-mid kb-ground">
      <div className="org-join-box kb-frame kb-wide">
        <p className="kb-muted">{tenant?.name}</p>
        {query.data ? (
          <Invited token={token} data={query.data} />
        ) : query.error ? (
          <>
            <h1 className="kb-title-22 kb-below-12">邀请已失效</h1>
            <EmptyState title={query.error.message} action={<Link to="/login">去登录</Link>} />
          </>
        ) : (
          <Skeleton lines={5} title />
        )}
      </div>
    </main>
  )
}

type Data = NonNullable<ReturnType<typeof useCall<typeof invitation>>['data']>

function Invited({ token, data }: { token: string; data: Data }) {
  const { companyName, invitedBy, name, mobile, status, expiresAt, hasAccount, isMine } = data
  const open = status === InvitationStatus.values.waiting
  return (
    <>
      <h1 className="kb-title-22 kb-below-12">{companyName}</h1>
      <p>
        {invitedBy}邀请{name}（{mobile}）加入{companyName}。
        {open && `邀请有效期至 ${formatTime(expiresAt)}（北京时间）。`}
      </p>
      {!open ? (
        <EmptyState
          title={`该邀请${InvitationStatus.label(status)}`}
          hint={status === InvitationStatus.values.joined ? '可直接登录进入企业' : '请联系邀请人重新发送'}
          action={<Link to="/login">去登录</Link>}
        />
      ) : isMine ? (
        <Join token={token} />
      ) : isMine === false ? (
        <EmptyState
          title="当前登录的不是受邀手机号"
          hint="请退出后以受邀手机号的账号登录，再打开短信中的链接"
          action={<Link to="/">返回首页</Link>}
        />
      ) : hasAccount ? (
        <Link
          className="org-join-button kb-block kb-round kb-text-centre"
          to={`/login?returnUrl=${encodeURIComponent(`/join/${token}`)}`}
        >
          登录并加入
        </Link>
      ) : (
        <Register token={token} mobile={mobile} />
      )}
    </>
  )
}

function Join({ token }: { token: string }) {
  const navigate = useNavigate()
  const accept = useAction(acceptInvitation, { success: '已加入' })
  const join = async () => {
    const outcome = await accept.run({ params: { token } })
    if (!outcome.ok) return
    session.set({ phase: 'new' })
    void navigate('/select-company', { replace: true })
  }
  return (
    <Button type="primary" size="large" block loading={accept.busy} onClick={() => void join()}>
      加入企业
    </Button>
  )
}

interface Passwords {
  password: string
  again: string
}

function Register({ token, mobile }: { token: string; mobile: string }) {
  const { tenant } = useSession()
  const rule = tenant?.passwordRule ?? DEFAULT_POLICY
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const register = useAction(registerInvited, { quiet: true })
  const enter = useAction(login, { quiet: true })
  const send = async ({ password, again }: Passwords) => {
    setProblem('')
    const outcome = await register.run({ params: { token }, body: { password, again } })
    if (!outcome.ok) return setProblem(outcome.error.message)
    const entered = await enter.run({
      body: { mode: 'password', account: outcome.data.account, password: password.trim() },
    })
    if (entered.ok) session.set({ phase: 'new' })
    void navigate(entered.ok ? '/' : '/login', { replace: true })
  }
  return (
    <Form layout="vertical" requiredMark={false} size="large" onFinish={(values: Passwords) => void send(values)}>
      <p className="kb-muted">{mobile} 还没有账号，设置密码后即开通账号并加入。</p>
      <Form.Item
        name="password"
        label="设置密码"
        extra={passwordHint(rule)}
        rules={[
          { required: true, message: '请输入密码' },
          {
            validator: (_, value: string) =>
              !value || passwordFitsRule(value, rule)
                ? Promise.resolve()
                : Promise.reject(new Error(passwordRuleText(rule))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
      <Form.Item
        name="again"
        label="再次输入密码"
        dependencies={['password']}
        rules={[
          { required: true, message: '请再次输入密码' },
          ({ getFieldValue }) => ({
            validator: (_, value: string) =>
              !value || value === getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error('两次输入密码不一致!')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
      {problem && (
        <p className="kb-below-12 kb-bad" role="alert">
          {problem}
        </p>
      )}
      <Button type="primary" htmlType="submit" block loading={register.busy || enter.busy}>
        开通账号并加入
      </Button>
    </Form>
  )
}
