import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { tr } from '#web/kit/labels.ts'
import { safeReturn } from '#web/navigation.ts'
import { ClockText } from '#web/shell/clock-text.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { SHELL } from '#web/shell/slots.ts'
import { session, useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { loginStatus } from '../contract.ts'
import './login.css'
import { PasswordForm } from './password-form.tsx'
import { SmsForm } from './sms-form.tsx'

/** Comes behind the form, which most people use. */
const PasskeyLogin = lazy(() => import('./passkey-login.tsx').then((module) => ({ default: module.PasskeyLogin })))

/** Log-in of a tenant: by password, by a code sent by SMS, or by passkey. */
export function Screen() {
  const { tenant } = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const back = safeReturn(search.get('returnUrl'))
  const [mode, setMode] = useState<'password' | 'sms'>('password')
  const status = useCall(loginStatus, {}, { fresh: 0 })
  const enter = () => {
    // Whoever was here before is forgotten: the next navigation loads person, company and rights anew.
    session.set({ phase: 'new' })
    void navigate(back, { replace: true })
  }
  const already = status.data?.loggedIn === true
  useEffect(() => {
    // After a failed start ("out") the page stays: going on would only fail again.
    if (already && session.get().phase !== 'out') void navigate(back, { replace: true })
  }, [already, back, navigate])
  if (!tenant) return null
  return (
    <div className="kb-login">
      <section className="kb-login-brand kb-column" aria-label={tenant.name}>
        <div className="kb-login-name kb-row kb-gap-12 kb-title-18">
          {tenant.logo && <img src={tenant.logo} alt="" />}
          <span>{tenant.name}</span>
        </div>
        <div className="kb-login-words">
          <p className="kb-login-lead kb-below-20 kb-strong">{tr('阳光采购，全程留痕')}</p>
          <ul>
            <li>{tr('投标文件在您的电脑上加密，开标前任何人都无法查看')}</li>
            <li>{tr('每份投标都有可离线核验的回执')}</li>
            <li>{tr('所有截止时间以服务器时钟为准')}</li>
          </ul>
        </div>
        <p className="kb-login-contact kb-flex kb-gap-24 kb-tight kb-wrap kb-hint">
          {tenant.hotline && (
            <span>
              {tr('客服热线')} {tenant.hotline}
            </span>
          )}
          {tenant.address && <span>{tenant.address}</span>}
          <Link to="/online">{tr('在线服务')}</Link>
        </p>
      </section>
      <main className="kb-login-main">
        <div className="kb-login-box">
          <h1 className="kb-title-22 kb-below-12">{tr('登录')}</h1>
          <div
            className="kb-tabs kb-flex kb-gap-20 kb-scroll-x kb-rule kb-below-20"
            role="group"
            aria-label={tr('登录方式')}
          >
            <button type="button" aria-pressed={mode === 'password'} onClick={() => setMode('password')}>
              {tr('密码登录')}
            </button>
            <button type="button" aria-pressed={mode === 'sms'} onClick={() => setMode('sms')}>
              {tr('验证码登录')}
            </button>
          </div>
          {mode === 'password' ? (
            <>
              <PasswordForm onDone={enter} />
              <Parts of={SHELL.login} />
            </>
          ) : (
            <SmsForm onDone={enter} />
          )}
          <Suspense fallback={null}>
            <PasskeyLogin onDone={enter} />
          </Suspense>
          <p className="kb-above-16 kb-soft kb-text-centre">
            {tr('还没有账号？')}
            <Link to="/register">{tr('注册')}</Link>
            {'　'}
            <Link to="/forgotten-password">{tr('忘记密码')}</Link>
          </p>
        </div>
        <p>
          <ClockText />
        </p>
      </main>
    </div>
  )
}
