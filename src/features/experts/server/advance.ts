import { MINUTE } from '#contract/time.ts'
import { ExpertStatus } from '../contract.ts'
import { type Drawn, planCalls } from '../rules/calling.ts'
import { exclusionOf, plain } from '../rules/eligible.ts'
import { AvoidOption, ExtractionStatus, NoticeStatus, RefuseCategory, ReplyStatus } from '../rules/enums.ts'
import { EXTRACTION_STATUS, type ExtractionAction } from '../rules/extraction-status.ts'
import {
  aliasOf,
  type Any,
  openAvoidance,
  type CallRow,
  callsOf,
  chainOf,
  type ExtractionRow,
  factsOf,
  isBeingDrawn,
  isManual,
  record,
  rowsOf,
  tell,
} from './extraction-access.ts'
import { avoidanceFor, candidatesOf, wantedBy } from './candidates.ts'

const R = ReplyStatus.values
const N = NoticeStatus.values

/** Somebody in the drawn order, with what a call needs. */
export interface Person extends Drawn {
  token: string
  expertId: string
  name: string
  mobile: string
  employerName: string
  employerCode: string
  kind: string
}

/**
 * Goes on with an extraction that runs: calls as many as are missing, in the drawn order, and ends it when everybody
 * accepted, or when a condition can no longer be met. The row is locked by the caller.
 */
export async function advance(ctx: Any, row: ExtractionRow): Promise<void> {
  if (row.status !== ExtractionStatus.values.extracting || isBeingDrawn(row)) return
  const calls = await callsOf(ctx, row.id)
  const late = ctx.clock.now() >= row.reviewAt
  const oneEach = openAvoidance(ctx, row).options.includes(AvoidOption.values.sameEmployer)
  const drawn = late ? [] : (await drawnOf(ctx, row)).filter((d) => oneEach || d.rank > lastRank(calls, d.rowNo))
  const plan = planCalls(rowsOf(row), drawn, {
    called: [...calls.map((c) => calledOf(c)), ...(await keptOf(ctx, row)).map((c) => ({ ...calledOf(c), rowNo: 0 }))],
    oneEach,
  })
  if (plan.isFilled) return fill(ctx, row, calls)
  // Chosen by hand, the owner adds the next; nobody is drawn.
  if (plan.short.length > 0 && (!isManual(row) || late)) {
    const rows = plan.short.map(({ rowNo, missing }) =>
      isManual(row) ? `缺 ${missing} 人` : `第${rowNo}组缺 ${missing} 人`,
    )
    return fail(ctx, row, { why: late ? `评审时间已到，${rows.join('、')}` : `候选专家已全部通知，${rows.join('、')}` })
  }
  for (const person of plan.next) await callPerson(ctx, row, { person, calls })
}

/** Calls one person: on record, with a deadline; the message goes out after the commit. */
export async function callPerson(
  ctx: Any,
  row: ExtractionRow,
  { person, calls }: { person: Person; calls: readonly CallRow[] },
): Promise<void> {
  const now = ctx.clock.now()
  const id = ctx.newId()
  const due = new Date(Math.min(now.getTime() + row.replyMinutes * MINUTE, row.reviewAt.getTime()))
  const gone = calls.filter(
    (c) => c.rowNo === person.rowNo && (c.replyStatus === R.refused || c.replyStatus === R.noAnswer),
  )
  const replaced = gone.find((g) => !calls.some((c) => c.replaces === g.id))
  await ctx.insert('expert_call', {
    id,
    extractionId: row.id,
    rowNo: person.rowNo,
    token: person.token,
    rank: person.rank,
    expertId: person.expertId,
    userId: person.userId,
    name: person.name,
    ...ctx.cipher.fields('expert_call.mobile', id, person.mobile),
    employer: person.employerName,
    employerCode: person.employerCode,
    kind: person.kind,
    noticeStatus: row.byPlatform ? N.toNotice : N.noNeed,
    replyDue: due,
    calledAt: now,
    replaces: replaced?.id ?? null,
  })
  await ctx.schedule(timerOf(id), due, { kind: 'expert.reply-due', payload: { extractionId: row.id, callId: id } })
  record(ctx, row, {
    action: 'call',
    summary: `${replaced ? `递补${aliasOf(replaced.token)}，` : ''}通知第${person.rowNo}组第${person.rank}位${aliasOf(person.token)}`,
    data: { rowNo: person.rowNo, rank: person.rank, token: person.token, replyDue: due.toISOString() },
  })
  if (row.byPlatform) ctx.emit({ kind: 'expert.called', payload: { extractionId: row.id, callId: id } })
}

/** Moves an extraction by its table and stores the new status. The row is locked by the caller. */
export async function move(
  ctx: Any,
  row: ExtractionRow,
  step: {
    action: ExtractionAction
    who: 'owner' | 'system'
    patch?: Partial<Pick<ExtractionRow, 'failure' | 'endedAt'>>
  },
): Promise<ExtractionRow> {
  const now = ctx.clock.now()
  const status = EXTRACTION_STATUS.next(step.action, {
    record: await factsOf(ctx, row),
    who: step.who,
    now: now.getTime(),
  })
  const moved = await ctx.tx
    .updateTable('expert_extraction')
    .set({ ...step.patch, status, updatedAt: now })
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  tell(ctx, row, 'extraction')
  return moved
}

