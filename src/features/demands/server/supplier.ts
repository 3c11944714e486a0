import { type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type * as z from 'zod'
import { keptFile, keptFiles, type StoredFile } from '#server/files/own-files.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import type { Question } from '../contract/shared.ts'
import * as contract from '../contract/supplier.ts'
import { TRADE_STATUS, type TradeAction, type TradeFacts, type TradeState } from '../rules/trade-status.ts'
import { announce, type Ctx, type Demand, recordTrade, stateNow, SUPPLIER, type Trade } from './access.ts'
import { barredOf } from './admitted.ts'
import { addAnswer, answersOf, answerValue, filesOf } from './answers.ts'
import { askedIn, parametersOf, parameterValue } from './parameters.ts'
import { lastRound } from './rounds.ts'
import { changeValue, itemValue, roundValue } from './values.ts'

/** Surveys as a supplier reads them: nothing of who else takes part, no budget, no price but its own. */
export const supplierRoutes: readonly Route[] = [
  implement(contract.surveyPage, SUPPLIER, async (ctx, { query }) => {
    const now = ctx.clock.now()
    const isOpen = sql<boolean>`(d.state = 'surveying' and r.ends_at > ${now})`
    const isOwn = sql<boolean>`(t.id is not null)`
    const page = await listPage(ctx, {
      query,
      tabs: {
        all: sql<boolean>`true`,
        open: sql<boolean>`${isOpen}`,
        own: sql<boolean>`${isOwn}`,
        ended: sql<boolean>`not ${isOpen}`,
      },
      tab: query.tab ?? 'all',
      list: {
        alias: 'd',
        keys: ['id'],
        rows: () =>
          visibleSurveys(ctx)
            .$if(query.category !== undefined, (q) => q.where('d.category', '=', query.category!))
            .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['d.title', 'd.code']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'd.id'),
    })
    return { ...page, rows: page.rows.map((row) => rowValue(ctx, row)) }
  }),

  implement(contract.surveyDetail, SUPPLIER, async (ctx, { params }) => {
    const { demandId } = params
    const row = await shown(ctx).where('d.id', '=', demandId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const { trade, round, facts } = await partIn(ctx, demandId)
    const items = await ctx.many('demand_item', { demandId }, { orderBy: ['lotNo', 'line'] })
    const rounds = await ctx.many('demand_round', { demandId }, { orderBy: ['roundNo'] })
    const changes = await ctx.many('demand_round_change', { demandId }, { orderBy: ['id'] })
    return {
      ...rowValue(ctx, row),
      purpose: row.purpose,
      place: row.place,
      wishedOn: row.wishedOn,
      files: row.files as StoredFile[],
      items: items.map((item) => {
        const { itemId, lotNo, name, spec, unit, quantity } = itemValue(item)
        return { itemId, lotNo, name, spec, unit, quantity }
      }),
      parameters: (await parametersOf(ctx, demandId, round.version)).map(parameterValue),
      asked: await askedIn(ctx, demandId, rounds),
      questions: row.questions as z.output<typeof Question>[],
      rounds: rounds.map(roundValue),
      changes: changes.map(changeValue),
      withdrawReason: row.withdrawReason,
      own: trade
        ? {
            contact: trade.contact,
            note: trade.note,
            files: trade.files as StoredFile[],
            signedUpAt: trade.signedUpAt?.toISOString() ?? null,
            refusal: trade.refusal,
            answers: (await answersOf(ctx, trade.id)).map(answerValue),
          }
        : null,
      actions: TRADE_STATUS.allowed(facts, 'supplier', ctx.clock.now().getTime()),
    }
  }),

  implement(contract.surveyLetter, SUPPLIER, async (ctx, { params }) => {
    const { demandId, inviteId } = params
    const row = await shown(ctx).where('d.id', '=', demandId).executeTakeFirst()
    const { trade, facts } = await partIn(ctx, demandId)
    if (!row || trade?.id !== inviteId || !trade.isInvited) throw new AppError('notFound')
    const items = await ctx.many('demand_item', { demandId }, { orderBy: ['lotNo', 'line'] })
    return {
      ...rowValue(ctx, row),
      inviterName: row.ownerName,
      purpose: row.purpose,
      place: row.place,
      invitedAt: (row.publishedAt! > trade.createdAt ? row.publishedAt! : trade.createdAt).toISOString(),
      items: items.map((item) => {
        const { itemId, name, spec, unit, quantity } = itemValue(item)
        return { itemId, name, spec, unit, quantity }
      }),
      actions: TRADE_STATUS.allowed(facts, 'supplier', ctx.clock.now().getTime()),
    }
  }),

  implement(contract.signUpSurvey, SUPPLIER, async (ctx, { params, body }) => {
    const { demand, trade, to } = await demandedPart(ctx, params.demandId, 'signUp')
    const now = ctx.clock.now()
    const { companyId } = ctx.actor
    const [barred] = await barredOf(ctx, demand, { companyIds: [companyId], act: 'signUp' })
    if (barred) throw new AppError('wrongState', barred.told)
    const kept = (trade?.files ?? []) as StoredFile[]
    const files = JSON.stringify(await keptFiles(ctx, body.files, { use: 'demand-answer', kept }))
    const own = { status: to, contact: body.contact, note: body.note, files, signedUpAt: now, refusal: '' }
    const tradeId = trade?.id ?? ctx.newId()
    if (trade) await ctx.update('demand_trade', { id: trade.id }, { ...own, decidedAt: null, decidedByName: '' })
    else {
      const { name } = await ctx.expectOne('company', { id: companyId }, { columns: ['name'] })
      await ctx.insert('demand_trade', { ...own, id: tradeId, demandId: demand.id, companyId, name, createdAt: now })
    }
    recordTrade(ctx, { id: tradeId }, { action: 'sign-up', summary: `报名参与需求调研（${demand.code}）` })
    if (to === 'waiting') ctx.emit({ kind: 'demand.signed-up', payload: { demandId: demand.id, tradeId } })
    announce(ctx, demand.id, [tradeId])
    return { tradeId }
  }),

  implement(contract.declineSurvey, SUPPLIER, async (ctx, { params, body }) => {
    const { demand, trade, to } = await demandedPart(ctx, params.demandId, 'decline')
    await ctx.update('demand_trade', { id: trade!.id }, { status: to, note: body.reason })
    recordTrade(ctx, trade!, { action: 'decline', summary: `不参与需求调研（${demand.code}）` })
    announce(ctx, demand.id, [trade!.id])
  }),

  implement(contract.answerSurvey, SUPPLIER, async (ctx, { params, body }) => {
    const { demand, trade, round } = await demandedPart(ctx, params.demandId, 'answer')
    const revision = await addAnswer(ctx, { demand, round, trade: trade!, given: body, use: 'demand-answer' })
    // That it answered is on record; what, only in the answer itself.
    recordTrade(ctx, trade!, {
      action: 'answer',
      summary: `${revision === 1 ? '提交' : '修改'}需求调研应答（${demand.code}）`,
      data: { roundNo: round.roundNo, revision },
    })
    announce(ctx, demand.id, [trade!.id])
    return { revision }
  }),

  implementFile(contract.surveyFile, SUPPLIER, async (ctx, { params }) => {
    const row = await visibleSurveys(ctx).select('d.files').where('d.id', '=', params.demandId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const trade = await ownPart(ctx, params.demandId)
    const answers = trade ? await answersOf(ctx, trade.id) : []
    const readable = [
      ...(row.files as StoredFile[]),
      ...((trade?.files ?? []) as StoredFile[]),
      ...answers.flatMap(filesOf),
    ]
    return keptFile(ctx, readable, params.fileId)
  }),
]

/** Published surveys that the own company may know of, as `d`, with its part `t` and the last round `r`: open ones, and those it was asked for. */
export function visibleSurveys(ctx: Ctx) {
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom('demand as d')
    .innerJoin('demand_round as r', (j) =>
      j
        .onRef('r.tenantId', '=', 'd.tenantId')
        .onRef('r.demandId', '=', 'd.id')
        .on(
          sql<SqlBool>`r.round_no = (select max(x.round_no) from demand_round x
            where x.tenant_id = d.tenant_id and x.demand_id = d.id)`,
        ),
    )
    .leftJoin('demand_trade as t', (j) =>
      j.onRef('t.tenantId', '=', 'd.tenantId').onRef('t.demandId', '=', 'd.id').on('t.companyId', '=', companyId),
    )
    .where('d.tenantId', '=', ctx.tenantId)
    .where('d.publishedAt', 'is not', null)
    .where('d.mode', '<>', 'none')
    .where('d.companyId', '<>', companyId)
    .where('d.purchaserCompanyId', '<>', companyId)
    .where((e) => e.or([e('d.mode', '=', 'open'), e('t.id', 'is not', null)]))
}

function shown(ctx: Ctx) {
  return visibleSurveys(ctx)
    .innerJoin('company as o', 'o.id', 'd.companyId')
    .select(['d.id', 'd.profile', 'd.code', 'd.title', 'd.category', 'd.region', 'd.mode', 'd.state', 'd.publishedAt'])
    .select(['d.purpose', 'd.place', 'd.wishedOn', 'd.files', 'd.questions', 'd.withdrawReason'])
    .select(['o.name as ownerName', 't.id as tradeId', 't.status as ownStatus', 'r.endsAt', 'r.endedAt'])
    .select(
      sql<boolean>`exists (select from demand_answer a
        where a.tenant_id = t.tenant_id and a.trade_id = t.id and a.round_no = r.round_no)`.as('hasAnswered'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

function rowValue(ctx: Ctx, row: Row) {
  const { id, tradeId, profile, code, title, category, region, ownerName, mode, state, endsAt, publishedAt } = row
  return {
    demandId: id,
    tradeId,
    profile: profile as 'general',
    code,
    title,
    category: category as 'goods',
    region,
    ownerName,
    mode: mode as 'open',
    isOpen: state === 'surveying' && endsAt > ctx.clock.now(),
    isWithdrawn: state === 'withdrawn',
    endsAt: endsAt.toISOString(),
    publishedAt: publishedAt!.toISOString(),
    ownState: (row.ownStatus ?? 'none') as TradeState,
    hasAnswered: row.hasAnswered,
  }
}

function ownPart(ctx: Ctx, demandId: string): Promise<Trade | undefined> {
  return ctx.one('demand_trade', { demandId, companyId: ctx.actor.companyId })
}

async function partIn(ctx: Ctx, demandId: string, lock?: 'update') {
  const visible = await visibleSurveys(ctx).select('d.id').where('d.id', '=', demandId).executeTakeFirst()
  if (!visible) throw new AppError('notFound')
  // The end of the survey takes the same lock: an answer is before it or refused.
  const demand: Demand = await ctx.expectOne('demand', { id: demandId }, lock && { lock })
  const round = (await lastRound(ctx, demandId))!
  const trade = await ownPart(ctx, demandId)
  const answers = trade ? await answersOf(ctx, trade.id) : []
  const facts: TradeFacts = {
    state: (trade?.status ?? 'none') as TradeState,
    demand: stateNow(ctx, demand, round),
    hasAnswered: answers.some(({ roundNo }) => roundNo === round.roundNo),
  }
  return { demand, round, trade, facts }
}

/** The own part, on a locked demand, in which the company may do this now, and its next state. */
async function demandedPart(ctx: Ctx, demandId: string, action: TradeAction) {
  const part = await partIn(ctx, demandId, 'update')
  const now = ctx.clock.now().getTime()
  return { ...part, to: TRADE_STATUS.next(action, { record: part.facts, who: 'supplier', now }) }
}
