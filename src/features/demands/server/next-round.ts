import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { acceptedEmployees } from '#features/organisation/server/public.ts'
import { NULL } from '#server/database/records.ts'
import { implement, type Route } from '#server/implement.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import * as contract from '../contract/rounds.ts'
import { wrongDemandExtras } from '../rules/fields.ts'
import { PARTS } from '../rules/marks.ts'
import { profileOf } from '../rules/profiles.ts'
import {
  ACTS,
  announce,
  announceAll,
  type Ctx,
  type Demand,
  demanded,
  invalid,
  noteAuthor,
  record,
  refuseWrong,
  seatAt,
  SEATED,
} from './access.ts'
import { compare } from './compare.ts'
import { answerCount } from './counts.ts'
import { markSeat } from './mark-access.ts'
import { isSame, nextVersion, parametersOf, parameterValue, writeVersion } from './parameters.ts'
import { setTimers } from './rounds.ts'
import { readableRounds } from './trades.ts'
import { roundValue } from './values.ts'

type RoundValue = OutputOf<typeof contract.demandRounds>['rounds'][number]

/** Between two rounds: staff mark parameters, and what comes of it is asked again. */
export const nextRoundRoutes: readonly Route[] = [
  implement(contract.demandRounds, SEATED, async (ctx, { params }) => {
    const { demandId } = params
    const seat = await markSeat(ctx, demandId)
    const { demand, facts, who, isAsked } = seat
    const rounds = await ctx.many('demand_round', { demandId }, { orderBy: ['roundNo'] })
    const readable = readableRounds(seat, rounds)
    return {
      title: demand.title,
      code: demand.code,
      profile: demand.profile as 'general',
      state: facts.state,
      isHandler: who.isHandler,
      mayMark: isAsked && facts.state === 'ended',
      rounds: await Promise.all(
        rounds.map(async (round): Promise<RoundValue> => {
          const isOpen = readable.has(round.roundNo) && facts.state !== 'draft'
          const { reason } = await ctx.expectOne('demand_version', { demandId, version: round.version })
          const compared = isOpen ? await compare(ctx, demand, round) : null
          return {
            ...roundValue(round),
            answers: await answerCount(ctx, demandId, round.roundNo),
            isOpen,
            reason,
            parameters: (await parametersOf(ctx, demandId, round.version)).map(parameterValue),
            coverage: (compared?.coverage ?? []).map(({ yes, brands, flag }) => ({ yes, brands, flag })),
            markers: await markersOf(ctx, demandId, round.roundNo),
          }
        }),
      ),
    }
  }),

  implement(contract.markerChoices, ACTS, async (ctx, { params }) => {
    const { demand, who } = await seatAt(ctx, params.demandId)
    if (!who.isHandler) throw new AppError('notFound')
    const people = await staffOf(ctx, demand)
    return people.map(({ employeeId, name, department, companyName }) => ({
      employeeId,
      name,
      department: department || companyName,
    }))
  }),

  implement(contract.askMarkers, ACTS, async (ctx, { params, body }) => {
    const { demand, round } = await demanded(ctx, params.demandId, 'askMarks')
    const roundNo = round!.roundNo
    const ids = body.people.map(({ employeeId }) => employeeId)
    if (new Set(ids).size < ids.length) throw invalid('people', '标注人员重复')
    const staff = await staffOf(ctx, demand, ids)
    if (staff.length < ids.length) throw invalid('people', '标注人员须为本单位或采购人在用并已确认加入的人员')
    const before = await ctx.many('demand_marker', { demandId: demand.id, roundNo })
    const stays = before.filter(({ markedAt }) => markedAt !== null)
    const all = [
      ...stays,
      ...body.people.filter(({ employeeId }) => stays.every((one) => one.employeeId !== employeeId)),
    ]
    for (const [part, label] of Object.entries(PARTS))
      if (!all.some((one) => one.part === part)) throw invalid('people', `请至少邀请一名${label}人员`)
    await ctx.remove('demand_marker', { demandId: demand.id, roundNo, markedAt: NULL })
    const asked = staff.filter(({ employeeId }) => stays.every((one) => one.employeeId !== employeeId))
    await ctx.insert(
      'demand_marker',
      asked.map(({ employeeId, userId, name, department }) => ({
        demandId: demand.id,
        roundNo,
        employeeId,
        userId,
        name,
        department,
        part: body.people.find((one) => one.employeeId === employeeId)!.part,
        askedByName: ctx.actor.name,
        askedAt: ctx.clock.now(),
      })),
    )
    record(ctx, demand, {
      action: 'ask-marks',
      summary: `邀请标注第 ${roundNo} 轮参数：${staff.map(({ name }) => name).join('、')}`,
      data: { roundNo },
    })
    const fresh = asked.filter(({ employeeId }) => before.every((one) => one.employeeId !== employeeId))
    if (fresh.length > 0)
      ctx.emit({
        kind: 'demand.marks-asked',
        payload: { demandId: demand.id, employeeIds: fresh.map(({ employeeId }) => employeeId) },
      })
    announce(ctx, demand.id)
  }),

  implement(contract.markParameters, SEATED, async (ctx, { params, body }) => {
    const { demand, round, facts, isAsked } = await markSeat(ctx, params.demandId, 'update')
    if (!isAsked || !round) throw new AppError('notFound')
    if (facts.state !== 'ended') throw new AppError('wrongState', '本轮参数已不能标注')
    const parameters = await parametersOf(ctx, demand.id, round.version)
    const given = new Map(body.lines.map((line) => [line.parameterId, line]))
    if (
      given.size < body.lines.length ||
      given.size !== parameters.length ||
      !parameters.every((one) => given.has(one.parameterId))
    )
      throw invalid('lines', '请逐项标注全部参数')
    refuseWrong(
      body.lines.flatMap(({ verdict, note }, i) =>
        verdict !== 'keep' && note.length < 2 ? [{ path: `lines.${i}.note`, message: '调整、取消的，请填写意见' }] : [],
      ),
    )
    const at = { demandId: demand.id, roundNo: round.roundNo, employeeId: ctx.actor.employeeId }
    const before = await ctx.many('demand_mark', at, { columns: ['revision'] })
    const now = ctx.clock.now()
    await ctx.insert('demand_mark', {
      ...at,
      revision: before.length + 1,
      lines: JSON.stringify(body.lines),
      madeAt: now,
    })
    await ctx.update('demand_marker', at, { markedAt: now })
    record(ctx, demand, { action: 'mark', summary: `标注第 ${round.roundNo} 轮参数`, data: { roundNo: round.roundNo } })
    announce(ctx, demand.id)
  }),

  implement(contract.openRound, ACTS, async (ctx, { params, body }) => {
    const { demand, round, to } = await demanded(ctx, params.demandId, 'nextRound')
    const now = ctx.clock.now()
    const endsAt = new Date(body.endsAt)
    if (endsAt <= now) throw invalid('endsAt', '截止时间须晚于现在')
    const asked = await parametersOf(ctx, demand.id, round!.version)
    const isUnchanged =
      asked.length === body.parameters.length &&
      body.parameters.every((one, i) => one.parameterId === asked[i]!.parameterId && isSame(one, asked[i]!))
    if (isUnchanged) throw invalid('parameters', '参数没有调整，不需要发起下一轮')
    const version = await nextVersion(ctx, demand.id)
    const roundNo = round!.roundNo + 1
    const { reason, parameters } = body
    const known = new Set(asked.map(({ parameterId }) => parameterId))
    await writeVersion(ctx, demand.id, { version, reason, parameters, known })
    await ctx.insert('demand_round', { demandId: demand.id, roundNo, version, openedAt: now, endsAt })
    await ctx.update('demand', { id: demand.id }, { state: to, version })
    await setTimers(ctx, demand.id, endsAt)
    await noteAuthor(ctx, demand.id)
    record(ctx, demand, {
      action: 'next-round',
      summary: `发起第 ${roundNo} 轮调研，截止 ${formatTime(endsAt)}：${reason}`,
      data: { roundNo, version },
    })
    ctx.emit({ kind: 'demand.round', payload: { demandId: demand.id, roundNo } })
    await announceAll(ctx, demand.id)
    return { roundNo }
  }),

  implement(contract.fillDemand, ACTS, async (ctx, { params, body }) => {
    const { demand } = await demanded(ctx, params.demandId, 'fill')
    const late = profileOf(demand.profile).demandFields.filter(({ isLate }) => isLate)
    refuseWrong(wrongDemandExtras(late, body.extras))
    const before = demand.extras as Record<string, string>
    await ctx.update('demand', { id: demand.id }, { extras: JSON.stringify({ ...before, ...body.extras }) })
    const said = late.flatMap(({ key, label }) =>
      key in body.extras ? [`${label} ${body.extras[key] || '（清空）'}`] : [],
    )
    record(ctx, demand, { action: 'fill', summary: `补充${said.join('，')}`, data: { extras: body.extras } })
    announce(ctx, demand.id)
  }),
]

function staffOf(ctx: Ctx, demand: Demand, ids?: readonly string[]) {
  return acceptedEmployees(ctx, [...new Set([demand.companyId, demand.purchaserCompanyId])], ids)
}

async function markersOf(ctx: Ctx, demandId: string, roundNo: number): Promise<RoundValue['markers']> {
  const markers = await ctx.many('demand_marker', { demandId, roundNo }, { orderBy: ['part', 'name'] })
  const marks = await ctx.many('demand_mark', { demandId, roundNo }, { orderBy: ['revision desc'] })
  return markers.map(({ employeeId, name, department, part, markedAt }) => ({
    employeeId,
    name,
    department,
    part: part as 'clinical',
    isOwn: employeeId === ctx.actor.employeeId,
    markedAt: markedAt?.toISOString() ?? null,
    lines: (marks.find((one) => one.employeeId === employeeId)?.lines ?? []) as RoundValue['markers'][number]['lines'],
  }))
}
