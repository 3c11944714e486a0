import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import type * as z from 'zod'
import { implement, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import type { Question } from '../contract/shared.ts'
import * as contract from '../contract/survey.ts'
import { isAnswerOpen, type DemandState } from '../rules/status.ts'
import { TRADE_STATUS, type TradeState } from '../rules/trade-status.ts'
import {
  ACTS,
  announce,
  type Ctx,
  type Demand,
  demanded,
  invalid,
  READS,
  record,
  recordTrade,
  seatAt,
  type Seat,
  type Trade,
} from './access.ts'
import { addAnswer, answersOf, answerValue } from './answers.ts'
import { parametersOf, parameterValue } from './parameters.ts'

/** Who takes part in a survey, as the buyer's side reads and checks it; and answers on paper. */
export const tradeRoutes: readonly Route[] = [
  implement(contract.demandTrades, READS, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.demandId)
    const { demand, round, facts } = seat
    const trades = await ctx.many('demand_trade', { demandId: demand.id }, { orderBy: ['id'] })
    const isOpen = isOpenNow(demand, facts.state)
    const answered = new Set(
      (await ctx.many('demand_answer', { demandId: demand.id }, { columns: ['tradeId'] })).map((row) => row.tradeId),
    )
    return {
      title: demand.title,
      state: facts.state,
      endsAt: round?.endsAt.toISOString() ?? null,
      isAnswerOpen: isOpen,
      rows: trades.map((trade) => tradeValue(ctx, seat, { trade, hasAnswered: answered.has(trade.id) })),
    }
  }),

  implement(contract.demandTrade, READS, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.demandId)
    const { demand, round, facts } = seat
    const trade = await tradeOf(ctx, demand.id, params.tradeId)
    const answers = await answersOf(ctx, trade.id)
    const isOpen = isOpenNow(demand, facts.state)
    // Whoever typed an answer in knows it anyway.
    const isShown = isOpen || trade.isPaper
    const version = answers[0] ? (round?.version ?? demand.version) : demand.version
    return {
      title: demand.title,
      profile: demand.profile as 'general',
      state: facts.state,
      isAnswerOpen: isShown,
      trade: {
        ...tradeValue(ctx, seat, { trade, hasAnswered: answers.length > 0 }),
        files: trade.files as StoredFile[],
      },
      parameters: (await parametersOf(ctx, demand.id, version)).map(parameterValue),
      questions: demand.questions as z.output<typeof Question>[],
      answers: isShown ? answers.map(answerValue) : [],
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
  { demand, facts, who }: Seat,
  { trade, hasAnswered }: { trade: Trade; hasAnswered: boolean },
) {
  const { id, name, isPaper, isInvited, status, contact, note, signedUpAt, decidedAt, decidedByName, refusal } = trade
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
    answered: isPaper || isOpenNow(demand, facts.state) ? hasAnswered : null,
    actions: who.isHandler ? actions : [],
  }
}
