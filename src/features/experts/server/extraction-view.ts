import type * as z from 'zod'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import { includes } from '#server/search/includes.ts'
import * as c from '../contract-extraction.ts'
import { EXCLUSIONS, ExtractionStatus, ReplyStatus } from '../rules/enums.ts'
import { EXTRACTION_STATUS, REPLY_STATUS } from '../rules/extraction-status.ts'
import { DRAWER } from './bind.ts'
import {
  aliasOf,
  openAvoidance,
  buyersOf,
  type CallRow,
  callsOf,
  completionOf,
  conditionsOf,
  type ExtractionRow,
  factsOf,
  isRevealed,
  ownExtraction,
  revealAtOf,
  rowsOf,
} from './extraction-access.ts'
import { mayEvaluate, replyFacts } from './replies.ts'
import { suddenJobs } from './sudden-jobs.ts'

type Ctx = Context<Employee>
type CallView = z.input<typeof c.extractionDetail.returns>['calls'][number]
const R = ReplyStatus.values
const S = ExtractionStatus.values

const TABS: Readonly<Record<string, number | null>> = {
  all: null,
  0: S.draft,
  1: S.extracting,
  2: S.ended,
  3: S.failed,
}

export const viewRoutes: readonly Route[] = [
  implement(c.extractionPage, DRAWER, async (ctx, { query }) => {
    const every = ctx.tx.selectFrom('expert_extraction as x').where('x.tenantId', '=', ctx.tenantId)
    const base = every
      .where('x.companyId', '=', ctx.actor.companyId)
      .where('x.workbench', '=', ctx.actor.workbench ?? '')
      .$if(query.kind !== undefined, (q) => q.where('x.kind', '=', query.kind!))
      .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['x.title', 'x.code'])))
    const tabs = Object.fromEntries(
      Object.entries(TABS).map(([name, status]) => [
        name,
        status === null ? sql<boolean>`true` : sql<boolean>`x.status = ${status}`,
      ]),
    )
    const current = query.status === undefined ? 'all' : String(query.status)
    if (!tabs[current]) throw new AppError('badRequest')
    const page = await listPage(ctx, {
      query,
      list: { alias: 'x', keys: ['id'], rows: () => base },
      tabs,
      tab: current,
      show: (page) => every.selectAll('x').innerJoin(page, 'page.id', 'x.id'),
    })
    const calls = await repliesOf(
      ctx,
      page.rows.map((row) => row.id),
    )
    return { ...page, rows: page.rows.map((row) => rowView(row, calls.get(row.id) ?? [])) }
  }),

  implement(c.extractionDetail, DRAWER, async (ctx, { params }) => {
    const row = await ownExtraction(ctx, params.extractionId)
    const calls = await callsOf(ctx, row.id)
    const revealed = await isRevealed(ctx, row)
    const now = ctx.clock.now().getTime()
    const order = row.orderId === null ? null : await orderRow(ctx, row.orderId)
    return {
      ...rowView(
        row,
        calls.map((call) => call.replyStatus),
      ),
      fields: {
        title: row.title,
        orderId: row.orderId,
        mode: row.mode,
        library: row.library,
        reviewAt: row.reviewAt.toISOString(),
        place: row.place,
        note: row.note,
        replyMinutes: row.replyMinutes,
        isSecret: row.isSecret,
        byPlatform: row.byPlatform,
        conditions: conditionsOf(row),
        avoidance: openAvoidance(ctx, row),
        picks: row.picks,
        pickReason: row.pickReason,
      },
      orderTitle: order?.title ?? null,
      buyers: (await buyersOf(ctx, row)).map((unit) => unit.name),
      pickNames: await picksOf(ctx, row),
      seedHash: row.seedHash.toString('hex'),
      frozenAt: row.frozenAt?.toISOString() ?? null,
      drawnAt: row.drawnAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
      failure: row.failure,
      isRevealed: revealed,
      revealAt: (await revealAtOf(ctx, row)).toISOString(),
      parentId: row.parentId,
      completedBy: await completionOf(ctx, row.id),
      calls: await callViews(ctx, row, { calls, revealed }),
      pool: await poolOf(ctx, row),
      history: await historyOf(ctx, row),
      actions: EXTRACTION_STATUS.allowed(await factsOf(ctx, row), 'owner', now),
    }
  }),
]

function rowView(row: ExtractionRow, replies: readonly number[]) {
  return {
    extractionId: row.id,
    code: row.code,
    kind: row.kind as 1,
    title: row.title,
    mode: row.mode as 1,
    library: row.library as 1,
    status: row.status as 0,
    wanted: rowsOf(row).reduce((sum, { number }) => sum + number, 0),
    accepted: replies.filter((reply) => reply === R.accepted).length,
    waiting: replies.filter((reply) => reply === R.pending).length,
    reviewAt: row.reviewAt.toISOString(),
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
  }
}

