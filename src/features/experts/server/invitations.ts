import type * as z from 'zod'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import * as c from '../contract-extraction.ts'
import { ExtractionStatus, RefuseCategory, ReplyStatus } from '../rules/enums.ts'
import { REPLY_STATUS } from '../rules/extraction-status.ts'
import { EXPERT } from './bind.ts'
import { buyersOf, type CallRow, extractionRow, type ExtractionRow, lockExtraction } from './extraction-access.ts'
import { reply, replyFacts } from './replies.ts'

type Ctx = Context<Actor>
type View = z.input<typeof c.invitationPage.returns>['rows'][number]
const R = ReplyStatus.values

/** The expert's own side: where they were asked to come, and what they answer. */
export const invitationRoutes: readonly Route[] = [
  implementForPerson(c.invitationPage, EXPERT, async (ctx, { query }) => {
    const base = ownCalls(ctx)
      .clearSelect()
      .$if(query.tab === 'open', (q) => q.where('k.replyStatus', '=', R.pending))
      .$if(query.tab === 'accepted', (q) => q.where('k.replyStatus', '=', R.accepted))
      .$if(query.tab === 'closed', (q) => q.where('k.replyStatus', 'in', [R.refused, R.noAnswer]))
    const list = { alias: 'k', keys: ['id'], rows: () => base }
    const page = await listPage(ctx, { query, list, show: (page) => ownCalls(ctx).innerJoin(page, 'page.id', 'k.id') })
    const views: View[] = []
    for (const call of page.rows) views.push(await viewOf(ctx, (await extractionRow(ctx, call.extractionId))!, call))
    return { ...page, rows: views }
  }),

  implementForPerson(c.invitationDetail, EXPERT, async (ctx, { params }) => {
    const call = await ownCall(ctx, params.callId)
    const row = (await extractionRow(ctx, call.extractionId))!
    return { ...(await viewOf(ctx, row, call)), note: row.note, code: row.code }
  }),

  implementForPerson(c.replyInvitation, EXPERT, async (ctx, { params, body }) => {
    const seen = await ownCall(ctx, params.callId)
    const row = await lockExtraction(ctx, seen.extractionId)
    const call = await ownCall(ctx, params.callId)
    const { accept, declared, category, reason } = body
    if (accept && !declared)
      throw new AppError('invalid', '请确认不存在应当回避的情形', [
        { path: 'declared', message: '请确认不存在应当回避的情形' },
      ])
    const action = accept ? 'accept' : call.replyStatus === R.accepted ? 'withdraw' : 'refuse'
    if (category !== null && category > RefuseCategory.values.other)
      throw new AppError('invalid', '请选择原因', [{ path: 'category', message: '请选择原因' }])
    await reply(ctx, row, { call, action, who: 'expert', category, reason })
  }),
]

function ownCalls(ctx: Ctx) {
  return ctx.tx
    .selectFrom('expert_call as k')
    .selectAll('k')
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.userId', '=', ctx.actor.userId)
}

async function ownCall(ctx: Ctx, callId: string): Promise<CallRow> {
  const call = await ownCalls(ctx).where('k.id', '=', callId).executeTakeFirst()
  if (!call) throw new AppError('notFound')
  return call
}

async function viewOf(ctx: Ctx, row: ExtractionRow, call: CallRow): Promise<View> {
  const now = ctx.clock.now().getTime()
  return {
    callId: call.id,
    title: row.title,
    kind: row.kind,
    buyers: (await buyersOf(ctx, row)).map((unit) => unit.name),
    reviewAt: row.reviewAt.toISOString(),
    place: row.place,
    replyStatus: call.replyStatus,
    replyDue: call.replyDue.toISOString(),
    calledAt: call.calledAt.toISOString(),
    repliedAt: call.repliedAt?.toISOString() ?? null,
    // Said by others, a reason could tell who bids before that may be known.
    reason: call.repliedBy === '' ? call.reason : call.category === null ? '' : RefuseCategory.label(call.category),
    isOver: row.status === ExtractionStatus.values.failed || call.category === RefuseCategory.values.ended,
    actions: REPLY_STATUS.allowed(await replyFacts(ctx, row, call), 'expert', now),
  }
}

/** Calls of the person that wait for an answer, nearest deadline first. */
export async function openCalls(ctx: Ctx, limit: number) {
  return ctx.tx
    .selectFrom('expert_call as k')
    .innerJoin('expert_extraction as x', (j) =>
      j.onRef('x.tenantId', '=', 'k.tenantId').onRef('x.id', '=', 'k.extractionId'),
    )
    .select(['k.id', 'k.replyDue', 'x.title', 'x.reviewAt', 'k.replyStatus'])
    .where('k.tenantId', '=', ctx.tenantId)
    .where('k.userId', '=', ctx.actor.userId)
    .where((e) =>
      e.or([
        e.and([e('k.replyStatus', '=', R.pending), e('k.replyDue', '>', ctx.clock.now()), sql<boolean>`x.by_platform`]),
        e.and([e('k.replyStatus', '=', R.accepted), e('x.reviewAt', '>', ctx.clock.now())]),
      ]),
    )
    .orderBy('k.replyDue')
    .limit(limit)
    .execute()
}
