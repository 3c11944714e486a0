import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/notice.ts'
import type { FileRef } from '../contract/shared.ts'
import { NoticeKind, TradeStatus } from '../rules/enums.ts'
import type { RichNode } from '../rules/rich-text.ts'
import { buyer } from './bind.ts'
import { orderFiles } from './files.ts'
import { ownOrder } from './public.ts'
import { iso, NOTICE_HEAD, noticeRow, SUCCESSOR } from './values.ts'

/** Told to participants only: answers to their questions. */
export const PARTICIPANT_KINDS: readonly number[] = [NoticeKind.values.clarification]
/** Never public: these, and letters to those who are invited. */
export const RESTRICTED_KINDS: readonly number[] = [NoticeKind.values.invitation, ...PARTICIPANT_KINDS]

export const noticeRoutes: readonly Route[] = [
  buyer(contract.buyerNotice, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const notice = await publishedNotice(ctx, params.noticeId)
    if (notice.orderId !== order.id) throw new AppError('notFound')
    const confirmations = notice.needsConfirmation
      ? await ctx.tx
          .selectFrom('trade as t')
          .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
          .leftJoin('notice_confirmation as n', (j) =>
            j.onRef('n.tenantId', '=', 't.tenantId').onRef('n.tradeId', '=', 't.id').on('n.noticeId', '=', notice.id),
          )
          .select(['c.name', 'n.confirmedAt'])
          .where('t.tenantId', '=', ctx.tenantId)
          .where('t.orderId', '=', order.id)
          .where('t.status', '=', TradeStatus.values.passed)
          .orderBy('t.id')
          .execute()
      : []
    return {
      ...noticeValue(notice, await orderFiles(ctx, order.id, notice.id)),
      confirmations: confirmations.map((row) => ({ supplierName: row.name, confirmedAt: iso(row.confirmedAt) })),
    }
  }),
]

/** Published notices of an order, oldest first. */
export function publishedNotices(ctx: Context<Actor | null>, orderId: string) {
  return ctx.tx
    .selectFrom('notice')
    .select(NOTICE_HEAD)
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('status', '=', 1)
    .orderBy('publishedAt')
    .orderBy('id')
    .execute()
}

/** The published notice of a kind that was published last. */
export async function lastNotice(ctx: Context<Actor | null>, orderId: string, kind: NoticeKind) {
  return (await publishedNotices(ctx, orderId)).findLast((notice) => notice.kind === kind) ?? null
}

/** A published notice, whole, or `notFound`. Access is the caller's matter. */
export async function publishedNotice(ctx: Context<Actor | null>, noticeId: string) {
  const notice = await ctx.tx
    .selectFrom('notice')
    .selectAll()
    .select(SUCCESSOR)
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', noticeId)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (!notice) throw new AppError('notFound')
  return notice
}

export function noticeValue(notice: Awaited<ReturnType<typeof publishedNotice>>, files: FileRef[]) {
  return {
    ...noticeRow(notice),
    content: notice.content as RichNode,
    data: notice.data as Record<string, unknown>,
    status: notice.status,
    signature: notice.signature,
    files,
  }
}
