import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type * as z from 'zod'
import { implement, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import type { Question } from '../contract/shared.ts'
import * as contract from '../contract/survey.ts'
import { profileOf } from '../rules/profiles.ts'
import { isAnswerOpen, isRoundOpen, type DemandState } from '../rules/status.ts'
import { TRADE_STATUS, type TradeState } from '../rules/trade-status.ts'
import {
  ACTS,
  announce,
  type Ctx,
  type Demand,
  demanded,
  invalid,
  ownDemand,
  READS,
  record,
  recordTrade,
  seatAt,
  type Seat,
  type Trade,
} from './access.ts'
import { addAnswer, answersOf, answerValue } from './answers.ts'
import { askedIn, parametersOf, parameterValue } from './parameters.ts'

/** Who takes part in a survey, as the buyer's side reads and checks it; and answers on paper. */
export const tradeRoutes: readonly Route[] = [
  implement(contract.demandTrades, READS, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.demandId)
    const { demand, round, facts } = seat
    const trades = await ctx.many('demand_trade', { demandId: demand.id }, { orderBy: ['id'] })
    const isOpen = isOpenNow(demand, facts.state)
    const answers = await ctx.many('demand_answer', { demandId: demand.id }, { columns: ['tradeId', 'roundNo'] })
    return {
      title: demand.title,
      state: facts.state,
      endsAt: round?.endsAt.toISOString() ?? null,
      isAnswerOpen: isOpen,
      roundNo: round?.roundNo ?? 1,
      rows: trades.map((trade) => {
        const roundNos = answers.flatMap(({ tradeId, roundNo: no }) => (tradeId === trade.id ? [no] : []))
        return tradeValue(ctx, seat, { trade, roundNos })
      }),
    }
  }),

  implement(contract.demandTrade, READS, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.demandId)
    const { demand, round, facts } = seat
    const trade = await tradeOf(ctx, demand.id, params.tradeId)
    const answers = await answersOf(ctx, trade.id)
    const rounds = await ctx.many('demand_round', { demandId: demand.id }, { orderBy: ['roundNo'] })
    const readable = readableRounds(seat, rounds)
    // Whoever typed an answer in knows it anyway.
    const isShown = trade.isPaper || (round !== undefined && readable.has(round.roundNo))
    const shown = answers.filter(({ roundNo }) => trade.isPaper || readable.has(roundNo))
    const version = answers[0] ? (round?.version ?? demand.version) : demand.version
    const checks = await ctx.many('demand_check', { tradeId: trade.id }, { orderBy: ['roundNo desc', 'no desc'] })
    return {
      title: demand.title,
      profile: demand.profile as 'general',
      state: facts.state,
      isAnswerOpen: isShown,
      trade: {
        ...tradeValue(ctx, seat, { trade, roundNos: answers.map(({ roundNo }) => roundNo) }),
        files: trade.files as StoredFile[],
      },
      parameters: (await parametersOf(ctx, demand.id, version)).map(parameterValue),
      questions: demand.questions as z.output<typeof Question>[],
      asked: await askedIn(ctx, demand.id, rounds),
      answers: shown.map(answerValue),
      checks: checks.map(({ roundNo, isValid, reason, madeByName, madeAt }) => ({
        roundNo,
        isValid,
        reason,
        madeByName,
        madeAt: madeAt.toISOString(),
      })),
      checkable: round && mayCheck(seat) && answers.some((one) => one.roundNo === round.roundNo) ? [round.roundNo] : [],
    }
  }),

  implement(contract.decideTrade, ACTS, async (ctx, { params, body }) => {
    const { demand, facts } = await demanded(ctx, params.demandId, 'decide')
    const trade = await tradeOf(ctx, demand.id, params.tradeId)
    TRADE_STATUS.next('decide', {
      record: { state: trade.status as TradeState, demand: facts.state, hasAnswered: false },
      who: 'handler',
      now: ctx.clock.now().getTime(),
    })
    const status = body.pass ? 'passed' : 'refused'
    await ctx.update(
      'demand_trade',
      { id: trade.id },
      {
        status,
        decidedAt: ctx.clock.now(),
        decidedByName: ctx.actor.name,
        refusal: body.pass ? '' : body.reason,
      },
    )
    const summary = body.pass ? `调研报名审核通过：${trade.name}` : `调研报名审核不通过：${trade.name}，${body.reason}`
    recordTrade(ctx, trade, { action: 'decide', summary: `${summary}（${demand.code}）` })
    ctx.emit({ kind: 'demand.decided', payload: { demandId: demand.id, tradeId: trade.id } })
    announce(ctx, demand.id, [trade.id])
  }),

  implement(contract.checkAnswer, ACTS, async (ctx, { params, body }) => {
    const { demandId, tradeId, roundNo } = params
    await ownDemand(ctx, demandId, 'update')
    const seat = await seatAt(ctx, demandId)
    const { demand, round } = seat
    if (!seat.who.isHandler) throw new AppError('notFound')
    const trade = await tradeOf(ctx, demandId, tradeId)
    const answers = await ctx.many('demand_answer', { tradeId, roundNo }, { columns: ['revision'] })
    if (answers.length === 0) throw new AppError('notFound')
    if (!mayCheck(seat) || roundNo !== round?.roundNo)
      throw new AppError('wrongState', '应答在本轮截止后、形成结论或发起下一轮之前审核')
    const before = await ctx.many('demand_check', { tradeId, roundNo }, { orderBy: ['no desc'], limit: 1 })
    const { isValid, reason } = body
    if (before[0] ? before[0].isValid === isValid && before[0].reason === reason : false)
      throw new AppError('wrongState', '审核结果没有变化')
    await ctx.insert('demand_check', {
      demandId,
      tradeId,
      roundNo,
      no: (before[0]?.no ?? 0) + 1,
      isValid,
      reason,
      madeByName: ctx.actor.name,
      madeAt: ctx.clock.now(),
    })
    recordTrade(ctx, trade, {
      action: 'check',
      summary: `第 ${roundNo} 轮应答审核${isValid ? '采纳' : `不采纳：${reason}`}（${demand.code}）`,
      data: { roundNo, isValid },
    })
    announce(ctx, demandId)
  }),

  implement(contract.enterAnswer, ACTS, async (ctx, { params, body }) => {
    const { demand, round, facts } = await demanded(ctx, params.demandId, 'enter')
    const { tradeId, name, receivedOn, scan, ...given } = body
    if (receivedOn > formatDate(ctx.clock.now())) throw invalid('receivedOn', '收到日期不能晚于今天')
    const trade = tradeId === null ? await newPaper(ctx, demand, name) : await tradeOf(ctx, demand.id, tradeId)
    if (!trade.isPaper) throw new AppError('wrongState', '该供应商在线应答，不能代为录入')
    const paper = { scan, receivedOn }
    const revision = await addAnswer(ctx, { demand, round: round!, trade, given, use: 'demand-scan', paper })
    recordTrade(ctx, trade, {
      action: 'enter',
      summary: `录入纸质应答：${trade.name}${revision > 1 ? `（第 ${revision} 次）` : ''}（${demand.code}）`,
    })
    if (facts.state === 'ended')
      record(ctx, demand, { action: 'enter', summary: `调研截止后录入纸质应答：${trade.name}，收到日期 ${receivedOn}` })
    announce(ctx, demand.id)
    return { tradeId: trade.id }
  }),
]

