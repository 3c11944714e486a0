import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { entrustPage } from '../contract/entrust.ts'
import { editPlace, placeFor } from '../rules/places.ts'
import type { EntrustSide } from '../rules/status.ts'
import { scopeText } from '../rules/terms.ts'
import { ENTRUST_TABS, entrustTag } from './words.ts'

/** What a purchaser entrusts, or what an agency is entrusted with. */
export function Screen({ side }: { side: EntrustSide }) {
  const isAgency = side === 'agency'
  return (
    <ListScreen
      title={isAgency ? '委托处理' : '委托项目'}
      endpoint={entrustPage}
      rowKey={(row) => row.entrustmentId}
      exportAs={isAgency ? '委托处理' : '委托项目'}
      tabs={{ param: 'state', tabs: ENTRUST_TABS }}
      filters={[{ kind: 'text', name: 'keyword', label: '项目名称或编号' }]}
      columns={[
        {
          key: 'project',
          title: '项目',
          value: (row) => row.projectName,
          render: (row) => (
            <MainCell code={row.projectCode} title={row.projectName} to={placeFor(side, row.projectId)} />
          ),
        },
        {
          key: 'other',
          title: isAgency ? '采购人' : '代理机构',
          width: 200,
          value: (row) => (isAgency ? row.purchaserName : row.agencyName),
        },
        { key: 'budget', title: '预算（元）', kind: 'amount', width: 150, value: (row) => row.budget },
        { key: 'scope', title: '委托范围', width: 200, value: (row) => scopeText(row.kept) },
        { key: 'offered', title: '发出时间', kind: 'time', width: 130, value: (row) => row.offeredAt },
        {
          key: 'state',
          title: '状态',
          width: 100,
          value: (row) => entrustTag(row.state).label,
          render: (row) => <StatusTag {...entrustTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [
        row.state === 'draft' && { label: '编辑', to: editPlace(side, row.projectId) },
        {
          label: row.proposedBy !== side && row.state === 'offered' ? '答复' : '查看',
          to: placeFor(side, row.projectId),
        },
      ]}
      {...(isAgency ? {} : { primary: { label: '新建委托', to: '/purchaser/entrust-project/edit' } })}
      empty={
        isAgency
          ? { title: '还没有收到委托', hint: '采购人发出委托后在这里接受或者拒绝' }
          : { title: '还没有委托项目', hint: '登记采购项目后，可将其委托给代理机构办理' }
      }
    />
  )
}
