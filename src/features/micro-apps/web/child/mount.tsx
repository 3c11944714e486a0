import { createRoot, type Root } from 'react-dom/client'
import { callContext } from '#web/call.ts'
import { lossOnLeaving } from '#web/kit/use-leave-guard.ts'
import type { WebFeature } from '#web/screen.ts'
import { featureTables } from '#web/shell/feature-tables.ts'
import { session, sessionOut } from '#web/shell/session.ts'
import type { AppHost } from '../host.ts'
import { insideWeb } from '../screens.ts'
import { ChildApp } from './child.tsx'

/** What wujie puts into the window of an app. */
interface Sandboxed {
  $wujie: { props: { host: AppHost } }
  __WUJIE: { mount: () => void }
  __WUJIE_MOUNT?: () => void
  __WUJIE_UNMOUNT?: () => void
}

/** Hands the app over to the page around it, which draws it as often as it is opened. */
export function mountApp(features: readonly WebFeature[]): void {
  const window = globalThis as unknown as Sandboxed
  const tables = featureTables([...features, insideWeb])
  const { $wujie: given, __WUJIE: sandbox } = window
  let root: Root | null = null
  window.__WUJIE_MOUNT = () => {
    const { host } = given.props
    // The realm outlives the person; what it keeps of them must not.
    if (callContext.owner !== host.context.owner) sessionOut()
    Object.assign(callContext, host.context)
    session.set(host.session)
    root = createRoot(document.getElementById('root')!)
    root.render(<ChildApp host={host} tables={tables} />)
    host.ready(lossOnLeaving)
  }
  window.__WUJIE_UNMOUNT = () => {
    root?.unmount()
    root = null
  }
  // The code has come after wujie looked for it (sandbox.ts).
  sandbox.mount()
}
