import { Link } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { signTaskPage, TAB_LABELS } from '../contract.ts'
import { TASKS, taskPlace, VERIFY } from '../rules/places.ts'
import { taskTag } from '../rules/tags.ts'

// Without a tab in the address it is what waits for the person.
const TABS = Object.entries(TAB_LABELS).map(([key, label]) => ({
  value: key === 'mine' ? '' : key,
  label,
  countKey: key,
}))

/** Tasks of the person and the company. */
export function Screen() {
  return (
    <ListScreen
      title="签署任务"
      endpoint={signTaskPage}
      rowKey={(row) => row.id}
      tabs={{ param: 'tab', tabs: TABS }}
      filters={[{ kind: 'text', name: 'keyword', label: '任务名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '任务',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={taskPlace(row.id)} />,
        },
        { key: 'sender', title: '发起方', width: 200, value: (row) => row.senderName },
        { key: 'next', title: '待签署方', width: 220, value: (row) => row.next },
        { key: 'signed', title: '进度', width: 90, value: (row) => `${row.signed} / ${row.signers}` },
        { key: 'deadline', title: '签署期限', kind: 'time', width: 150, value: (row) => row.deadline },
        {
          key: 'state',
          title: '状态',
          width: 100,
          value: (row) => taskTag(row.state).label,
          render: (row) => <StatusTag {...taskTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [{ label: '查看', to: taskPlace(row.id) }]}
      primary={{ label: '发起签署', to: `${TASKS}/create` }}
      empty={{ title: '没有签署任务', hint: '上传 PDF 发起签署，各方用自己的证书签名' }}
    >
      <p className="kb-hint kb-below-12">
        收到签署过的 PDF，可<Link to={VERIFY}>验签</Link>；文件不会上传。
      </p>
    </ListScreen>
  )
}
