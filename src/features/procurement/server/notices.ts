import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FileRef } from '../contract/shared.ts'
import { NoticeKind } from '../rules/enums.ts'
import type { RichNode } from '../rules/rich-text.ts'
import type { Order } from './access.ts'
import { NOTICE_HEAD, noticeRow, SUCCESSOR } from './values.ts'
import { isPrivate } from './visible.ts'

/** Told to participants only: answers to their questions. */
export const PARTICIPANT_KINDS: readonly number[] = [NoticeKind.values.clarification]
/** Never public: these, and letters to those who are invited. */
export const RESTRICTED_KINDS: readonly number[] = [NoticeKind.values.invitation, ...PARTICIPANT_KINDS]

/** Whether everybody may read a published notice of this kind, as the portal lists it. */
export function isPublicNotice(kind: number, order: Pick<Order, 'admission' | 'isSecret'>): boolean {
  if (RESTRICTED_KINDS.includes(kind) || order.isSecret) return false
  return !isPrivate(order) || kind !== NoticeKind.values.change
}

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
