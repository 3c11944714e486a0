import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { clock } from '#web/clock.ts'
import { openFile } from '#web/export.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { departments, orgCompany } from '../contract/departments.ts'
import { employeeOptions, type EmployeeRow, employeeTemplate, managePage } from '../contract/employees.ts'
import { EmployeeStatus } from '../contract/shared.ts'
import { DeptTree } from './dept-tree.tsx'
import { EmployeeDrawer } from './employee-drawer.tsx'
import { useEmployeeActions } from './employee-actions.tsx'
import { useEmployeeImport } from './employee-import.tsx'

/** The departments at the left, the people of the chosen one at the right. */
export function EmployeesPart({ tabs }: { tabs: ReactNode }) {
  const [search, setSearch] = useSearchParams()
  const deptId = search.get('dept') ?? ''
  const tree = useCall(departments, {})
  const company = useCall(orgCompany, {})
  const options = useCall(employeeOptions, {})
  const [editing, setEditing] = useState<{ employeeId?: string; deptId?: string } | null>(null)
  const actionsOf = useEmployeeActions((employeeId) => setEditing({ employeeId }))
  const upload = useEmployeeImport()
  const chosen = tree.data?.find((row) => row.deptId === deptId)
  const choose = (id: string) => setSearch(id ? { dept: id } : {})
  return (
    <div className="org-page">
      <ListScreen
        key={deptId}
        title="组织架构"
        endpoint={managePage}
        fixed={{ query: deptId ? { deptId } : {} }}
        rowKey={(r) => r.employeeId}
        exportAs={chosen ? `员工-${chosen.name}` : '员工'}
        tabs={{
          param: 'status',
          tabs: [
            { value: '', label: chosen ? chosen.name : '全部员工' },
            { value: '1', label: '在用' },
            { value: '2', label: '待加入' },
            { value: '0', label: '已禁用' },
          ],
        }}
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
            render: (r) => <MainCell title={r.name} code={r.mobile} extra={<Marks row={r} />} />,
          },
          { key: 'mobile', title: '手机号码', width: 130, value: (r) => r.mobile, hidden: true },
          { key: 'dept', title: '部门', width: 140, value: (r) => r.deptName },
          { key: 'roles', title: '角色', value: (r) => r.roles.map((role) => role.name).join('、') },
          {
            key: 'rights',
            title: '权限',
            width: 80,
            kind: 'number',
            value: (r) => r.rights.length,
            render: (r) => (r.rights.length === 0 ? '-' : `${r.rights.length}项`),
          },
          { key: 'email', title: '邮箱', value: (r) => r.email, hidden: true },
          {
            key: 'status',
            title: '状态',
            width: 90,
            value: statusOf,
            render: (r) => <StatusTag label={statusOf(r)} tone={TONES[r.status]} />,
          },
          { key: 'joinedAt', title: '加入时间', kind: 'date', width: 120, value: (r) => r.joinedAt },
        ]}
        rowActions={actionsOf}
        rowClass={(r) => (r.status === 0 ? 'org-disabled' : undefined)}
        primary={{ label: '新增员工', onClick: () => setEditing({ deptId: inAddress() }) }}
        secondary={
          <>
            <Button onClick={() => void openFile(employeeTemplate)}>下载模板</Button>
            {upload.button}
          </>
        }
        empty={{
          title: chosen ? `“${chosen.name}”还没有员工` : '还没有员工',
          hint: '可逐个新增、从表格导入，或以短信邀请',
          action: (
            <Button type="primary" onClick={() => setEditing({ deptId: inAddress() })}>
              新增员工
            </Button>
          ),
        }}
      >
        {tabs}
        {tree.data ? (
          <DeptTree
            rows={tree.data}
            chosen={chosen ? deptId : ''}
            companyName={company.data?.name ?? '本企业'}
            onChoose={choose}
          />
        ) : (
          <div className="org-tree">
            <Skeleton lines={6} />
          </div>
        )}
        {upload.report}
      </ListScreen>
      {editing && options.data && (
        <EmployeeDrawer
          key={editing.employeeId ?? 'new'}
          {...(editing.employeeId ? { employeeId: editing.employeeId } : {})}
          options={options.data}
          departments={tree.data ?? []}
          deptId={tree.data?.some((row) => row.deptId === editing.deptId) ? editing.deptId! : null}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  )
}

const TONES = { 0: 'danger', 1: 'success', 2: 'active' } as const

/** The department of the address as it is, not as it was last drawn: one may add an employee while it is still being chosen. */
function inAddress(): string {
  return new URLSearchParams(window.location.search).get('dept') ?? ''
}

/** An invitation that has run out can be sent again or withdrawn. */
function statusOf({ status, invitedUntil }: EmployeeRow): string {
  const isOver = invitedUntil !== null && Date.parse(invitedUntil) <= clock.now()
  return isOver ? '邀请已过期' : EmployeeStatus.label(status)
}

function Marks({ row }: { row: EmployeeRow }) {
  return (
    <>
      {row.isAdmin && <span className="kb-chip">管理员</span>}
      {row.isSigner && <span className="kb-chip">签字人</span>}
    </>
  )
}
