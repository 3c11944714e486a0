import { AppError } from '#contract/errors.ts'
import { wentThrough } from '#features/procurement/engine/states.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract-extraction.ts'
import { ExtractionStatus, RefuseCategory, ReplyStatus } from '../rules/enums.ts'
import {
  EXTRACTION_STATUS,
  REPLY_STATUS,
  type ReplyAction,
  type ReplyFacts,
  type ReplyWho,
} from '../rules/extraction-status.ts'
import { advance, fail, move, timerOf } from './advance.ts'
import { DRAWER } from './bind.ts'
import {
  aliasOf,
  type Any,
  openAvoidance,
  type CallRow,
  callsOf,
  conditionsOf,
  type ExtractionRow,
  factsOf,
  isManual,
  isUnderReview,
  lockExtraction,
  ownExtraction,
  record,
} from './extraction-access.ts'
import { createDraft } from './extraction-draft.ts'

const R = ReplyStatus.values

export const replyRoutes: readonly Route[] = [
  implement(c.recordReply, DRAWER, async (ctx, { params, body }) => {
    const row = await ownExtraction(ctx, params.extractionId, 'update')
    const call = await callOf(ctx, row, params.callId)
    await reply(ctx, row, {
      call,
      action: body.accept ? 'accept' : 'refuse',
      who: 'owner',
      category: body.category,
      reason: body.reason,
    })
  }),

  implement(c.replaceCall, DRAWER, async (ctx, { params, body }) => {
    const row = await ownExtraction(ctx, params.extractionId, 'update')
    const call = await callOf(ctx, row, params.callId)
    const { owner } = RefuseCategory.values
    await reply(ctx, row, { call, action: 'replace', who: 'owner', category: owner, reason: body.reason })
  }),

  implement(c.giveUpExtraction, DRAWER, async (ctx, { params, body }) => {
    const row = await ownExtraction(ctx, params.extractionId, 'update')
    await fail(ctx, row, { why: body.reason, who: 'owner' })
  }),

  implement(c.completeExtraction, DRAWER, async (ctx, { params }) => {
    const row = await ownExtraction(ctx, params.extractionId, 'update')
    const now = ctx.clock.now()
    EXTRACTION_STATUS.next('complete', { record: await factsOf(ctx, row), who: 'owner', now: now.getTime() })
    const accepted = (await callsOf(ctx, row.id)).filter((call) => call.replyStatus === R.accepted)
    const conditions = conditionsOf(row).flatMap((condition, i) => {
      const number = condition.number - accepted.filter((call) => call.rowNo === i + 1).length
      return number > 0 ? [{ ...condition, number }] : []
    })
    const earliest = new Date(now.getTime() + row.replyMinutes * 60_000)
    return createDraft(
      ctx,
      {
        title: row.title,
        orderId: row.orderId,
        mode: 1,
        library: row.library as 1,
        reviewAt: (row.reviewAt > earliest ? row.reviewAt : earliest).toISOString(),
        place: row.place,
        note: row.note,
        replyMinutes: row.replyMinutes,
        isSecret: row.isSecret,
        byPlatform: row.byPlatform,
        conditions: isManual(row)
          ? [{ kind: null, majors: [], region: '', level: null, number: row.picks.length - accepted.length }]
          : conditions,
        avoidance: openAvoidance(ctx, row),
        picks: [],
        pickReason: '',
      },
      { kind: row.kind, parentId: row.id },
    )
  }),

  implement(c.evaluateExpert, DRAWER, async (ctx, { params, body }) => {
    const row = await ownExtraction(ctx, params.extractionId, 'update')
    const call = await callOf(ctx, row, params.callId)
    if (!(await mayEvaluate(ctx, row, call))) throw new AppError('wrongState', '评审结束后方可评价参加评审的专家')
    const added = await ctx.tx
      .insertInto('expert_evaluation')
      .values({
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        expertId: call.expertId,
        extractionId: row.id,
        companyId: row.companyId,
        score: body.score,
        reason: body.reason,
        createdByName: ctx.actor.name,
        createdAt: ctx.clock.now(),
      })
      .onConflict((on) => on.columns(['tenantId', 'extractionId', 'expertId']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new AppError('wrongState', '已评价，不能重复评价')
    record(ctx, row, {
      action: 'evaluate',
      summary: `评价${aliasOf(call.token)}：${body.score} 分`,
      data: { token: call.token, ...body },
    })
  }),
]

export interface Reply {
  call: CallRow
  action: ReplyAction
  who: ReplyWho
  category: number | null
  reason: string
}

/**
 * Takes an answer: asserts it, stores it, records it without names, and goes on with the extraction. The extraction is
 * locked by the caller. Throws `tooLate` after the deadline, `wrongState` otherwise.
 */
export async function reply(ctx: Any, row: ExtractionRow, given: Reply): Promise<void> {
  const { call, action, who } = given
  const now = ctx.clock.now()
  const facts = await replyFacts(ctx, row, call)
  const isAnswer = action === 'accept' || action === 'refuse'
  if (
    isAnswer &&
    facts.status === R.pending &&
    facts.extraction === ExtractionStatus.values.extracting &&
    now >= call.replyDue
  )
    throw new AppError('tooLate', '已超过回复截止时间')
  const status = REPLY_STATUS.next(action, { record: facts, who, now: now.getTime() })
  const isRefusal = status !== R.accepted
  if (isRefusal && who !== 'system') demandReason(given)
  await ctx.update(
    'expert_call',
    { id: call.id },
    {
      replyStatus: status,
      category: isRefusal ? given.category : null,
      reason: given.reason,
      repliedBy: who === 'expert' ? '' : who === 'owner' ? (ctx.actor?.name ?? '') : '系统',
      repliedAt: now,
    },
  )
  await ctx.schedule(timerOf(call.id), null, { kind: 'expert.reply-due', payload: {} })
  record(ctx, row, {
    action: 'reply',
    summary: `${aliasOf(call.token)}${
      isRefusal ? `${ReplyStatus.label(status)}：${RefuseCategory.label(given.category)}` : '接受'
    }`,
    data: { token: call.token, status, category: given.category, by: who },
  })
  if (action === 'replace') ctx.emit({ kind: 'expert.call-off', payload: { extractionId: row.id, callId: call.id } })
  const reopens = action === 'withdraw' || action === 'replace'
  const current = await lockExtraction(ctx, row.id)
  const running =
    reopens && current.status !== ExtractionStatus.values.failed
      ? await move(ctx, current, { action: 'reopen', who: 'system', patch: { endedAt: null } })
      : current
  if (reopens) ctx.emit({ kind: 'expert.extraction-over', payload: { extractionId: row.id } })
  await advance(ctx, running)
  ctx.emit({
    kind: 'expert.replied',
    payload: { extractionId: row.id, callId: call.id },
    topics: [`company:${row.companyId}`],
  })
}

export async function replyFacts(ctx: Any, row: ExtractionRow, call: CallRow): Promise<ReplyFacts> {
  return {
    status: call.replyStatus as ReplyFacts['status'],
    extraction: row.status as ReplyFacts['extraction'],
    due: call.replyDue.getTime(),
    reviewAt: row.reviewAt.getTime(),
    isOffline: !row.byPlatform,
    isUnderReview: await isUnderReview(ctx, row),
  }
}

/** Whoever accepted in an extraction that ended, once the review is over. */
export async function mayEvaluate(ctx: Any, row: ExtractionRow, call: CallRow): Promise<boolean> {
  if (row.status !== ExtractionStatus.values.ended || call.replyStatus !== R.accepted) return false
  if (row.orderId === null) return ctx.clock.now() >= row.reviewAt
  return wentThrough(await orderRow(ctx, row.orderId), 'ranked')
}

async function callOf(ctx: Any, row: ExtractionRow, callId: string): Promise<CallRow> {
  const call = (await callsOf(ctx, row.id)).find((one) => one.id === callId)
  if (!call) throw new AppError('notFound')
  return call
}

const SAID: readonly number[] = [1, 2, 3, 4, 5, RefuseCategory.values.owner]

function demandReason({ category, reason }: Reply): void {
  const refuse = (path: string, message: string) => new AppError('invalid', message, [{ path, message }])
  if (category === null || !SAID.includes(category)) throw refuse('category', '请选择原因')
  if (reason.length < 2) throw refuse('reason', '请说明原因')
}
