import { AppError } from '#contract/errors.ts'
import { drawRow, freezeDraw, prepareDraw } from '#features/draws/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract-extraction.ts'
import { drawParts, poolHash, tokenOf } from '../rules/draw.ts'
import { type Candidate, exclusionOf } from '../rules/eligible.ts'
import { EXCLUSIONS } from '../rules/enums.ts'
import { EXTRACTION_STATUS } from '../rules/extraction-status.ts'
import { callPerson, move, type Person } from './advance.ts'
import { DRAWER } from './bind.ts'
import { avoidanceFor, candidatesOf, findPool, wantedBy } from './candidates.ts'
import {
  callsOf,
  conditionsOf,
  type ExtractionRow,
  factsOf,
  isManual,
  ownExtraction,
  record,
  saltOf,
} from './extraction-access.ts'

type Ctx = Context<Employee>

export const drawRoutes: readonly Route[] = [
  implement(c.drawExtraction, DRAWER, async (ctx, { params }) => {
    const row = await ownExtraction(ctx, params.extractionId, 'update')
    EXTRACTION_STATUS.next('draw', { record: await factsOf(ctx, row), who: 'owner', now: ctx.clock.now().getTime() })
    await (isManual(row) ? choose(ctx, row) : freeze(ctx, row))
  }),

  implement(c.addPick, DRAWER, async (ctx, { params, body }) => {
    const row = await ownExtraction(ctx, params.extractionId, 'update')
    const moved = await move(ctx, row, { action: 'pick', who: 'owner' })
    const calls = await callsOf(ctx, row.id)
    const standing = calls.filter((call) => call.replyStatus <= 1)
    if (standing.length >= row.picks.length) throw new AppError('wrongState', '人数已满，有专家拒绝后方可增补')
    const [person] = await chosen(ctx, row, [body.expertId])
    await callPerson(ctx, moved, { person: { ...person!, rank: calls.length + 1 }, calls })
    record(ctx, row, { action: 'pick', summary: `增补专家：${body.reason}`, data: { token: person!.token } })
  }),
]

/** Freezes the pool and what is drawn. The rest follows by itself: `takeDrawn`. */
async function freeze(ctx: Ctx, row: ExtractionRow): Promise<void> {
  const pool = await findPool(ctx, wantedBy(ctx, row))
  const salt = saltOf(ctx, row.id)
  const entries = pool.map((entry) => ({ ...entry, token: tokenOf(salt, entry.candidate.expertId) }))
  const rows = conditionsOf(row).map((_, i) => ({
    rowNo: i + 1,
    tokens: entries.filter((e) => e.rowNo === i + 1 && e.excluded === null).map((e) => e.token),
  }))
  demandEnough(row, rows)
  const frozen = poolHash(rows)
  for (const entry of entries) {
    await ctx.insert('expert_pool', {
      extractionId: row.id,
      rowNo: entry.rowNo,
      token: entry.token,
      expertId: entry.candidate.expertId,
      userId: entry.candidate.userId,
      rank: null,
      excluded: entry.excluded ?? '',
    })
  }
  await ctx.update(
    'expert_extraction',
    { id: row.id },
    { poolHash: Buffer.from(frozen, 'hex'), frozenAt: ctx.clock.now() },
  )
  // A draft from before draws went by steps.
  if (!(await drawRow(ctx, row.id)))
    await prepareDraw(ctx, { id: row.id, kind: 'experts', subject: row.id, title: '专家抽取' })
  const draw = await freezeDraw(ctx, row.id, { parts: drawParts(rows) })
  record(ctx, row, {
    action: 'freeze',
    summary: `冻结候选范围：${rows.map((r) => `第${r.rowNo}组 ${r.tokens.length} 人`).join('，')}`,
    data: {
      poolHash: frozen,
      frozen: draw.frozenHash!.toString('hex'),
      excluded: entries
        .filter((e) => e.excluded !== null)
        .map(({ rowNo, token, excluded }) => ({ rowNo, token, excluded })),
    },
  })
  await move(ctx, row, { action: 'draw', who: 'owner' })
}

/** Manual: everybody chosen is checked, then called. */
async function choose(ctx: Ctx, row: ExtractionRow): Promise<void> {
  const people = await chosen(ctx, row, row.picks)
  await ctx.update('expert_extraction', { id: row.id }, { drawnAt: ctx.clock.now() })
  record(ctx, row, {
    action: 'choose',
    summary: `直接确定专家 ${people.length} 名：${row.pickReason}`,
    data: { tokens: people.map((p) => p.token) },
  })
  const moved = await move(ctx, row, { action: 'draw', who: 'owner' })
  for (const [i, person] of people.entries())
    await callPerson(ctx, moved, { person: { ...person, rank: i + 1 }, calls: [] })
}

/** The experts with these ids, or `invalid` with the name of the first who is not there or must avoid. */
async function chosen(ctx: Ctx, row: ExtractionRow, ids: readonly string[]): Promise<Person[]> {
  const refuse = (message: string) => new AppError('invalid', message, [{ path: 'picks', message }])
  // Chosen now: what was accepted until now counts.
  const wanted = { ...wantedBy(ctx, row), frozenAt: null }
  const candidates = await candidatesOf(ctx, wanted, ids)
  const found = ids.map((id) => candidates.find((one) => one.expertId === id))
  if (found.includes(undefined)) throw refuse('所选专家不存在或已停用，请重新选择')
  const avoidance = await avoidanceFor(ctx, wanted)
  const salt = saltOf(ctx, row.id)
  return Promise.all(
    (found as Candidate[]).map(async (one) => {
      const why = exclusionOf(one, avoidance)
      if (why !== null) throw refuse(`${one.name}：${EXCLUSIONS[why]}`)
      return personOf(ctx, one, tokenOf(salt, one.expertId))
    }),
  )
}

async function personOf(ctx: Ctx, candidate: Candidate, token: string): Promise<Person> {
  const { employerCode } = await ctx.expectOne('expert', { id: candidate.expertId }, { columns: ['employerCode'] })
  const { expertId, userId, name, mobile, employer, kind } = candidate
  return {
    rowNo: 1,
    rank: 0,
    token,
    expertId,
    userId,
    employer,
    name,
    mobile,
    employerName: employer,
    employerCode,
    kind,
  }
}

/** A draw out of too few is none: refused while it can still be changed. */
function demandEnough(row: ExtractionRow, rows: readonly { rowNo: number; tokens: readonly string[] }[]): void {
  const problems = conditionsOf(row).flatMap(({ number }, i) => {
    const size = rows[i]!.tokens.length
    return size < number ? [`第${i + 1}组符合条件的专家 ${size} 人，少于抽取人数 ${number} 人`] : []
  })
  if (problems.length > 0)
    throw new AppError('invalid', `${problems.join('；')}，请放宽条件`, [{ path: 'conditions', message: problems[0]! }])
}
