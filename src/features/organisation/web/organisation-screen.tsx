import { Suspense, lazy } from 'react'
import { useSearchParams } from 'react-router'
import { PageTabs } from '#web/kit/page-tabs.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { EmployeesPart } from './employees-part.tsx'
import './organisation.css'

// Opened by few who look at the employees.
const RolesPart = lazy(() => import('./roles-part.tsx').then((m) => ({ default: m.RolesPart })))
const GuestsPart = lazy(() => import('./guests-part.tsx').then((m) => ({ default: m.GuestsPart })))
const ListsPart = lazy(() => import('./lists-part.tsx').then((m) => ({ default: m.ListsPart })))

const PARTS = [
  { value: '', label: '员工' },
  { value: 'roles', label: '角色与权限' },
  { value: 'guests', label: '邀请' },
  { value: 'lists', label: '名单' },
] as const

/** Departments, employees, roles, invitations and lists of the own company. */
export function Screen() {
  const [search] = useSearchParams()
  const part = search.get('part') ?? ''
  const tabs = <PageTabs label="组织架构" parts={PARTS} />
  return (
    <Suspense fallback={<Skeleton title lines={8} />}>
      {part === 'roles' ? (
        <RolesPart tabs={tabs} />
      ) : part === 'guests' ? (
        <GuestsPart tabs={tabs} />
      ) : part === 'lists' ? (
        <ListsPart tabs={tabs} />
      ) : (
        <EmployeesPart tabs={tabs} />
      )}
    </Suspense>
  )
}
