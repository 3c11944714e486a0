import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import type { CallError } from '../call.ts'
import { tr } from './labels.ts'

interface EmptyStateProps {
  title: string
  hint?: string | undefined
  action?: ReactNode
  /** A whole page of it, e.g. `404`. */
  code?: string
}

/** Why there is nothing, and what to do next. */
export function EmptyState({ title, hint, action, code }: EmptyStateProps) {
  return (
    <div className={code ? 'kb-empty kb-empty-page' : 'kb-empty'} role="status">
      {code && <p className="kb-empty-code">{code}</p>}
      {code ? (
        <h1 className="kb-empty-title kb-soft">{tr(title)}</h1>
      ) : (
        <p className="kb-empty-title kb-soft">{tr(title)}</p>
      )}
      {hint && <p className="kb-empty-hint kb-hint kb-above-4">{tr(hint)}</p>}
      {action && <div className="kb-empty-action kb-above-16">{action}</div>}
    </div>
  )
}

/** A failed load: forbidden, gone, or broken with a way to try again. */
export function ErrorState({ error, onRetry }: { error: CallError; onRetry?: () => void }) {
  const home = <Link to="/">{tr('返回首页')}</Link>
  if (error.code === ERRORS.forbidden.code || error.code === ERRORS.noRight.code) {
    return <EmptyState title="无权限访问" hint={error.message} action={home} />
  }
  if (error.code === ERRORS.notFound.code) {
    return <EmptyState title="内容不存在" hint="可能已被删除，或不在您的权限范围内" action={home} />
  }
  return (
    <EmptyState
      title={error.message}
      hint={error.requestId ? `${tr('请求编号')} ${error.requestId}` : undefined}
      action={onRetry && <Button onClick={onRetry}>{tr('重试')}</Button>}
    />
  )
}

/** Grey lines where text will be; `lines` of them. */
export function Skeleton({ lines = 4, title = false }: { lines?: number; title?: boolean }) {
  return (
    <div
      className="kb-skeleton kb-pad-y-12 kb-column kb-gap-12"
      aria-busy="true"
      aria-label={tr('加载中')}
      role="status"
    >
      {title && <span className="kb-bone kb-bone-title" />}
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} className="kb-bone" style={{ width: `${92 - ((i * 17) % 40)}%` }} />
      ))}
    </div>
  )
}
