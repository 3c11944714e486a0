import type * as z from 'zod'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type { portalNotices } from '../contract/portal.ts'
import type { Admission } from '../methods/method.ts'
import { informationType, type InformationType, kindsOf, type NoticeKind, PurchaseMethod } from '../rules/enums.ts'
import { RESTRICTED_KINDS } from './notices.ts'
import { NOTICES } from './searchable.ts'
import { iso, NOTICE_HEAD, noticeRow } from './values.ts'
import { isOfOpenOrder } from './visible.ts'

type Query = z.output<typeof portalNotices.query>

const OTHER = PurchaseMethod.values.other
const NAMED = PurchaseMethod.options.map((option) => option.value).filter((value) => value !== OTHER)

/** A page of the list of published notices, for everybody. */
export async function publicNoticePage(ctx: Context<Actor | null>, query: Query) {
  const page = await listPage(ctx, {
    query,
    list: {
      ...NOTICES,
      span: '~',
      keys: ['publishedAt', 'id'],
      rows: (relation) => listed(publicNotices(ctx, relation), query),
    },
    show: (page) => publicNoticeRows(ctx).innerJoin(page, 'page.id', 'notice.id'),
  })
  const rows = page.rows.map((row) => ({
    ...noticeRow(row),
    ...noticeSummary(row),
    bidEnd: iso(row.bidEnd),
    informationType: informationType(row.kind as NoticeKind),
  }))
  return { ...page, rows }
}

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
  { kind, informationType: type, method, category, region }: Query,
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

/** Published notices that everybody may read, with what a list tells of their orders. */
export function publicNoticeRows(ctx: Context<Actor | null>) {
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

export function noticeSummary(row: SummaryRow) {
  return {
    orderTitle: row.orderTitle,
    purchaserName: row.purchaserName,
    region: row.region,
    category: row.category,
    method: row.method,
    admission: row.admission as Admission,
  }
}
