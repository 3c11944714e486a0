import { Drawer, Input } from 'antd'
import { useState } from 'react'
import { DataTable, TableSkeleton } from '#web/kit/data-table.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { appointAdministrator, subordinateEmployees } from '../contract/associations.ts'

interface AppointDrawerProps {
  company: { companyId: string; name: string }
  onClose: () => void
}

/** Choosing the administrator of a company below. */
export function AppointDrawer({ company, onClose }: AppointDrawerProps) {
  const params = { subordinateCompanyId: company.companyId }
  const [keyword, setKeyword] = useState('')
  const found = useCall(subordinateEmployees, { params, query: { keyword } }, { keep: true })
  const appoint = useAction(appointAdministrator, {
    success: '已任命，原管理员不再是管理员',
    onDone: onClose,
  })
  return (
    <Drawer open title={`任命管理员：${company.name}`} size={560} onClose={onClose}>
      <Input.Search
        aria-label="姓名、手机号码或后四位"
        placeholder="姓名、手机号码或后四位"
        allowClear
        maxLength={40}
        onSearch={(text) => setKeyword(text.trim())}
      />
      {found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <TableSkeleton columns={[{ key: 'a' }, { key: 'b' }]} rows={4} />
      ) : found.data.length === 0 ? (
        <EmptyState title="没有符合条件的在用员工" hint="请由该企业先新增员工" />
      ) : (
        <DataTable
          label="可任命的员工"
          rows={found.data}
          rowKey={(r) => r.employeeId}
          columns={[
            { key: 'name', title: '姓名', value: (r) => r.name },
            { key: 'mobile', title: '手机号码', width: 130, value: (r) => r.mobile },
            { key: 'isAdmin', title: '现任', width: 80, value: (r) => (r.isAdmin ? '管理员' : '') },
          ]}
          renderEnd={(r) => (
            <RowActions
              actions={[
                !r.isAdmin && {
                  label: '任命',
                  confirm: `任命${r.name}为${company.name}的管理员，原管理员不再是管理员。确认任命？`,
                  onClick: () => appoint.run({ params, body: { employeeId: r.employeeId } }),
                },
              ]}
            />
          )}
        />
      )}
    </Drawer>
  )
}
