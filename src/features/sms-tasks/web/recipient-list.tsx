import { Link, useParams } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { recipientPage } from '../contract/tasks.ts'
import { PLACES } from '../rules/places.ts'
import { RECIPIENT_STATES } from '../rules/task.ts'
import { recipientTag } from './words.ts'

/** What became of each recipient; exported, numbers stay masked. */
export function Screen() {
  const { taskId = '' } = useParams()
  return (
    <ListScreen
      title="收件人明细"
      endpoint={recipientPage}
      fixed={{ params: { taskId } }}
      rowKey={(row) => row.recipientId}
      exportAs="短信收件人"
      secondary={<Link to={PLACES.task(taskId)}>返回任务</Link>}
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          ...Object.entries(RECIPIENT_STATES)
            .filter(([value]) => value !== 'queued')
            .map(([value, label]) => ({ value, label })),
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '供应商或联系人' }]}
      columns={[
        { key: 'name', title: '供应商', isHead: true, value: (row) => row.name },
        { key: 'contact', title: '联系人', width: 90, value: (row) => row.contactName },
        { key: 'mobile', title: '手机号码', width: 120, value: (row) => row.mobile },
        { key: 'segments', title: '条数', kind: 'number', width: 60, value: (row) => row.segments },
        { key: 'reason', title: '说明', width: 220, value: (row) => row.reason },
        {
          key: 'answers',
          title: '回复',
          width: 180,
          value: (row) => row.answers.map(({ text }) => text).join('；'),
        },
        { key: 'tries', title: '发送次数', kind: 'number', width: 90, value: (row) => row.tries },
        { key: 'handed', title: '提交时间', kind: 'time', width: 130, value: (row) => row.handedAt },
        { key: 'done', title: '结果时间', kind: 'time', width: 130, value: (row) => row.doneAt },
        { key: 'text', title: '内容', hidden: true, value: (row) => row.text },
        {
          key: 'state',
          title: '状态',
          width: 90,
          value: (row) => recipientTag(row.state).label,
          render: (row) => <StatusTag {...recipientTag(row.state)} />,
        },
      ]}
      empty={{ title: '还没有收件人', hint: '任务提交发送后，每个收件人的结果显示在这里' }}
    />
  )
}
