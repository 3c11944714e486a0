import { Link } from 'react-router'
import { HomeSection } from '#web/kit/home-section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { markRead, messagePage } from '../contract.ts'

const SHOWN = 6

/** The newest messages on the home page. */
export function Panel() {
  const { workbench } = useSession()
  const page = useCall(
    messagePage,
    { query: { identity: workbench ?? 'supplier', pageSize: SHOWN } },
    { enabled: workbench !== null },
  )
  const read = useAction(markRead, { overlay: false, quiet: true })
  if (!workbench) return null
  return (
    <HomeSection title="最近消息" more={{ to: '/notice' }}>
      {page.error ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : !page.data ? (
        <Skeleton lines={SHOWN} />
      ) : page.data.rows.length === 0 ? (
        <EmptyState title="暂无消息" />
      ) : (
        <ul>
          {page.data.rows.map((message) => (
            <li key={message.messageId} className="kb-row kb-gap-12 kb-line kb-size-13">
              <Link
                className={`kb-grow kb-ellipsis kb-quiet ${message.isRead ? '' : 'kb-strong'}`}
                to={message.link ?? '/notice'}
                title={message.content}
                onClick={() => void (message.isRead || read.run({ body: { messageIds: [message.messageId] } }))}
              >
                {message.title}
                <span className="kb-before-8 kb-soft kb-regular">{message.content}</span>
              </Link>
              <span className="kb-muted">
                <TimeText at={message.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  )
}
