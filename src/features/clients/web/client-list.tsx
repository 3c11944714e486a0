import { Link } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { clientPage, removeClient } from '../contract.ts'

const FORM = '/agency/owner-register/form'

/** Purchasers without an account that the agency buys for. */
export function Screen() {
  const remove = useAction(removeClient, { success: '已删除' })
  return (
    <ListScreen
      title="委托采购人"
      endpoint={clientPage}
      rowKey={(row) => row.clientId}
      exportAs="委托采购人"
      filters={[{ kind: 'text', name: 'keyword', label: '单位名称或统一社会信用代码' }]}
      columns={[
        {
          key: 'name',
          title: '采购人',
          value: (row) => row.name,
          render: (row) => <MainCell code={row.creditCode} title={row.name} to={`${FORM}?client=${row.clientId}`} />,
        },
        { key: 'contact', title: '联系人', width: 140, value: (row) => row.contact },
        {
          key: 'projects',
          title: '项目',
          kind: 'number',
          width: 80,
          value: (row) => row.projects,
          render: (row) =>
            row.projects > 0 ? (
              <Link to={`/agency/project/bidding/list?purchaserCompanyId=${row.companyId}`}>{row.projects}</Link>
            ) : (
              0
            ),
        },
        { key: 'by', title: '登记人', width: 90, value: (row) => row.createdByName },
        { key: 'created', title: '登记时间', kind: 'time', width: 130, value: (row) => row.createdAt },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => stateOf(row).label,
          render: (row) => <StatusTag {...stateOf(row)} />,
        },
      ]}
      rowActions={(row) => [
        { label: '编辑', to: `${FORM}?client=${row.clientId}` },
        {
          label: '删除',
          danger: true,
          confirm: `确认删除“${row.name}”？`,
          ...(row.projects > 0 ? { reason: '该采购人已有项目，不能删除' } : {}),
          onClick: () => remove.run({ params: { clientId: row.clientId } }),
        },
      ]}
      primary={{ label: '登记采购人', to: FORM }}
      empty={{ title: '还没有登记采购人', hint: '为尚未注册的采购人代理时，先在这里登记；该单位认证后自动接管其项目' }}
    />
  )
}

function stateOf({ isClaimed }: { isClaimed: boolean }) {
  return isClaimed
    ? ({ label: '已认证接管', tone: 'success' } as const)
    : ({ label: '未注册', tone: 'neutral' } as const)
}
