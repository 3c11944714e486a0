import { Link } from 'react-router'
import { hasPage } from '../../../methods/places.ts'
import { say } from '../../../methods/say.ts'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { NoticeKind } from '../../../rules/enums.ts'
import { useOrderPages } from '../use-buyer.ts'
import { PublishedNotice } from '../notice-list.tsx'
import type { OrderDetail } from '../tones.ts'
import { OrderLine } from './order-line.tsx'

/** The newest first. */
function changesOf({ notices }: OrderDetail) {
  return notices.filter((notice) => notice.kind === NoticeKind.values.change).toReversed()
}

interface ChangeNoticeProps {
  order: OrderDetail
  /** Null: the newest. */
  noticeId: string | null
}

/** One published change by itself. */
export function ChangeNotice({ order, noticeId }: ChangeNoticeProps) {
  const pages = useOrderPages()
  const changes = changesOf(order)
  const at = noticeId === null ? 0 : changes.findIndex((notice) => notice.noticeId === noticeId)
  const change = changes[at]
  return (
    <>
      <PageHead
        title="变更详情"
        back={{ label: '变更公告', to: pages('change.list') }}
        facts={change ? [`第 ${changes.length - at} 次变更`, `现行第 ${order.version} 版`] : []}
      />
      <OrderLine order={order} deadline={{ label: say(order, '{deadline}'), at: order.schedule.bidEnd }} />
      {change ? (
        <section className="kb-section">
          <PublishedNotice orderId={order.orderId} noticeId={change.noticeId} />
        </section>
      ) : (
        <EmptyState
          title={noticeId === null ? '未发布过变更' : '没有这份变更公告'}
          hint="发布的变更公告在“变更公告”页中列出"
        />
      )}
    </>
  )
}

/** The changes published so far. */
export function ChangeList({ order }: { order: OrderDetail }) {
  const pages = useOrderPages()
  const changes = changesOf(order)
  const action = order.actions.find((one) => one.action === 'change')
  return (
    <>
      <PageHead
        title="变更公告"
        back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
        facts={[`现行第 ${order.version} 版`]}
        actions={
          action && (
            <PrimaryButton
              label="发布变更"
              to={pages('change.edit')}
              {...(action.reason ? { disabled: action.reason } : {})}
            />
          )
        }
      />
      <OrderLine order={order} deadline={{ label: say(order, '{deadline}'), at: order.schedule.bidEnd }} />
      {changes.length === 0 ? (
        <EmptyState
          title="未发布过变更"
          hint="公告发布后，时间、文件或内容的修改都以变更公告发布，并由参与的供应商逐一确认"
        />
      ) : (
        changes.map((notice, i) => (
          <section key={notice.noticeId} className="kb-section">
            <h2>
              第 {changes.length - i} 次变更
              {hasPage(order, 'change-notice.read') && (
                <Link
                  className="kb-push kb-size-13"
                  to={`${pages('change-notice.read', { changeId: notice.noticeId })}?noticeId=${notice.noticeId}`}
                >
                  单独查看
                </Link>
              )}
            </h2>
            <PublishedNotice orderId={order.orderId} noticeId={notice.noticeId} />
          </section>
        ))
      )}
    </>
  )
}