/** Ends an extraction without success: whoever has not answered need not. */
export async function fail(
  ctx: Any,
  row: ExtractionRow,
  { why, who = 'system' }: { why: string; who?: 'owner' | 'system' },
): Promise<void> {
  const calls = await callsOf(ctx, row.id)
  await move(ctx, row, {
    action: who === 'owner' ? 'giveUp' : 'exhaust',
    who,
    patch: { failure: why, endedAt: ctx.clock.now() },
  })
  for (const call of calls.filter((c) => c.replyStatus === R.pending)) {
    await ctx.update(
      'expert_call',
      { id: call.id },
      {
        replyStatus: R.noAnswer,
        category: RefuseCategory.values.ended,
        repliedBy: '系统',
        repliedAt: ctx.clock.now(),
      },
    )
    await ctx.schedule(timerOf(call.id), null, { kind: 'expert.reply-due', payload: {} })
    ctx.emit({ kind: 'expert.call-off', payload: { extractionId: row.id, callId: call.id } })
  }
  const refusals = calls
    .filter((c) => c.replyStatus !== R.accepted && c.category !== null)
    .map((c) => `${aliasOf(c.token)}${RefuseCategory.label(c.category)}`)
  record(ctx, row, {
    action: 'failed',
    summary: `抽取失败：${why}`,
    data: { refusals, accepted: calls.filter((c) => c.replyStatus === R.accepted).map((c) => c.token) },
  })
  ctx.emit({ kind: 'expert.extraction-over', payload: { extractionId: row.id } })
}

export function timerOf(callId: string): string {
  return `expert-call:${callId}`
}

async function fill(ctx: Any, row: ExtractionRow, calls: readonly CallRow[]): Promise<void> {
  await move(ctx, row, { action: 'fill', who: 'system', patch: { endedAt: ctx.clock.now() } })
  const accepted = calls.filter((c) => c.replyStatus === R.accepted)
  record(ctx, row, {
    action: 'ended',
    summary: `抽取完成，${accepted.length} 名专家接受`,
    data: { accepted: accepted.map((c) => c.token) },
  })
  ctx.emit({ kind: 'expert.extraction-over', payload: { extractionId: row.id } })
}

/** Who accepted in the failed extractions that this one completes: they come, so their employers count. */
async function keptOf(ctx: Any, row: ExtractionRow): Promise<CallRow[]> {
  const kept: CallRow[] = []
  for (const id of await chainOf(ctx, row.parentId))
    kept.push(...(await callsOf(ctx, id)).filter((c) => c.replyStatus === R.accepted))
  return kept
}

/** Whoever was passed over (away that day, bound to a bidder) is not come back to: calls follow the drawn order. */
function lastRank(calls: readonly CallRow[], rowNo: number): number {
  return Math.max(0, ...calls.filter((c) => c.rowNo === rowNo).map((c) => c.rank))
}

function calledOf(call: CallRow) {
  return {
    rowNo: call.rowNo,
    userId: call.userId,
    employer: plain(call.employer),
    reply: call.replyStatus as ReplyStatus,
  }
}

/** The drawn order, without those who cannot be asked any more: forbidden, on leave, or gone since the draw. */
async function drawnOf(ctx: Any, row: ExtractionRow): Promise<Person[]> {
  if (isManual(row)) return []
  const rows = await ctx.tx
    .selectFrom('expert_pool as p')
    .innerJoin('expert as e', (j) => j.onRef('e.tenantId', '=', 'p.tenantId').onRef('e.id', '=', 'p.expertId'))
    .select([
      'p.rowNo',
      'p.rank',
      'p.token',
      'e.id',
      'e.userId',
      'e.name',
      'e.mobile',
      'e.employer',
      'e.employerCode',
      'e.kind',
    ])
    .where('p.tenantId', '=', ctx.tenantId)
    .where('p.extractionId', '=', row.id)
    .where('p.rank', 'is not', null)
    .where('e.status', '=', ExpertStatus.values.enabled)
    .orderBy('p.rowNo')
    .orderBy('p.rank')
    .execute()
  const wanted = wantedBy(ctx, row)
  const [avoidance, now] = [
    await avoidanceFor(ctx, wanted),
    await candidatesOf(
      ctx,
      wanted,
      rows.map((r) => r.id),
    ),
  ]
  // Looked at again: since the draw somebody may have gone on leave, and from the opening on the bidders are known.
  const away = new Set(
    now.filter((c) => exclusionOf({ ...c, called: false, recent: false }, avoidance) !== null).map((c) => c.userId),
  )
  return rows
    .filter((r) => !away.has(r.userId))
    .map((r) => ({
      rowNo: r.rowNo,
      rank: r.rank!,
      token: r.token,
      expertId: r.id,
      userId: r.userId,
      employer: plain(r.employer),
      name: r.name,
      mobile: ctx.cipher.open('expert.mobile', r.id, r.mobile),
      employerName: r.employer,
      employerCode: r.employerCode,
      kind: r.kind,
    }))
}
