import { Button } from 'antd'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { tr } from '#web/kit/labels.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { goTo, safeReturn } from '#web/navigation.ts'
import { leave } from '#web/shell/bootstrap.ts'
import { session, useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { useFirst } from '#web/use-first.ts'
import { ownFactors } from '../contract-factors.ts'
import { AddFactor } from './add-factor.tsx'
import './login.css'
import './factors.css'
import { ProveFactor } from './prove-factor.tsx'

/** Between logging in and working: the second factor is shown, or set up by whom the tenant asks for one. */
export function Screen() {
  const { tenant } = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const query = useCall(ownFactors, {}, { fresh: Infinity })
  const enter = () => {
    session.set({ phase: 'new' })
    void navigate(safeReturn(search.get('returnUrl')), { replace: true })
  }
  // Who has just set one up is shown the recovery codes.
  const factors = useFirst(query.data?.factors)
  if (query.error?.code === ERRORS.unauthenticated.code) return <Navigate to="/login" replace />
  const has = factors !== undefined && factors.length > 0
  return (
    <div className="kb-select kb-place-centre">
      <main className="kb-select-box kb-frame">
        <p className="kb-muted">{tenant?.name}</p>
        <h1 className="kb-title-22 kb-below-12">{tr(!factors || has ? '验证身份' : '设置双重验证')}</h1>
        {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {!query.data && !query.error && <Skeleton lines={4} />}
        {factors &&
          (has ? (
            <ProveFactor factors={factors} onDone={enter} />
          ) : (
            <>
              <p className="kb-soft">
                {tr('本平台要求您使用双重验证：登录时除密码外，再以手机动态码或通行密钥验证身份。设置约需一分钟。')}
              </p>
              <AddFactor onDone={enter} />
            </>
          ))}
        <p className="kb-above-16 kb-text-centre">
          <Button type="link" onClick={() => void leave().then(() => goTo('/login', { replace: true }))}>
            {tr('退出登录')}
          </Button>
        </p>
      </main>
    </div>
  )
}
