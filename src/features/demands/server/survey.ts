import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import type { Subscriber } from '#server/events.ts'
import { implement, type Route } from '#server/implement.ts'
import { withdrawDemand } from '../contract/demand.ts'
import * as contract from '../contract/survey.ts'
import { ACTS, announce, announceAll, closeIfDue, type Ctx, demanded, invalid, record, recordTrade } from './access.ts'
import { writeInvitees } from './draft.ts'
import { closeRound, lastRound, setTimers } from './rounds.ts'

/** A survey while it goes on: its end is moved, comes early, or the demand is withdrawn; all are told. */
export const surveyRoutes: readonly Route[] = [
  implement(contract.moveSurveyEnd, ACTS, async (ctx, { params, body }) => {
    const { demand, round, facts, to } = await demanded(ctx, params.demandId, 'move')
    const endsAt = new Date(body.endsAt)
    if (endsAt <= ctx.clock.now()) throw invalid('endsAt', '截止时间须晚于现在')
    if (endsAt.getTime() === round!.endsAt.getTime()) throw invalid('endsAt', '截止时间没有变化')
    const kind = facts.state === 'ended' ? 'reopened' : 'moved'
    await noteChange(ctx, { demandId: demand.id, round: round!, kind, to: endsAt, reason: body.reason })
    await ctx.update(
      'demand_round',
      { demandId: demand.id, roundNo: round!.roundNo },
      { endsAt, endedAt: null, endReason: '' },
    )
    await ctx.update('demand', { id: demand.id }, { state: to })
    await setTimers(ctx, demand.id, endsAt)
    const what = kind === 'moved' ? '调整调研截止时间' : '重新开放调研'
    record(ctx, demand, { action: kind, summary: `${what}至 ${formatTime(endsAt)}：${body.reason}` })
    ctx.emit({ kind: 'demand.moved', payload: { demandId: demand.id, reason: body.reason } })
    await announceAll(ctx, demand.id)
  }),

  implement(contract.endSurvey, ACTS, async (ctx, { params, body }) => {
    const { demand, round } = await demanded(ctx, params.demandId, 'end')
    const now = ctx.clock.now()
    await noteChange(ctx, { demandId: demand.id, round: round!, kind: 'ended', to: now, reason: body.reason })
    await closeRound(ctx, demand, { round: round!, at: now, reason: body.reason })
    record(ctx, demand, { action: 'end', summary: `提前结束调研：${body.reason}` })
    ctx.emit({ kind: 'demand.ended', payload: { demandId: demand.id, roundNo: round!.roundNo, early: true } })
    await announceAll(ctx, demand.id)
  }),

  implement(contract.inviteSuppliers, ACTS, async (ctx, { params, body }) => {
    const { demand } = await demanded(ctx, params.demandId, 'invite')
    const made = await writeInvitees(ctx, demand, body.companyIds)
    if (made.length === 0) throw new AppError('conflict', '所选供应商均已邀请或已报名')
    for (const id of made) {
      recordTrade(ctx, { id }, { action: 'invite', summary: `邀请供应商参与调研（${demand.code}）` })
      ctx.emit({ kind: 'demand.invited', payload: { demandId: demand.id, tradeId: id } })
    }
    announce(ctx, demand.id)
  }),

  implement(withdrawDemand, ACTS, async (ctx, { params, body }) => {
    const { demand, round, to } = await demanded(ctx, params.demandId, 'withdraw')
    const now = ctx.clock.now()
    if (round && round.endedAt === null)
      await closeRound(ctx, demand, { round, at: now, reason: `需求撤回：${body.reason}` })
    await ctx.update('demand', { id: demand.id }, { state: to, withdrawnAt: now, withdrawReason: body.reason })
    record(ctx, demand, { action: 'withdraw', summary: `撤回需求：${body.reason}` })
    ctx.emit({ kind: 'demand.withdrawn', payload: { demandId: demand.id } })
    await announceAll(ctx, demand.id)
  }),
]

/** The server's clock ends a survey, unless its end was moved meanwhile. */
export const clockEnds: Subscriber = {
  name: 'demands: end a survey',
  kind: 'demand.end-due',
  async handle(ctx, { payload }) {
    const demand = await ctx.one('demand', { id: String(payload.demandId) }, { lock: 'update' })
    if (demand?.state !== 'surveying') return
    await closeIfDue(ctx, demand, await lastRound(ctx, demand.id))
  },
}

interface Change {
  demandId: string
  round: { roundNo: number; endsAt: Date }
  kind: 'moved' | 'ended' | 'reopened'
  to: Date
  reason: string
}

async function noteChange(ctx: Ctx, { demandId, round, kind, to, reason }: Change): Promise<void> {
  await ctx.insert('demand_round_change', {
    id: ctx.newId(),
    demandId,
    roundNo: round.roundNo,
    kind,
    fromAt: round.endsAt,
    toAt: to,
    reason,
    madeByName: ctx.actor.name,
    madeAt: ctx.clock.now(),
  })
}
