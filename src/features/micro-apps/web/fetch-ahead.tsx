import { useEffect } from 'react'
import { useSession } from '#web/shell/session.ts'
import { MICRO_APPS, type MicroApp } from '../rules/apps.ts'

/** Has the apps' code at hand before somebody opens one, where the tenant has any for this workbench; draws nothing. */
export function Part() {
  const { tenant, workbench } = useSession()
  const has = Object.values<MicroApp>(MICRO_APPS).some(
    ({ feature, pages }) =>
      tenant?.funcList.includes(feature) && workbench !== null && pages.some(({ at }) => at[workbench] !== undefined),
  )
  useEffect(() => {
    if (!has || !('requestIdleCallback' in window)) return
    // What does not come now is fetched when an app is opened, and its page says so.
    const load = () => void import('./sandbox.ts').then(({ fetchApps }) => fetchApps()).catch(() => undefined)
    const waiting = requestIdleCallback(load)
    return () => cancelIdleCallback(waiting)
  }, [has])
  return null
}
