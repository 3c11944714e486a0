import { useState } from 'react'
import { Link, parsePath, UNSAFE_RouteContext as RouteContext } from 'react-router'
import { tr } from '../kit/labels.ts'
import { EmptyState } from '../kit/states.tsx'
import { ReadOnlyContext } from '../read-only.ts'
import { hasRight } from '../screen.ts'
import { useFeatures } from './feature-tables.ts'
import { screenAt } from './guard.ts'
import { ScreenHost } from './screen-host.tsx'
import { useSession } from './session.ts'

/**
 * Another screen inside this page, to be read: the same component at its own address, without shell, without actions.
 * A component and not a frame, because it shares the session, the loaded answers and the styles, grows with its content
 * and is printed with the page. Rights are those of the screen's own address.
 */
export function EmbeddedScreen({ address, label }: { address: string; label: string }) {
  const { tableOf } = useFeatures()
  const { workbench, rights } = useSession()
  // Kept: the host must not see a new location at every render of the page around it.
  const [at] = useState(() => parsePath(address))
  const route = screenAt(tableOf(workbench), at.pathname ?? '')
  if (!route || !hasRight(route.handle, rights)) {
    return <EmptyState title="没有查看业务页面的权限" hint="请以上方的申请内容为准；需要查看全文时，请联系企业管理员" />
  }
  return (
    <ReadOnlyContext value={true}>
      <div className="kb-embedded kb-frame" role="group" aria-label={tr(label)}>
        <p className="kb-embedded-bar">
          {tr('只读')}
          <Link to={address} target="_blank">
            {tr('在新窗口打开')} ›
          </Link>
        </p>
        {/* The router takes what it matches here as below the page around; it is another address from the root. */}
        <RouteContext value={ROOT}>
          <ScreenHost route={route} at={at} />
        </RouteContext>
      </div>
    </ReadOnlyContext>
  )
}

const ROOT = { outlet: null, matches: [], isDataRoute: false }
