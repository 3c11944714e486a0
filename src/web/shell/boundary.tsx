import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Component } from 'react'
import { tr } from '../kit/labels.ts'
import { EmptyState } from '../kit/states.tsx'

interface BoundaryProps {
  /** Shown in place of what failed. */
  fallback: ReactNode
  children: ReactNode
}

/** A part that cannot be loaded or drawn leaves the rest of the page usable. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

/** A part of the application that did not come; its code may be fetched anew, or the whole page. */
export function LoadFailure({ onRetry }: { onRetry?: () => void }) {
  return (
    <EmptyState
      title="页面加载失败"
      hint="可能是网络中断，或系统刚刚更新"
      action={
        <>
          {onRetry && (
            <Button type="primary" onClick={onRetry}>
              {tr('重试')}
            </Button>
          )}{' '}
          <Button {...(onRetry ? {} : { type: 'primary' })} onClick={() => window.location.reload()}>
            {tr('刷新页面')}
          </Button>
        </>
      }
    />
  )
}

/** The same in place of a whole page. */
export function PageFailure() {
  return (
    <main className="kb-centre kb-place-centre">
      <LoadFailure />
    </main>
  )
}
