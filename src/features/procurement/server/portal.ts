import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { implementFile, implementPublic, type Route } from '#server/implement.ts'
import * as contract from '../contract/portal.ts'
import { stageOf } from '../engine/stage.ts'
import { calendarText } from './calendar.ts'
import { noticePublicKey } from './notice-publish.ts'
import { noticeValue, publishedNotice, publishedNotices, RESTRICTED_KINDS } from './notices.ts'
import { noticeSummary, publicNoticePage, publicNoticeRows } from './public-notices.ts'
import { orderRow } from './public.ts'
import { noticeRow, scheduleOf, stageFacts } from './values.ts'
import { methodFor, methodOf } from '../methods/all.ts'
import { openLots } from './package-lots.ts'
import { demandVisible, isPrivate, isPublicResult } from './visible.ts'

export const portalRoutes: readonly Route[] = [
  implementPublic(contract.portalNotices, {}, (ctx, { query }) => publicNoticePage(ctx, query)),

  implementPublic(contract.portalNotice, {}, async (ctx, { params }) => {
    const row = await publicNoticeRows(ctx).where('notice.id', '=', params.noticeId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const notice = await publishedNotice(ctx, row.id)
    const order = await orderRow(ctx, row.orderId)
    const siblings = (await publishedNotices(ctx, order.id)).filter(
      (n) =>
        n.id !== notice.id &&
        !RESTRICTED_KINDS.includes(n.kind) &&
        (!isPrivate(order) || isPublicResult(n.kind, order)),
    )
    return {
      ...noticeValue(notice, []),
      ...noticeSummary(row),
      orderCode: order.code,
      stage: stageOf(stageFacts(order), ctx.clock.now().getTime()).label,
      schedule: scheduleOf(order),
      bond: order.bond,
      reviewModel: order.reviewModel,
      place: order.place,
      siblings: siblings.map(noticeRow),
      lots: methodFor(order).opens === notice.kind ? await openLots(ctx, order) : [],
    }
  }),

  implementPublic(contract.noticeKey, {}, async (ctx) => ({
    algorithm: 'Ed25519' as const,
    publicKey: noticePublicKey(ctx),
  })),

  implementFile(contract.portalCalendar, { audience: 'public' }, async (ctx, { params }) => {
    const order = await orderRow(ctx, params.orderId)
    if (!order.publishedAt) throw new AppError('notFound')
    await demandVisible(ctx, order)
    const { labels } = methodOf(order.method).dates
    const events = CALENDAR_DATES.flatMap((field) => {
      const at = order[field]
      const label = labels[field]?.replace(/时间$/, '')
      if (!at || !label) return []
      return [
        {
          uid: `${order.id}-${field}@kaibiao`,
          at,
          title: `${label}：${order.title}`,
          text: `${order.code}，${label} ${formatTime(at, true)}（北京时间）`,
        },
      ]
    })
    const content = Buffer.from(calendarText(events, { now: ctx.clock.now(), sequence: order.version }))
    return { name: `${order.code}.ics`, mime: 'text/calendar; charset=utf-8', content, size: content.length }
  }),
]

/** What ends or begins for bidders. */
const CALENDAR_DATES = ['signUpEnd', 'questionEnd', 'bidEnd', 'openAt'] as const
