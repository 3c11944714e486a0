import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Navigate, ScrollRestoration, useLocation, useNavigate, useNavigationType } from 'react-router'
import { WorkbenchName } from '#contract/workbench.ts'
import { CallError, NETWORK_ERROR } from '../call.ts'
import { tr } from '../kit/labels.ts'
import { EmptyState } from '../kit/states.tsx'
import { factorAddress, loginAddress } from '../navigation.ts'
import { loginStatus } from '../platform.ts'
import { noteVisit } from '../visits.ts'
import { JUMP, bootstrap, loadTenant } from './bootstrap.ts'
import { disabled } from './call-errors.ts'
import { useFeatures } from './feature-tables.ts'
import type { ScreenRoute } from './guard.ts'
import { judge, screenAt } from './guard.ts'
import { LayoutFor, fetchAhead } from './layouts.tsx'
import { ScreenHost } from './screen-host.tsx'
import { enterWorkbench, session, useSession } from './session.ts'
import { Splash } from './splash.tsx'

/** Every navigation passes here: tenant, log-in, guard, then layout and screen. */
export function Root() {
  const current = useSession()
  const { tableOf } = useFeatures()
  const client = useQueryClient()
  const { pathname, search, hash } = useLocation()
  const [failure, setFailure] = useState<string | null>(null)
  const tenantKnown = current.tenant !== null
  const target = screenAt(tableOf(current.workbench), pathname)
  const isPublic = target?.handle.public === true

  useEffect(() => {
    // While the server is asked who this is, the code of where they want to go can come.
    const tables = [null, ...WorkbenchName.options].map(tableOf)
    const first = tables.flatMap((table) => screenAt(table, window.location.pathname) ?? []).at(0)
    if (first) fetchAhead(first.handle)
  }, [tableOf])
  useEffect(() => {
    if (tenantKnown || failure !== null) return
    loadTenant().catch((error: unknown) => setFailure(error instanceof CallError ? error.message : NETWORK_ERROR))
  }, [tenantKnown, failure])
  useEffect(() => {
    if (tenantKnown && !isPublic && session.get().phase === 'new') void bootstrap()
  }, [tenantKnown, isPublic, current.phase])
  useEffect(() => {
    if (current.phase === 'in' && current.disabled) void disabled()
  }, [current.phase, current.disabled])
  useEffect(() => {
    // The next person must not find what this one loaded.
    if (current.phase === 'out') client.removeQueries({ predicate: (query) => query.queryKey[1] !== loginStatus.path })
  }, [current.phase, client])
  useTenantIcon(current.tenant?.favicon)
  useNamedTenant(isPublic && current.phase !== 'in' ? current.alias : null)

  if (failure !== null) return <Broken message={failure} onRetry={() => setFailure(null)} />
  if (!tenantKnown) return <Splash />
  if (target && isPublic) return <Shown route={target} />
  switch (current.phase) {
    case 'new':
    case 'loading':
      return <Splash />
    case 'out':
      return <Navigate to={loginAddress(pathname + search + hash)} replace />
    case 'factor':
      return <Navigate to={factorAddress(pathname + search + hash)} replace />
    case 'no-company':
      return target?.handle.withoutCompany ? <Shown route={target} /> : <ToCompany from={pathname + search} />
    case 'in':
      return <Guarded pathname={pathname} />
  }
}

function Guarded({ pathname }: { pathname: string }) {
  const current = useSession()
  const { tableOf } = useFeatures()
  const verdict = judge(tableOf, pathname, current)
  const other = verdict.kind === 'switch' ? verdict.workbench : null
  useEffect(() => {
    if (other) enterWorkbench(other)
  }, [other])
  switch (verdict.kind) {
    case 'show':
      return <Shown route={verdict.route} />
    case 'switch':
      return <Splash />
    case 'no-right':
      return <Navigate to="/401" replace />
    case 'not-found':
      return <Navigate to="/404" replace />
  }
}

function Shown({ route }: { route: ScreenRoute }) {
  const { pathname, search, key } = useLocation()
  const { tableOf } = useFeatures()
  const kind = useNavigationType()
  useEffect(() => noteVisit({ pathname, search, key, kind }), [pathname, search, key, kind])
  return (
    <LayoutFor screen={route.handle}>
      <ScreenHost route={route} />
      <ScrollRestoration
        // A list is found as it was left, whichever way one comes back to it. Asked while the page before still stands:
        // what counts is the screen at that location, not the one shown here.
        getKey={(location) => {
          const { cached } = screenAt(tableOf(session.get().workbench), location.pathname)?.handle ?? {}
          return cached ? location.pathname + location.search : location.key
        }}
      />
    </LayoutFor>
  )
}

function ToCompany({ from }: { from: string }) {
  useEffect(() => sessionStorage.setItem(JUMP, from), [from])
  return <Navigate to="/select-company" replace />
}

function Broken({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <main className="kb-centre kb-place-centre">
      <EmptyState
        title={message}
        action={
          <Button type="primary" onClick={onRetry}>
            {tr('重试')}
          </Button>
        }
      />
    </main>
  )
}

/** Keeps the name of a stranger's tenant in the address, so that it leads to the same page again, also for others. */
function useNamedTenant(alias: string | null): void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (alias === null || pathname === `/portal/${alias}` || query.get('alias') === alias) return
    query.delete('tenantId')
    query.set('alias', alias)
    void navigate({ pathname, search: `?${query}`, hash }, { replace: true })
  }, [alias, pathname, search, hash, navigate])
}

function useTenantIcon(href: string | undefined): void {
  useEffect(() => {
    if (!href) return
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link) link.href = href
  }, [href])
}