/** Whether answers may be read by the buyer's side. */
export function isOpenNow(demand: Pick<Demand, 'hidesAnswers'>, state: DemandState): boolean {
  return isAnswerOpen({ state, hides: demand.hidesAnswers })
}

/** Of these rounds, those whose answers may be read now. */
export function readableRounds(
  { demand, round, facts }: Pick<Seat, 'demand' | 'round' | 'facts'>,
  rounds: readonly { roundNo: number }[],
): Set<number> {
  const at = { last: round?.roundNo ?? 0, state: facts.state, hides: demand.hidesAnswers }
  return new Set(rounds.filter((one) => isRoundOpen(one, at)).map(({ roundNo }) => roundNo))
}

/** Answers are checked between the end of their round and what is made of it. */
function mayCheck({ demand, facts, who }: Seat): boolean {
  return profileOf(demand.profile).checksAnswers && who.isHandler && facts.state === 'ended'
}

/** A part in this demand, or `notFound`. */
export async function tradeOf(ctx: Ctx, demandId: string, tradeId: string): Promise<Trade> {
  const trade = await ctx.one('demand_trade', { id: tradeId, demandId })
  if (!trade) throw new AppError('notFound')
  return trade
}

async function newPaper(ctx: Ctx, demand: Demand, name: string): Promise<Pick<Trade, 'id' | 'name' | 'isPaper'>> {
  const same = await ctx.many('demand_trade', { demandId: demand.id, name }, { columns: ['isPaper', 'status'] })
  if (same.some(({ isPaper }) => isPaper)) throw new AppError('conflict', `${name}的纸质应答已录入，请在原记录上修改`)
  const trade = { id: ctx.newId(), name, isPaper: true }
  const now = ctx.clock.now()
  await ctx.insert('demand_trade', {
    ...trade,
    demandId: demand.id,
    status: 'passed',
    createdAt: now,
    signedUpAt: now,
  })
  return trade
}

function tradeValue(
  ctx: Ctx,
  { demand, round, facts, who }: Seat,
  { trade, roundNos }: { trade: Trade; roundNos: readonly number[] },
) {
  const { id, name, isPaper, isInvited, status, contact, note, signedUpAt, decidedAt, decidedByName, refusal } = trade
  const hasAnswered = round !== undefined && roundNos.includes(round.roundNo)
  const readable = readableRounds(
    { demand, round, facts },
    roundNos.map((roundNo) => ({ roundNo })),
  )
  const record = { state: status as TradeState, demand: facts.state, hasAnswered }
  const actions = TRADE_STATUS.allowed(record, 'handler', ctx.clock.now().getTime())
  return {
    tradeId: id,
    name,
    isPaper,
    isInvited,
    status: status as 'passed',
    contact,
    note,
    signedUpAt: signedUpAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedByName,
    refusal,
    rounds: [...new Set(roundNos)].filter((roundNo) => isPaper || readable.has(roundNo)).toSorted((a, b) => a - b),
    answered: isPaper || isOpenNow(demand, facts.state) ? hasAnswered : null,
    actions: who.isHandler ? actions : [],
  }
}
