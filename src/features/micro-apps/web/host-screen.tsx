import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useBlocker, useLocation, useNavigate, useParams } from 'react-router'
import { ask } from '#web/feedback.ts'
import { callContext } from '#web/call.ts'
import { tr } from '#web/kit/labels.ts'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { Screen as NotFound } from '#web/shell/not-found-screen.tsx'
import { session, useSession } from '#web/shell/session.ts'
import { MICRO_APPS, type MicroApp, type MicroAppName } from '../rules/apps.ts'
import { entryOf, routeIn, searchWith } from '../rules/route.ts'
import type { AppHost } from './host.ts'
import { showApp } from './sandbox.ts'

interface ScreenProps {
  app: MicroAppName
  /** The page's address with its parameters, as `MICRO_APPS` has it. */
  page: string
}

/** The page around an embedded app. A tenant without the app has no such address. */
export function Screen({ app: name, page }: ScreenProps) {
  const { tenant, workbench } = useSession()
  const params = useParams()
  const app: MicroApp = MICRO_APPS[name]
  const found = app.pages.find(({ path }) => path === page)
  const entry = found && workbench && entryOf(found, workbench, params)
  if (!entry || !tenant?.funcList.includes(app.feature)) return <NotFound />
  // Another person's or workbench's app is another app.
  return <Embedded key={`${callContext.owner}.${workbench}`} name={name} entry={entry} />
}

/** Where sessions begin: the app's own knowledge of the session is at an end, and so is this page's. */
const OUTSIDE = /^\/(login|second-factor|select-company)\b/

function Embedded({ name, entry }: { name: MicroAppName; entry: string }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const route = routeIn(MICRO_APPS[name], search, entry)
  const box = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [stage, setStage] = useState<'loading' | 'shown' | 'failed'>('loading')
  const mayLeave = useRef<() => string | null>(() => null)
  const here = useRef({ route, search, entry, navigate })
  here.current = { route, search, entry, navigate }
  const listeners = useMemo(() => new Set<(route: string) => void>(), [])

  useEffect(() => {
    let gone = false
    const { workbench, tenantId, owner } = callContext
    const host: Omit<AppHost, 'ready'> = {
      app: name,
      session: session.get(),
      context: { workbench, tenantId, owner },
      route: () => here.current.route,
      listen(onRoute) {
        listeners.add(onRoute)
        return () => void listeners.delete(onRoute)
      },
      moved(to, replace) {
        const { route: known, search: query, entry: first, navigate: go } = here.current
        if (gone || to === known) return
        void go({ search: searchWith(MICRO_APPS[name], query, { route: to, entry: first }) }, { replace })
      },
      leave(to, replace) {
        if (gone) return
        if (OUTSIDE.test(to)) window.location.assign(to)
        else void here.current.navigate(to, { replace })
      },
    }
    setStage('loading')
    showApp(name, { el: box.current!, host, again: attempt > 0 }).then(
      (answer) => {
        mayLeave.current = answer
        if (!gone) setStage('shown')
      },
      () => {
        if (!gone) setStage('failed')
      },
    )
    return () => {
      gone = true
      mayLeave.current = () => null
    }
  }, [name, attempt, listeners])
  useEffect(() => {
    for (const listener of listeners) listener(route)
  }, [route, listeners])
  useAppGuard(pathname, () => mayLeave.current())

  return (
    <>
      {stage === 'loading' && <Skeleton title lines={8} />}
      {stage === 'failed' && (
        <EmptyState
          title={`${MICRO_APPS[name].title}暂时打不开`}
          hint="可能是网络中断，或系统刚刚更新；其他页面不受影响"
          action={
            <Button type="primary" onClick={() => setAttempt(attempt + 1)}>
              {tr('重试')}
            </Button>
          }
        />
      )}
      <div ref={box} hidden={stage === 'failed'} role="region" aria-label={MICRO_APPS[name].title} />
    </>
  )
}

/** Asks before this page is left while the app holds what would be lost; inside it the app asks itself. */
function useAppGuard(pathname: string, mayLeave: () => string | null): void {
  const blocker = useBlocker(
    ({ nextLocation }) => callContext.owner !== '' && nextLocation.pathname !== pathname && mayLeave() !== null,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void ask({ title: '确认离开？', content: mayLeave() ?? '', okText: '离开', cancelText: '留在本页' }).then(
      (leave) => (leave ? blocker.proceed() : blocker.reset()),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked once per navigation
  }, [blocker])
}