async function callViews(
  ctx: Ctx,
  row: ExtractionRow,
  { calls, revealed }: { calls: readonly CallRow[]; revealed: boolean },
): Promise<CallView[]> {
  const now = ctx.clock.now().getTime()
  const evaluations = await ctx.many(
    'expert_evaluation',
    { extractionId: row.id },
    { columns: ['expertId', 'score', 'reason'] },
  )
  const findings = revealed ? await suddenJobs(ctx, row, calls) : new Map<string, string>()
  const views: CallView[] = []
  for (const call of calls) {
    const evaluation = evaluations.find((one) => one.expertId === call.expertId)
    const replaced = calls.find((one) => one.id === call.replaces)
    const open = <T>(value: T): T | null => (revealed ? value : null)
    views.push({
      callId: call.id,
      rowNo: call.rowNo,
      rank: call.rank,
      alias: aliasOf(call.token),
      name: open(call.name),
      expertId: open(call.expertId),
      employer: open(call.employer),
      mobile: open(ctx.cipher.open('expert_call.mobile', call.id, call.mobile)),
      reason: open(call.reason),
      finding: open(findings.get(call.id) ?? ''),
      kind: call.kind,
      noticeStatus: call.noticeStatus,
      replyStatus: call.replyStatus,
      category: call.category,
      repliedBy: call.repliedBy,
      calledAt: call.calledAt.toISOString(),
      replyDue: call.replyDue.toISOString(),
      repliedAt: call.repliedAt?.toISOString() ?? null,
      replaces: replaced ? aliasOf(replaced.token) : null,
      evaluation: evaluation ? { score: evaluation.score, reason: evaluation.reason } : null,
      mayEvaluate: evaluation === undefined && (await mayEvaluate(ctx, row, call)),
      actions: REPLY_STATUS.allowed(await replyFacts(ctx, row, call), 'owner', now),
    })
  }
  return views
}

async function repliesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.many('expert_call', { extractionId: [...ids] }, { columns: ['extractionId', 'replyStatus'] })
  const byExtraction = Map.groupBy(rows, (row) => row.extractionId)
  return new Map([...byExtraction].map(([id, calls]) => [id, calls.map((call) => call.replyStatus)]))
}

async function picksOf(ctx: Ctx, row: ExtractionRow) {
  if (row.picks.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('expert')
    .select(['id as expertId', 'name', 'employer'])
    .where('tenantId', '=', ctx.tenantId)
    .where('id', 'in', row.picks)
    .execute()
  return row.picks.flatMap((id) => rows.filter((one) => one.expertId === id))
}

/** Numbers only: who was left out is nobody's business while names are secret, and needless afterwards. */
async function poolOf(ctx: Ctx, row: ExtractionRow) {
  const rows = await ctx.tx
    .selectFrom('expert_pool')
    .select(['rowNo', 'excluded'])
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('tenantId', '=', ctx.tenantId)
    .where('extractionId', '=', row.id)
    .groupBy(['rowNo', 'excluded'])
    .orderBy('rowNo')
    .execute()
  const byRow = Map.groupBy(rows, (one) => one.rowNo)
  return [...byRow].map(([rowNo, parts]) => ({
    rowNo,
    size: parts.find((part) => part.excluded === '')?.n ?? 0,
    excluded: parts
      .filter((part) => part.excluded !== '')
      .map((part) => ({ reason: EXCLUSIONS[part.excluded as keyof typeof EXCLUSIONS], count: part.n })),
  }))
}

async function historyOf(ctx: Ctx, row: ExtractionRow) {
  const rows = await ctx.tx
    .selectFrom('audit_entry')
    .select(['at', 'body'])
    .where('tenantId', '=', ctx.tenantId)
    .where(sql<string>`body->>'entity'`, '=', 'expert-extraction')
    .where(sql<string>`body->>'entityId'`, '=', row.id)
    .orderBy('at', 'desc')
    .orderBy('seq', (o) => o.desc().nullsFirst())
    .limit(200)
    .execute()
  return rows.map((entry) => {
    const body = entry.body as { summary: string; userName: string; companyId: string | null }
    // An expert's answer is recorded under the expert's name, which the owner may not read here.
    const byName = body.companyId === row.companyId ? body.userName : body.userName === '系统' ? '系统' : '专家'
    return { at: entry.at!.toISOString(), byName, summary: body.summary }
  })
}
