import { type Selectable, sql } from 'kysely'
import { Exact } from '#contract/money.ts'
import type { Notice, ProjectItem } from '#server/database/tables.ts'
import type { OrderStatus } from '../rules/enums.ts'
import type { StageFacts } from '../engine/step.ts'
import type { Order } from './access.ts'

/* Rows of the store as values on the wire. */

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** `12.500000` → `12.5`. */
export const plain = (value: string): string => new Exact(value).toFixed()

type Scheduled = Pick<Order, 'sale_start' | 'sale_end' | 'sign_up_end' | 'question_end' | 'bid_end' | 'open_at'>

export function scheduleOf(order: Scheduled) {
  return {
    saleStart: iso(order.sale_start),
    saleEnd: iso(order.sale_end),
    signUpEnd: iso(order.sign_up_end),
    questionEnd: iso(order.question_end),
    bidEnd: iso(order.bid_end),
    openAt: iso(order.open_at),
  }
}

type Staged = Pick<
  Order,
  | 'method'
  | 'admission'
  | 'status'
  | 'published_at'
  | 'sign_up_end'
  | 'bid_end'
  | 'open_at'
  | 'publicity_end'
  | 'awarded_at'
  | 'ended_at'
>

export function stageFacts(order: Staged): StageFacts {
  return {
    status: order.status as OrderStatus,
    method: order.method,
    admission: order.admission,
    publishedAt: order.published_at?.getTime() ?? null,
    signUpEnd: order.sign_up_end?.getTime() ?? null,
    bidEnd: order.bid_end?.getTime() ?? null,
    openAt: order.open_at?.getTime() ?? null,
    publicityEnd: order.publicity_end?.getTime() ?? null,
    awardedAt: order.awarded_at?.getTime() ?? null,
    endedAt: order.ended_at?.getTime() ?? null,
  }
}

/** Epoch ms as an instant on the wire. */
export const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

type NoticeHead = Pick<
  Selectable<Notice>,
  | 'id'
  | 'order_id'
  | 'kind'
  | 'code'
  | 'title'
  | 'published_at'
  | 'publicity_end'
  | 'needs_confirmation'
  | 'content_hash'
> & { successor: Successor | null }

/** As a column of a query for notices: the one that took a notice's place. */
export const SUCCESSOR =
  sql<Successor | null>`case when notice.kind in (4, 5) then (select json_build_object('noticeId', s.id, 'title', s.title, 'publishedAt', s.published_at)
  from notice s where s.tenant_id = notice.tenant_id and s.order_id = notice.order_id and s.status = 1
    and s.data ->> 'supersedes' = notice.code limit 1) end`.as('successor')

export const NOTICE_HEAD = [
  'notice.id',
  'notice.order_id',
  'notice.kind',
  'notice.code',
  'notice.title',
  'notice.published_at',
  'notice.publicity_end',
  'notice.needs_confirmation',
  'notice.content_hash',
  SUCCESSOR,
] as const

/** The notice that took the place of another; its time as the database writes it. */
interface Successor {
  noticeId: string
  title: string
  publishedAt: string
}

export function noticeRow(notice: NoticeHead) {
  return {
    noticeId: notice.id,
    orderId: notice.order_id,
    kind: notice.kind as 1,
    code: notice.code,
    title: notice.title,
    publishedAt: iso(notice.published_at),
    publicityEnd: iso(notice.publicity_end),
    needsConfirmation: notice.needs_confirmation,
    contentHash: notice.content_hash?.toString('hex') ?? null,
    supersededBy: notice.successor && {
      ...notice.successor,
      publishedAt: new Date(notice.successor.publishedAt).toISOString(),
    },
  }
}

export function itemValue(item: Selectable<ProjectItem>) {
  return {
    itemId: item.id,
    lotNo: item.lot_no,
    line: item.line,
    code: item.code,
    name: item.name,
    spec: item.spec,
    unit: item.unit,
    quantity: plain(item.quantity),
    controlPrice: item.control_price === null ? null : plain(item.control_price),
    section: item.section,
    remark: item.remark,
  }
}
