import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { RIGHTS, type Right } from '#features/passport/rules-rights.ts'
import { DataTable, TableSkeleton } from '#web/kit/data-table.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { employeeOptions } from '../contract/employees.ts'
import { createRole, deleteRole, roles, type RoleRow, updateRole } from '../contract/roles.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { type Offered, RightsPicker } from './rights-picker.tsx'

/** Named sets of rights, and their editor. */
export function RolesPart({ tabs }: { tabs: ReactNode }) {
  const query = useCall(roles, {})
  const options = useCall(employeeOptions, {})
  const [editing, setEditing] = useState<RoleRow | 'new' | null>(null)
  const remove = useAction(deleteRole, { success: '角色已删除' })
  const add = (
    <Button type="primary" onClick={() => setEditing('new')}>
      新增角色
    </Button>
  )
  return (
    <section className="kb-list">
      <PageHead title="组织架构" actions={<PrimaryButton label="新增角色" onClick={() => setEditing('new')} />} />
      {tabs}
      <p className="kb-hint kb-below-12">角色是一组权限。为员工选择角色后，角色权限的变化立即对其生效。</p>
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton columns={[{ key: 'a' }, { key: 'b' }, { key: 'c' }]} />
      ) : query.data.length === 0 ? (
        <EmptyState title="还没有角色" hint="例如“招标经办”“财务复核”，一次设定，多人使用" action={add} />
      ) : (
        <DataTable
          label="角色"
          rows={query.data}
          rowKey={(r) => r.roleId}
          columns={[
            { key: 'name', title: '角色', width: 240, render: (r) => <MainCell title={r.name} code={r.note} /> },
            { key: 'rights', title: '权限', render: (r) => <RightNames rights={r.rights} /> },
            { key: 'holders', title: '使用人数', kind: 'number', width: 90, value: (r) => r.holders },
            { key: 'updatedAt', title: '更新时间', kind: 'time', width: 130, value: (r) => r.updatedAt },
          ]}
          renderEnd={(r) => (
            <RowActions
              actions={[
                { label: '编辑', onClick: () => setEditing(r) },
                {
                  label: '删除',
                  danger: true,
                  confirm: `确认删除角色“${r.name}”？`,
                  onClick: () => remove.run({ params: { roleId: r.roleId } }),
                  ...(r.holders > 0 ? { reason: '仍有员工使用该角色' } : {}),
                },
              ]}
            />
          )}
        />
      )}
      {editing && options.data && (
        <RoleDrawer
          role={editing === 'new' ? null : editing}
          offered={options.data.workbenches}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}

interface Values {
  name: string
  note?: string
  rights: string[]
}

function RoleDrawer({ role, offered, onClose }: { role: RoleRow | null; offered: Offered; onClose: () => void }) {
  const create = useAction(createRole, { success: '角色已新增' })
  const update = useAction(updateRole, { success: '已保存，对使用该角色的员工立即生效' })
  return (
    <FormDrawer<Values>
      title={role ? `编辑角色：${role.name}` : '新增角色'}
      label={role ? '保存' : '新增'}
      initial={role ? { name: role.name, note: role.note, rights: role.rights } : { rights: [] }}
      fields={[
        { kind: 'text', name: 'name', label: '角色名称', required: true, maxLength: 40 },
        { kind: 'text', name: 'note', label: '说明', maxLength: 200 },
        {
          kind: 'custom',
          name: 'rights',
          label: '权限',
          required: true,
          wide: true,
          control: <RightsPicker offered={offered} />,
        },
      ]}
      run={({ name, note = '', rights }) => {
        const body = { name, note, rights }
        return role ? update.run({ params: { roleId: role.roleId }, body }) : create.run({ body })
      }}
      onClose={onClose}
    />
  )
}

function RightNames({ rights }: { rights: string[] }) {
  return (
    <span className="kb-flex kb-gap-4 kb-wrap">
      {rights.map((right) => (
        <span key={right} className="kb-chip">
          {right in RIGHTS ? RIGHTS[right as Right].label : right}
        </span>
      ))}
    </span>
  )
}
