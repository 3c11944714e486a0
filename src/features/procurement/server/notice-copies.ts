import type * as z from 'zod'
import { Exact, sum } from '#contract/money.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Asker } from '#server/pdf/queue.ts'
import type { portalNotices } from '../contract/portal.ts'
import { noticeLabel } from '../methods/notices.ts'
import { CATEGORIES, PurchaseMethod } from '../rules/enums.ts'
import { type RichNode, textOf } from '../rules/rich-text.ts'
import { noticePdf } from './notice-pdf.ts'
import { factsOf, noticeBytes } from './notice-publish.ts'
import { publishedNotice } from './notices.ts'
import { orderRow } from './order-row.ts'
import { publicNoticePage, publicNoticeRows } from './public-notices.ts'

type Any = Context<Actor | null>

const PAGE = 100

/** Ids of the published notices that everybody may read and these filters of their list find, newest first; at most `most`. */
export async function publicNoticeIds(
  ctx: Any,
  filters: Omit<z.output<typeof portalNotices.query>, 'pageNo' | 'pageSize' | 'cursor'>,
  most: number,
): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await publicNoticePage(ctx, { ...filters, pageNo: 1, pageSize: PAGE, ...(cursor && { cursor }) })
    ids.push(...page.rows.map(({ noticeId }) => noticeId))
    cursor = page.next ?? undefined
  } while (cursor && ids.length < most)
  return ids.slice(0, most)
}

/** Of these notices those that everybody may read; in no order. */
export function publicNotices(ctx: Any, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
  return publicNoticeRows(ctx)
    .where('notice.id', 'in', [...ids])
    .execute()
}

/** A published notice as it is given to somebody who keeps it. */
export interface NoticeCopy {
  code: string
  kind: string
  title: string
  orderTitle: string
  orderCode: string
  purchaserName: string
  method: string
  category: string
  region: string
  publishedAt: Date
  publicityEnd: Date | null
  /** Instants as the notice states them. */
  schedule: { signUpEnd?: string | null; bidEnd?: string | null; openAt?: string | null }
  /** Yuan, where the notice states them. */
  amounts: { ceiling: string | null; bond: string | null; awarded: string | null }
  /** Another notice took its place. */
  isSuperseded: boolean
  text: string
  /** SHA-256 over `facts`, as it was published; hex. */
  hash: string
  facts: Buffer
  /** `by`: who asked for it, and whose turn it takes. */
  pdf: (by: Asker) => Promise<Buffer>
}

/** A notice that everybody may read, or undefined. */
export async function noticeCopy(ctx: Any, noticeId: string): Promise<NoticeCopy | undefined> {
  const row = await publicNoticeRows(ctx).where('notice.id', '=', noticeId).executeTakeFirst()
  if (!row) return undefined
  const notice = await publishedNotice(ctx, noticeId)
  const order = await orderRow(ctx, row.orderId)
  const { name: org } = await ctx.expectOne('company', { id: order.ownerCompanyId }, { columns: ['name'] })
  const { code, kind, title, content, data, publishedAt, publicityEnd } = notice
  const stated = data as Stated
  return {
    code,
    kind: noticeLabel(kind, order),
    title,
    orderTitle: order.title,
    orderCode: order.code,
    purchaserName: row.purchaserName,
    method: PurchaseMethod.label(order.method),
    category: (CATEGORIES as Record<string, string>)[row.category] ?? row.category,
    region: row.region,
    publishedAt: publishedAt!,
    publicityEnd,
    schedule: stated.schedule ?? {},
    amounts: {
      ceiling: stated.controlPrice ?? null,
      bond: stated.bond ?? null,
      awarded: stated.winners ? new Exact(sum(stated.winners.map(({ price }) => price))).toFixed(2) : null,
    },
    isSuperseded: row.successor !== null,
    text: textOf(content as RichNode).trim(),
    hash: notice.contentHash!.toString('hex'),
    facts: noticeBytes(factsOf(notice, { tenantId: ctx.tenantId, orderCode: order.code })),
    pdf: (by) => noticePdf(notice, { org, method: order.method, by }),
  }
}

/** What notices state beside their text, as far as a table tells it. */
interface Stated {
  schedule?: NoticeCopy['schedule']
  controlPrice?: string | null
  bond?: string
  winners?: { price: string }[]
}
