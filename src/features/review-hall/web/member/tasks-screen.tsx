import type { OutputOf } from '#contract/endpoint.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Tone } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { ownReviews } from '../../contract/expert.ts'

type Row = OutputOf<typeof ownReviews>['rows'][number]
/** The committees a person sits on, with what is to be done next. */
export function Screen() {
  return (
    <ListScreen
      title="评审任务"
      endpoint={ownReviews}
      rowKey={(r) => r.projectId}
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部' },
          { value: 'open', label: '未结束' },
          { value: 'done', label: '已结束' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '项目名称或编号' }]}
      columns={[
        {
          key: 'order',
          title: '项目',
          value: (r) => r.orderName,
          render: (r) => <MainCell code={r.orderCode} title={r.orderName} to={nextOf(r).to} />,
        },
        { key: 'owner', title: '采购单位', value: (r) => r.ownerName },
        {
          key: 'part',
          title: '身份',
          width: 80,
          value: (r) => (r.isLeader ? '组长' : '成员'),
        },
        {
          key: 'stage',
          title: '阶段',
          width: 120,
          value: (r) => r.stage,
          render: (r) => <StatusTag label={r.stage} tone={toneOf(r)} />,
        },
        { key: 'openAt', title: '开标时间', kind: 'time', width: 140, value: (r) => r.openAt },
        { key: 'startedAt', title: '评审开始', kind: 'time', width: 140, value: (r) => r.startedAt },
      ]}
      rowActions={(r) => [{ label: nextOf(r).label, to: nextOf(r).to }]}
      empty={{ title: '没有评审任务', hint: '被选入评标委员会后，评审任务会出现在这里，并有消息通知' }}
    />
  )
}

/** What a member does next there. */
function nextOf(row: Row): { label: string; to: string } {
  const base = `/review/projects/${row.projectId}`
  if (row.state === 'review.running') return { label: '进入评审', to: `${base}/review-session` }
  if (row.state === 'review.summarised') return { label: '评审报告', to: `${base}/review-report` }
  if (row.startedAt) return { label: '查看', to: `${base}/review-report` }
  return { label: '查看', to: `${base}/leader-recommend` }
}

function toneOf(row: Row): Tone {
  if (row.state === 'review.running') return 'active'
  if (row.state === 'review.summarised') return 'warning'
  if (isAbortive(row)) return 'danger'
  return row.startedAt ? 'success' : 'neutral'
}
