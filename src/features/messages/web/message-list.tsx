import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { WORKBENCHES } from '#contract/workbench.ts'
import { ask } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import type { Message } from '../contract.ts'
import { deleteMessages, markAllRead, markRead, messagePage, unreadCount } from '../contract.ts'
import { messageGroups } from '../contract-settings.ts'
import './messages.css'

const idsOf = (rows: Message[]) => ({ body: { messageIds: rows.map((row) => row.messageId) } })

/** Messages of the current workbench, newest first; new ones appear by themselves. */
export function Screen() {
  const { workbench } = useSession()
  const identity = workbench ?? 'supplier'
  const navigate = useNavigate()
  const read = useAction(markRead, { overlay: false })
  const readAll = useAction(markAllRead, { success: '已全部标为已读' })
  const remove = useAction(deleteMessages, { success: '已删除' })
  const groups = useCall(messageGroups, { query: { identity } }, { fresh: 600_000 })
  const unread = useCall(unreadCount, { query: { identity } })
  const count = unread.data?.count ?? 0
  const askAll = async () => {
    const content = `${WORKBENCHES[identity].label}的 ${count} 条未读消息将标为已读，其他工作台不受影响。`
    if (await ask({ title: '全部标为已读', content })) await readAll.run({ query: { identity } })
  }
  return (
    <ListScreen
      title="消息"
      endpoint={messagePage}
      fixed={{ query: { identity } }}
      rowKey={(row) => row.messageId}
      tabs={{
        param: 'isRead',
        tabs: [
          { value: '', label: '全部', countKey: 'all' },
          { value: 'false', label: '未读', countKey: 'unread' },
          { value: 'true', label: '已读', countKey: 'read' },
        ],
      }}
      filters={[
        { kind: 'text', name: 'keyword', label: '标题或内容' },
        {
          kind: 'select',
          name: 'group',
          label: '类型',
          options: (groups.data ?? []).map((group) => ({ value: group, label: group })),
        },
      ]}
      columns={[
        {
          key: 'title',
          title: '消息',
          value: (row) => row.title,
          render: (row) => <MessageCell message={row} onOpen={() => void (row.isRead || read.run(idsOf([row])))} />,
        },
        { key: 'kind', title: '类型', width: 150, value: (row) => row.kindLabel },
        {
          key: 'state',
          title: '状态',
          width: 90,
          value: (row) => (row.isRead ? '已读' : '未读'),
          render: (row) => <StatusTag label={row.isRead ? '已读' : '未读'} tone={row.isRead ? 'neutral' : 'active'} />,
        },
        { key: 'at', title: '时间', kind: 'time', width: 130, value: (row) => row.createdAt },
      ]}
      secondary={
        <>
          <Button onClick={() => void navigate('/notice/settings')}>{tr('通知设置')}</Button>
          <Button disabled={count === 0} onClick={() => void askAll()}>
            {tr('全部标为已读')}
          </Button>
        </>
      }
      rowActions={(row) => [
        row.link !== null && {
          label: '查看',
          onClick: () => {
            if (!row.isRead) void read.run(idsOf([row]))
            void navigate(row.link!)
          },
        },
        !row.isRead && { label: '标为已读', onClick: () => read.run(idsOf([row])) },
        { label: '删除', danger: true, confirm: '删除后不可恢复', onClick: () => remove.run(idsOf([row])) },
      ]}
      batch={[
        { label: '标为已读', run: (rows) => read.run(idsOf(rows)) },
        { label: '删除', danger: true, confirm: '删除后不可恢复', run: (rows) => remove.run(idsOf(rows)) },
      ]}
      empty={{ title: '暂无消息', hint: '项目进展、审批和系统通知会出现在这里' }}
    />
  )
}

function MessageCell({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { title, content, link, isRead } = message
  const look = isRead ? 'kb-main-title kb-break kb-quiet' : 'kb-main-title kb-break kb-quiet kb-strong'
  return (
    <div className="kb-main-cell kb-column">
      {link ? (
        <Link to={link} onClick={onOpen} className={look}>
          {title}
        </Link>
      ) : (
        <span className={look}>{title}</span>
      )}
      <span className="kb-note">{content}</span>
    </div>
  )
}
