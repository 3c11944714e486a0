import { URGENT } from '#server/feature.ts'
import { noticeLabel } from '../../methods/notices.ts'
import { NoticeKind, OPENING_KINDS } from '../../rules/enums.ts'
import { undecided } from '../../server/invited.ts'
import { publishedNotice } from '../../server/notices.ts'
import { named, type OrderMessage, tellObservers, tellParticipants, tellSupplier } from '../../server/telling.ts'
import { isPrivate } from '../../server/visible.ts'

export const publish: readonly OrderMessage[] = [
  {
    kind: 'notice.published',
    label: '公告、变更与澄清',
    group: '公告与变更',
    workbenches: ['purchaser', 'agency', 'supplier'],
    channels: URGENT,
    isEssential: true,
    async tell(subject) {
      const { ctx, order, event } = subject
      const notice = await publishedNotice(ctx, String(event.payload.noticeId))
      // It opens the sign-up: nobody takes part yet.
      if (OPENING_KINDS.includes(notice.kind)) return
      const label = noticeLabel(notice.kind, order)
      const duty = notice.needsConfirmation ? '请登录平台查看并确认。' : '请登录平台查看。'
      const text = { title: `${label}：${notice.title}`, content: `${named(order)}发布了${label}，${duty}` }
      await tellParticipants(subject, text)
      // What others read on the portal.
      if (isPrivate(order) && notice.kind !== NoticeKind.values.clarification)
        for (const companyId of await undecided(ctx, order.id)) await tellSupplier(subject, companyId, text)
      await tellObservers(subject, text)
    },
  },
]
