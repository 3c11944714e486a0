import { Button } from 'antd'
import { Link } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { tr } from '#web/kit/labels.ts'
import { useSession } from '#web/shell/session.ts'
import { useAction } from '#web/use-call.ts'
import type { Message } from '../contract.ts'
import { deleteMessages, markAllRead, markRead, messagePage, unreadCount } from '../contract.ts'

const STALE = [messagePage, unreadCount]
const idsOf = (rows: Message[]) => ({ body: { messageIds: rows.map((row) => row.messageId) } })

/** Messages of the current workbench, newest first. */
export function Screen() {
  const identity = useSession().workbench ?? 'supplier'
  const read = useAction(markRead, { refresh: STALE, overlay: false })
  const readAll = useAction(markAllRead, { refresh: STALE, success: '已全部标为已读' })
  const remove = useAction(deleteMessages, { refresh: STALE, success: '已删除' })
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
      filters={[{ kind: 'text', name: 'keyword', label: '标题或内容' }]}
      columns={[
        {
          key: 'title',
          title: '消息',
          value: (row) => row.title,
          render: (row) => <MessageCell message={row} onOpen={() => void (row.isRead || read.run(idsOf([row])))} />,
        },
        {
          key: 'state',
          title: '状态',
          width: 90,
          value: (row) => (row.isRead ? '已读' : '未读'),
          render: (row) => <StatusTag label={row.isRead ? '已读' : '未读'} tone={row.isRead ? 'neutral' : 'active'} />,
        },
        { key: 'at', title: '时间', kind: 'time', width: 130, value: (row) => row.createdAt },
      ]}
      secondary={<Button onClick={() => void readAll.run({ query: { identity } })}>{tr('全部标为已读')}</Button>}
      rowActions={(row) => [
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
  const look = isRead ? 'kb-main-title kb-quiet' : 'kb-main-title kb-quiet kb-strong'
  return (
    <div className="kb-main-cell">
      {link ? (
        <Link to={link} onClick={onOpen} className={look}>
          {title}
        </Link>
      ) : (
        <span className={look}>{title}</span>
      )}
      <span className="kb-message-text">{content}</span>
    </div>
  )
}
