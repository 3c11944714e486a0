import type * as contract from '../contract.ts'
import { type Answer, type AskKind, isUnsealed, type ReviewStatus } from '../rules/review.ts'
import {
  type Any,
  type AnswerRow,
  type AskRow,
  handedIn,
  type MemberRow,
  type OpinionRow,
  type ReviewRow,
  type StoredFile,
  type StoredSetting,
} from './access.ts'

/* Rows as values on the wire. */

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Answers to these asks, newest first, by ask. */
export async function answersTo(ctx: Any, asks: readonly Pick<AskRow, 'id'>[]): Promise<Map<string, AnswerRow[]>> {
  if (asks.length === 0) return new Map()
  const rows = await ctx.many('light_review_answer', { askId: asks.map(({ id }) => id) }, { orderBy: ['no desc'] })
  return Map.groupBy(rows, ({ askId }) => askId)
}

export function askValue(ask: AskRow, answers: ReadonlyMap<string, AnswerRow[]>) {
  const { id: askId, title, content } = ask
  return {
    askId,
    kind: ask.kind as AskKind,
    title,
    content,
    deadline: ask.deadline.toISOString(),
    askedAt: ask.askedAt.toISOString(),
    answers: (answers.get(askId) ?? []).map((one) => ({
      no: one.no,
      content: one.content,
      files: one.files as StoredFile[],
      byName: one.byName,
      at: one.at.toISOString(),
    })),
  }
}

/** An opinion that was handed in; nobody but its member reads it before the review is unsealed. */
export function opinionValue(row: OpinionRow, { review, member }: { review: ReviewRow; member: MemberRow }) {
  return {
    memberId: row.memberId,
    name: member.name,
    signature: row.signature!,
    answers: row.answers as Answer[],
    remark: row.remark,
    at: row.handedInAt!.toISOString(),
    isLate: row.handedInAt! > review.deadline,
    hash: row.hash!.toString('hex'),
  } satisfies contract.Opinion
}

/** A review with all that may be read of it. `tellsProgress`: who has handed in is said while the opinions are sealed. */
export async function reviewValue(
  ctx: Any,
  review: ReviewRow,
  { tellsProgress }: { tellsProgress: boolean },
): Promise<contract.Review> {
  const { id: reviewId, status } = review
  const [members, given, asks, record] = await Promise.all([
    ctx.many('light_review_member', { reviewId }, { orderBy: ['joinedAt', 'id'] }),
    handedIn(ctx, reviewId),
    asksOf(ctx, reviewId),
    review.recordFileId ? ctx.one('file_object', { id: review.recordFileId }) : undefined,
  ])
  const answers = await answersTo(ctx, asks)
  const isOpen = isUnsealed(status)
  const { criteria, note } = review.setting as StoredSetting
  return {
    reviewId,
    no: review.no,
    status: status as ReviewStatus,
    criteria,
    note,
    deadline: review.deadline.toISOString(),
    startedAt: review.startedAt!.toISOString(),
    openedAt: iso(review.openedAt),
    endedAt: iso(review.endedAt),
    endedByName: review.endedByName ?? '',
    conclusion: review.conclusion,
    record: record
      ? { fileId: record.id, name: record.name, size: record.size, sha256: record.sha256.toString('hex') }
      : null,
    members: members.map((member) => ({
      memberId: member.id,
      employeeId: member.employeeId,
      name: member.name,
      isChair: member.isChair,
      handedInAt: isOpen || tellsProgress ? iso(given.get(member.id)?.handedInAt ?? null) : null,
      outAt: iso(member.outAt),
      outReason: member.outReason,
    })),
    opinions: isOpen
      ? members.flatMap((member) => {
          const row = given.get(member.id)
          return row ? [opinionValue(row, { review, member })] : []
        })
      : [],
    asks: asks.map(({ supplierName, ...ask }) => ({
      ...askValue(ask, answers),
      supplierName,
      askedByName: ask.askedByName,
    })),
  }
}

/** What suppliers were asked for in a review, in the order in which they were asked. */
export function asksOf(ctx: Any, reviewId: string) {
  return ctx.tx
    .selectFrom('light_review_ask as a')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'a.tenantId').onRef('t.id', '=', 'a.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .selectAll('a')
    .select('c.name as supplierName')
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.reviewId', '=', reviewId)
    .orderBy('a.askedAt')
    .orderBy('a.id')
    .execute()
}
