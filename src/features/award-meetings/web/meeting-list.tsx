import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { meetingPage } from '../contract.ts'
import { BALLOTS, MEETING_RULES, MEETING_STATES } from '../rules/meeting.ts'
import { meetingPlace } from '../rules/places.ts'
import { meetingTag } from './words.ts'

/** Award meetings that the company holds, or that one sits in. */
export function Screen({ side }: { side: 'purchaser' | 'agency' }) {
  const { rights } = useSession()
  const organises = rights.has(side === 'agency' ? 'agencyTendering' : 'tendering')
  return (
    <ListScreen
      title="定标会"
      endpoint={meetingPage}
      rowKey={(row) => row.meetId}
      exportAs="定标会"
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...Object.entries(MEETING_STATES).map(([value, label]) => ({ value, label })),
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '会议名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '会议',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={meetingPlace(side, row.meetId)} />,
        },
        { key: 'orders', title: '采购单', kind: 'number', width: 80, value: (row) => row.orders },
        { key: 'members', title: '成员', kind: 'number', width: 72, value: (row) => row.members },
        {
          key: 'rule',
          title: '定标方式',
          width: 150,
          value: (row) =>
            row.rule === 'lowest' ? MEETING_RULES.lowest : `${MEETING_RULES[row.rule]}（${BALLOTS[row.ballot]}）`,
        },
        { key: 'at', title: '会议时间', kind: 'time', width: 140, value: (row) => row.meetAt },
        { key: 'by', title: '组织人', width: 90, value: (row) => row.createdByName },
        {
          key: 'state',
          title: '状态',
          width: 100,
          value: (row) => meetingTag(row.state).label,
          render: (row) => <StatusTag {...meetingTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [
        row.state === 'draft' && { label: '编辑', to: `/${side}/calibration/order/${row.meetId}/form` },
        { label: '查看', to: meetingPlace(side, row.meetId) },
      ]}
      {...(organises && { primary: { label: '新建定标会', to: `/${side}/calibration/order/form` } })}
      empty={{ title: '还没有定标会', hint: '评审结束、需要集体确定中标人的采购单，可召集定标会' }}
    />
  )
}
