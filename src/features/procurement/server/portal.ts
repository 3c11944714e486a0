import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementFile, implementPublic, type Route } from '#server/implement.ts'
import * as contract from '../contract/portal.ts'
import { informationType, type InformationType, kindsOf, type NoticeKind, PurchaseMethod } from '../rules/enums.ts'
import type { Admission } from '../methods/method.ts'
import { stageOf } from '../engine/stage.ts'
import { calendarText } from './calendar.ts'
import { noticePublicKey } from './notice-publish.ts'
import { noticeValue, publishedNotice, publishedNotices, RESTRICTED_KINDS } from './notices.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import { orderRow } from './public.ts'
import { NOTICES } from './searchable.ts'
import { iso, NOTICE_HEAD, noticeRow, scheduleOf, stageFacts } from './values.ts'
import { methodFor, methodOf } from '../methods/all.ts'
import { openLots } from './package-lots.ts'
import { demandVisible, isOfOpenOrder, isPrivate, isPublicResult } from './visible.ts'

const OTHER = PurchaseMethod.values.other
const NAMED = PurchaseMethod.options.map((option) => option.value).filter((value) => value !== OTHER)

export const portalRoutes: readonly Route[] = [
  implementPublic(contract.portalNotices, {}, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      list: {
        ...NOTICES,
        span: '~',
        keys: ['publishedAt', 'id'],
        rows: (relation) => listed(publicNotices(ctx, relation), query),
      },
      show: (page) => noticeRows(ctx).innerJoin(page, 'page.id', 'notice.id'),
    })
    const rows = page.rows.map((row) => ({
      ...noticeRow(row),
      ...summary(row),
      bidEnd: iso(row.bidEnd),
      informationType: informationType(row.kind as NoticeKind),
    }))
    return { ...page, rows }
  }),

  implementPublic(contract.portalNotice, {}, async (ctx, { params }) => {
    const row = await noticeRows(ctx).where('notice.id', '=', params.noticeId).executeTakeFirst()
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
      ...summary(row),
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

/** Published notices that everybody may read. */
function publicNotices(ctx: Context<Actor | null>, relation: string) {
  return ctx.tx
    .selectFrom(`${relation as 'notice'} as notice`)
    .where('notice.tenantId', '=', ctx.tenantId)
    .where('notice.status', '=', 1)
    .where('notice.kind', 'not in', RESTRICTED_KINDS as number[])
    .where(isOfOpenOrder(ctx.tenantId))
}

/** What stands in the project is looked up only where it is asked for. */
function listed(
  notices: ReturnType<typeof publicNotices>,
  { kind, informationType: type, method, category, region }: z.output<typeof contract.portalNotices.query>,
) {
  const ofOrder = category !== undefined || Boolean(region) || method !== undefined
  return notices
    .where('notice.isListed', '=', true)
    .$if(kind !== undefined, (q) => q.where('notice.kind', '=', kind!))
    .$if(type !== undefined, (q) =>
      q.where((e) => e('notice.kind', '=', e.fn.any(e.val(kindsOf(type as InformationType))))),
    )
    .$if(ofOrder, (q) =>
      q.where((e) =>
        e.exists(
          e
            .selectFrom('purchase_order as o')
            .innerJoin('project as p', (j) =>
              j.onRef('p.tenantId', '=', 'o.tenantId').onRef('p.id', '=', 'o.projectId'),
            )
            .select('p.id')
            .whereRef('o.tenantId', '=', 'notice.tenantId')
            .whereRef('o.id', '=', 'notice.orderId')
            .$if(method === OTHER, (p) => p.where('o.method', 'not in', NAMED))
            .$if(method !== undefined && method !== OTHER, (p) => p.where('o.method', '=', method!))
            .$if(category !== undefined, (p) => p.where('p.category', '=', category!))
            .$if(Boolean(region), (p) => p.where(includes(region!, ['p.region']))),
        ),
      ),
    )
}

/** Those with what a list tells of the tender. */
function noticeRows(ctx: Context<Actor | null>) {
  return publicNotices(ctx, 'notice')
    .innerJoin('purchase_order as o', (j) =>
      j.onRef('o.tenantId', '=', 'notice.tenantId').onRef('o.id', '=', 'notice.orderId'),
    )
    .innerJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'o.tenantId').onRef('p.id', '=', 'o.projectId'))
    .innerJoin('company as c', 'c.id', 'o.purchaserCompanyId')
    .select(NOTICE_HEAD)
    .select([
      'o.title as orderTitle',
      'o.method',
      'o.admission',
      'o.bidEnd',
      'p.region',
      'p.category',
      'c.name as purchaserName',
    ])
}

interface SummaryRow {
  orderTitle: string
  purchaserName: string
  region: string
  category: string
  method: number
  admission: string
}

function summary(row: SummaryRow) {
  return {
    orderTitle: row.orderTitle,
    purchaserName: row.purchaserName,
    region: row.region,
    category: row.category,
    method: row.method,
    admission: row.admission as Admission,
  }
}
