import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { profileOf } from '../rules/profiles.ts'
import { DEMAND_STATUS, SURVEY_MODES } from '../rules/status.ts'
import { announceAll, type Ctx, invalid, record, seatAt } from './access.ts'
import { demandFindings } from './findings.ts'
import { setTimers } from './rounds.ts'

/**
 * Publishes a survey, or confirms a demand that needs none. An approval that held it has been given by now: what stood in the
 * way then is looked at again.
 */
export async function publish(ctx: Ctx, demandId: string): Promise<{ state: 'surveying' | 'ended' }> {
  const { demand, round, facts, who } = await seatAt(ctx, demandId, 'update')
  const now = ctx.clock.now()
  const to = DEMAND_STATUS.next('publish', {
    record: { ...facts, pending: null },
    who,
    now: now.getTime(),
  }) as 'surveying' | 'ended'
  const isAsked = demand.mode !== 'none'
  if (isAsked) {
    if (!round) throw invalid('endsAt', '请先填写调研截止时间')
    if (round.endsAt <= now) throw invalid('endsAt', '调研截止时间已过，请修改后再发布')
    const parameters = await ctx.many('demand_parameter', { demandId }, { columns: ['parameterId'] })
    if (parameters.length === 0) throw invalid('parameters', '请先填写需求参数')
    const invited = await ctx.many('demand_trade', { demandId, isInvited: true }, { columns: ['id'] })
    if (demand.mode === 'invited' && invited.length === 0) throw invalid('inviteeIds', '请选择受邀供应商')
    await ctx.update('demand_round', { demandId, roundNo: round.roundNo }, { openedAt: now })
    await setTimers(ctx, demandId, round.endsAt)
  }
  // They warn and never block; that they were there when it was published is on record.
  const findings = await demandFindings(ctx, demand, { round: undefined, isOpen: false })
  if (findings.some(({ severity }) => severity === 'block')) throw new AppError('legalRule', findings[0]!.message)
  await ctx.update('demand', { id: demandId }, { state: to, publishedAt: now })
  record(ctx, demand, {
    action: 'publish',
    summary: isAsked
      ? `发布${profileOf(demand.profile).label}调研（${SURVEY_MODES[demand.mode as 'open']}，截止 ${formatTime(round!.endsAt)}）`
      : `确认需求，不开展调研：${demand.noSurveyReason}`,
    data: { findings: findings.map(({ ruleId, message }) => ({ ruleId, message })) },
  })
  if (isAsked) ctx.emit({ kind: 'demand.published', payload: { demandId } })
  await announceAll(ctx, demandId)
  return { state: to }
}
