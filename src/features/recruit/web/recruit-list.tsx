import { formatTime } from '#contract/time.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown, MainCell } from '#web/kit/values.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useSession } from '#web/shell/session.ts'
import { recruitPage } from '../contract/order.ts'
import { OPENNESS } from '../rules/kinds.ts'
import { RECRUIT_STATES } from '../rules/order.ts'
import { recruitBase, recruitPlace, type Side } from '../rules/places.ts'
import { stateTag } from './words.ts'

/** Calls for suppliers that the company makes. */
export function Screen({ side }: { side: Side }) {
  const { rights } = useSession()
  useCompanyLive('recruit')
  return (
    <ListScreen
      title="供应商征集"
      endpoint={recruitPage}
      rowKey={(row) => row.orderId}
      exportAs="供应商征集"
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...Object.entries(RECRUIT_STATES).map(([value, label]) => ({ value, label })),
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '征集',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={recruitPlace(side, row.orderId)} />,
        },
        { key: 'categories', title: '品类', width: 180, value: (row) => row.categories.join('、') },
        { key: 'openness', title: '范围', width: 90, value: (row) => OPENNESS[row.openness] },
        {
          key: 'endsAt',
          title: '申请截止',
          width: 150,
          value: (row) => row.endsAt ?? '',
          render: (row) => (row.state === 'recruiting' ? <Countdown at={row.endsAt} /> : formatTime(row.endsAt) || '-'),
        },
        {
          key: 'applied',
          title: '申请',
          width: 110,
          value: (row) =>
            row.pending > 0 && row.state !== 'abandoned' ? `${row.applied}（待审 ${row.pending}）` : row.applied,
        },
        { key: 'by', title: '经办人', width: 90, value: (row) => row.createdByName },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => stateTag(row.state).label,
          render: (row) =>
            row.held ? <StatusTag label={`${row.held}审批中`} tone="active" /> : <StatusTag {...stateTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [
        row.state === 'draft' && { label: '编辑', to: recruitPlace(side, row.orderId, 'form') },
        row.applied > 0
          ? { label: '申请', to: recruitPlace(side, row.orderId, 'trades') }
          : { label: '查看', to: recruitPlace(side, row.orderId) },
      ]}
      {...(rights.has('supplierManagement') && {
        primary: { label: '新建征集', to: `${recruitBase(side)}/orders/form` },
      })}
      empty={{ title: '还没有供应商征集', hint: '发布征集，由供应商提交资质申请入库' }}
    />
  )
}
