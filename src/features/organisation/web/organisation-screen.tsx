import { useSearchParams } from 'react-router'
import { PageTabs } from '#web/kit/page-tabs.tsx'
import { EmployeesPart } from './employees-part.tsx'
import { GuestsPart } from './guests-part.tsx'
import './organisation.css'
import { RolesPart } from './roles-part.tsx'

const PARTS = [
  { value: '', label: '员工' },
  { value: 'roles', label: '角色与权限' },
  { value: 'guests', label: '邀请' },
] as const

/** Departments, employees, roles and invitations of the own company. */
export function Screen() {
  const [search] = useSearchParams()
  const part = search.get('part') ?? ''
  const tabs = <PageTabs label="组织架构" parts={PARTS} />
  switch (part) {
    case 'roles':
      return <RolesPart tabs={tabs} />
    case 'guests':
      return <GuestsPart tabs={tabs} />
    default:
      return <EmployeesPart tabs={tabs} />
  }
}
