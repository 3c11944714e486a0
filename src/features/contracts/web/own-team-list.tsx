import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { ownTeams } from '../contract/team.ts'
import { teamPlace, type TeamSide } from '../rules/places.ts'
import { memberTag, teamTag } from './team-words.ts'

/** Deliveries that one is asked to look at, as an expert or as an employee of the purchaser. */
export function Screen({ side }: { side: TeamSide }) {
  return (
    <ListScreen
      title="验收任务"
      endpoint={ownTeams}
      rowKey={(row) => row.teamId}
      exportAs="验收任务"
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          { value: 'open', label: '待办理' },
          { value: 'done', label: '已办理' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '合同名称或订单编号' }]}
      columns={[
        {
          key: 'title',
          title: '验收对象',
          value: (row) => row.title,
          render: (row) => (
            <MainCell
              code={`${row.callOffCode} 第 ${row.deliveryNo} 批`}
              title={row.title}
              to={teamPlace(side, row.teamId)}
            />
          ),
        },
        { key: 'purchaser', title: '采购人', width: 180, value: (row) => row.purchaserName },
        { key: 'supplier', title: '供应商', width: 200, value: (row) => row.supplierName },
        { key: 'by', title: '意见期限', width: 120, value: (row) => row.giveBy },
        {
          key: 'reply',
          title: '我的答复',
          width: 100,
          value: (row) => memberTag(row.reply).label,
          render: (row) => <StatusTag {...memberTag(row.reply)} />,
        },
        {
          key: 'given',
          title: '我的意见',
          width: 100,
          value: (row) => (row.reply !== 'accepted' ? '' : row.hasGiven ? '已提交' : '待提交'),
        },
        {
          key: 'state',
          title: '状态',
          width: 110,
          value: (row) => teamTag(row.state).label,
          render: (row) => <StatusTag {...teamTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [{ label: '进入', to: teamPlace(side, row.teamId) }]}
      empty={{ title: '还没有验收任务', hint: '采购人邀请您参加验收小组时，在这里办理' }}
    />
  )
}
