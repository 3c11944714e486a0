import { type Selectable, sql } from 'kysely'
import { trimZeros } from '#contract/money.ts'
import type { Notice, ProjectItem } from '#server/database/tables.ts'
import type { StageFacts } from '../engine/step.ts'
import { publicises } from '../rules/candidate-days.ts'
import type { Order } from './access.ts'

/* Rows of the store as values on the wire. */

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null

type Scheduled = Pick<Order, 'saleStart' | 'saleEnd' | 'signUpEnd' | 'questionEnd' | 'bidEnd' | 'openAt'>

export function scheduleOf(order: Scheduled) {
  return {
    saleStart: iso(order.saleStart),
    saleEnd: iso(order.saleEnd),
    signUpEnd: iso(order.signUpEnd),
    questionEnd: iso(order.questionEnd),
    bidEnd: iso(order.bidEnd),
    openAt: iso(order.openAt),
  }
}

/** The same the other way: as an order holds them. */
export function datesOf(schedule: ReturnType<typeof scheduleOf>): Scheduled {
  const at = (value: string | null) => (value === null ? null : new Date(value))
  return {
    saleStart: at(schedule.saleStart),
    saleEnd: at(schedule.saleEnd),
    signUpEnd: at(schedule.signUpEnd),
    questionEnd: at(schedule.questionEnd),
    bidEnd: at(schedule.bidEnd),
    openAt: at(schedule.openAt),
  }
}

/** Columns of an order `o` that tell its stage. */
export const STAGED = [
  'o.method',
  'o.admission',
  'o.state',
  'o.publishedAt',
  'o.signUpEnd',
  'o.bidEnd',
  'o.openAt',
  'o.publicityEnd',
  'o.awardedAt',
  'o.endedAt',
] as const
type Staged = Pick<Order, (typeof STAGED)[number] extends `o.${infer Column}` ? Column : never> &
  Pick<Order, 'settings'>

/** As a column of a query for orders `o`: of the settings what an order's steps depend on. The others are large. */
export const STEP_SETTINGS = sql<
  Order['settings']
>`jsonb_build_object('quote', jsonb_build_object('candidateDays', o.settings -> 'quote' -> 'candidateDays'))`.as(
  'settings',
)

export function stageFacts(order: Staged): StageFacts {
  return {
    state: order.state,
    method: order.method,
    admission: order.admission,
    publicises: publicises(order),
    publishedAt: order.publishedAt?.getTime() ?? null,
    signUpEnd: order.signUpEnd?.getTime() ?? null,
    bidEnd: order.bidEnd?.getTime() ?? null,
    openAt: order.openAt?.getTime() ?? null,
    publicityEnd: order.publicityEnd?.getTime() ?? null,
    awardedAt: order.awardedAt?.getTime() ?? null,
    endedAt: order.endedAt?.getTime() ?? null,
  }
}

/** Epoch ms as an instant on the wire. */
export const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

type NoticeHead = Pick<
  Selectable<Notice>,
  'id' | 'orderId' | 'kind' | 'code' | 'title' | 'publishedAt' | 'publicityEnd' | 'needsConfirmation' | 'contentHash'
> & { successor: Successor | null }

/** As a column of a query for notices: the one that took a notice's place. */
export const SUCCESSOR =
  sql<Successor | null>`case when notice.kind in (4, 5) then (select json_build_object('noticeId', s.id, 'title', s.title, 'publishedAt', s.published_at)
  from notice s where s.tenant_id = notice.tenant_id and s.order_id = notice.order_id and s.status = 1
    and s.data ->> 'supersedes' = notice.code limit 1) end`.as('successor')

export const NOTICE_HEAD = [
  'notice.id',
  'notice.orderId',
  'notice.kind',
  'notice.code',
  'notice.title',
  'notice.publishedAt',
  'notice.publicityEnd',
  'notice.needsConfirmation',
  'notice.contentHash',
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
    orderId: notice.orderId,
    kind: notice.kind as 1,
    code: notice.code,
    title: notice.title,
    publishedAt: iso(notice.publishedAt),
    publicityEnd: iso(notice.publicityEnd),
    needsConfirmation: notice.needsConfirmation,
    contentHash: notice.contentHash?.toString('hex') ?? null,
    supersededBy: notice.successor && {
      ...notice.successor,
      publishedAt: new Date(notice.successor.publishedAt).toISOString(),
    },
  }
}

export function itemValue(item: Selectable<ProjectItem>) {
  return {
    itemId: item.id,
    lotNo: item.lotNo,
    line: item.line,
    code: item.code,
    name: item.name,
    spec: item.spec,
    unit: item.unit,
    quantity: trimZeros(item.quantity),
    controlPrice: item.controlPrice === null ? null : trimZeros(item.controlPrice),
    section: item.section,
    remark: item.remark,
  }
}
