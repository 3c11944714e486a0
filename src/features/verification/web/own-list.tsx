import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { ownVerifications } from '../contract.ts'
import { expertPlaces, SUBJECTS } from '../rules/verification.ts'
import { replyTag, stateTag } from './words.ts'

/** Verifications that one is asked to as an expert. */
export function Screen() {
  return (
    <ListScreen
      title="需求论证"
      endpoint={ownVerifications}
      rowKey={(row) => row.verificationId}
      exportAs="需求论证"
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          { value: 'open', label: '进行中' },
          { value: 'done', label: '已结束' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '论证名称或编号' }]}
      columns={[
        {
          key: 'title',
          title: '论证',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} to={expertPlaces.desk(row.verificationId)} />,
        },
        { key: 'owner', title: '组织单位', width: 180, value: (row) => row.ownerName },
        { key: 'subject', title: '论证对象', value: (row) => `${SUBJECTS[row.subjectKind]}：${row.subjectTitle}` },
        {
          key: 'reply',
          title: '我的答复',
          width: 100,
          value: (row) => replyTag(row.reply).label,
          render: (row) => <StatusTag {...replyTag(row.reply)} />,
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
          value: (row) => stateTag(row.state).label,
          render: (row) => <StatusTag {...stateTag(row.state)} />,
        },
      ]}
      rowActions={(row) => [{ label: '进入', to: expertPlaces.desk(row.verificationId) }]}
      empty={{ title: '还没有需求论证', hint: '采购人邀请您论证采购需求时，在这里办理' }}
    />
  )
}
