import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { agencyRolePage, agentPage, employeeOptions, purchaserRolePage } from '../contract/employees.ts'

const LISTS = [
  {
    value: '',
    label: '经办人',
    endpoint: agentPage,
    of: null,
    hint: '管理员、签字人，以及有招标、投标、委托或履约经办权限的员工',
  },
  {
    value: 'purchaser',
    label: '采购人员',
    endpoint: purchaserRolePage,
    of: 'isPurchaser',
    hint: '管理员，以及有采购人工作台任一权限的员工',
  },
  {
    value: 'agency',
    label: '代理人员',
    endpoint: agencyRolePage,
    of: 'isAgency',
    hint: '管理员，以及有代理机构工作台任一权限的员工',
  },
] as const

/** Who can act for the company, and who works in which of its workbenches: people in use, by what they may do. */
export function ListsPart({ tabs }: { tabs: ReactNode }) {
  const [search, setSearch] = useSearchParams()
  const { employee } = useSession()
  const options = useCall(employeeOptions, {})
  const lists = LISTS.filter(({ of }) => of === null || employee?.company?.[of])
  const list = lists.find(({ value }) => value === (search.get('list') ?? '')) ?? LISTS[0]
  return (
    <ListScreen
      key={list.value}
      title="组织架构"
      endpoint={list.endpoint}
      rowKey={(r) => r.employeeId}
      exportAs={list.label}
      filters={[
        { kind: 'text', name: 'keyword', label: '姓名、手机号码或后四位' },
        {
          kind: 'select',
          name: 'roleId',
          label: '角色',
          options: (options.data?.roles ?? []).map((role) => ({ value: role.roleId, label: role.name })),
        },
      ]}
      columns={[
        {
          key: 'name',
          title: '员工',
          value: (r) => r.name,
          render: (r) => <MainCell title={r.name} code={r.mobile} />,
        },
        { key: 'dept', title: '部门', width: 140, value: (r) => r.deptName },
        { key: 'roles', title: '角色', value: (r) => r.roles.map((role) => role.name).join('、') },
        {
          key: 'as',
          title: '身份',
          width: 140,
          value: (r) => [r.isAdmin && '管理员', r.isSigner && '签字人'].filter(Boolean).join('、'),
        },
        { key: 'email', title: '邮箱', value: (r) => r.email },
      ]}
      empty={{ title: `还没有${list.label}`, hint: '可在“员工”中授予角色或权限' }}
    >
      {tabs}
      <div className="kb-tabs kb-flex kb-gap-20 kb-scroll-x kb-rule" role="group" aria-label="人员名单">
        {lists.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === list.value}
            onClick={() => setSearch(value ? { part: 'lists', list: value } : { part: 'lists' })}
          >
            {label}
          </button>
        ))}
      </div>
      <p className="kb-hint kb-below-12">{list.hint}；已禁用的员工不在名单中。</p>
    </ListScreen>
  )
}
