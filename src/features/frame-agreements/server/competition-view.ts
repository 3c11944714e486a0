import { AppError } from '#contract/errors.ts'
import { implement, type Route } from '#server/implement.ts'
import * as calls from '../contract/competition.ts'
import { COMPETITION_STATUS, type CompetitionState } from '../rules/competition.ts'
import { ownAgreement, SEES, SELLER_SEES } from './access.ts'
import { ownQuote, type Quote, quotedIn, revealedQuotes } from './competition-quotes.ts'
import { type Competition, ownParty, partiesOf, wantedOf } from './competition-rows.ts'
import { type Agreement, type Ctx, entriesOf, namesOf, now, pricesOf } from './rows.ts'

/** Mini-competitions as the purchaser and each supplier read them. */
export const competitionViewRoutes: readonly Route[] = [
  implement(calls.competitionList, SEES, async (ctx, { params: { agreementId } }) => {
    await ownAgreement(ctx, agreementId)
    const rows = await ctx.many('frame_competition', { agreementId }, { orderBy: ['id desc'], limit: 200 })
    const results = await Promise.all(rows.map((row) => resultOf(ctx, row)))
    return rows.map((row, i) => ({
      ...rowValue(row),
      winner: results[i]?.supplierName ?? '',
      amount: results[i]?.amount ?? null,
      createdByName: row.createdByName,
    }))
  }),

  implement(calls.competitionDetail, SEES, async (ctx, { params: { agreementId, competitionId } }) => {
    const row = await ownAgreement(ctx, agreementId)
    const competition = await ctx.one('frame_competition', { id: competitionId, agreementId })
    if (!competition) throw new AppError('notFound')
    const parties = await partiesOf(ctx, competitionId)
    const entries = (await entriesOf(ctx, agreementId)).filter(({ id }) =>
      parties.some(({ entryId }) => entryId === id),
    )
    const quotes = await revealedQuotes(ctx, competitionId)
    const names = await namesOf(
      ctx,
      entries.map(({ supplierCompanyId }) => supplierCompanyId),
    )
    const mayAct = ['frameAgreement', 'performanceHandling'].some((right) => ctx.actor.rights.has(right))
    return {
      ...(await wholeValue(ctx, row, competition)),
      createdByName: competition.createdByName,
      callOffId: competition.callOffId,
      lines: await wantedOf(ctx, competition),
      parties: entries
        .map((entry) => {
          const { rank, excluded } = parties.find(({ entryId }) => entryId === entry.id)!
          const quote = quotes.find(({ entryId }) => entryId === entry.id)
          return {
            entryId: entry.id,
            no: entry.no,
            supplierName: names.get(entry.supplierCompanyId) ?? '',
            rank,
            excluded,
            quote: quote ? quoteValue(quote) : null,
          }
        })
        .toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.no - b.no),
      actions: mayAct ? actionsOf(ctx, competition, { side: 'purchaser', hasQuote: false }) : [],
    }
  }),

  implement(calls.ownCompetitions, SELLER_SEES, async (ctx, { params: { entryId } }) => {
    const entry = await ctx.one('frame_entry', { id: entryId, supplierCompanyId: ctx.actor.companyId })
    if (!entry || entry.state === 'drafted') throw new AppError('notFound')
    const parties = await ctx.many(
      'frame_competition_party',
      { entryId },
      { orderBy: ['competitionId desc'], limit: 200 },
    )
    const ids = parties.map(({ competitionId }) => competitionId)
    const rows = ids.length === 0 ? [] : await ctx.many('frame_competition', { id: ids }, { orderBy: ['id desc'] })
    const quoted = await quotedIn(ctx, entryId, ids)
    return rows.map((row) => ({
      ...rowValue(row),
      hasQuote: quoted.has(row.id),
      isWon: row.entryId === entryId,
    }))
  }),

  implement(calls.ownCompetition, SELLER_SEES, async (ctx, { params }) => {
    const { entry, party, competition } = await ownParty(ctx, params)
    const row = await ctx.expectOne('frame_agreement', { id: competition.agreementId })
    const quote = await ownQuote(ctx, params)
    const names = await namesOf(ctx, [row.purchaserCompanyId])
    const isWon = competition.entryId === entry.id
    const hasQuote = quote !== undefined
    const actions = ctx.actor.rights.has('bidding') ? actionsOf(ctx, competition, { side: 'supplier', hasQuote }) : []
    return {
      ...(await wholeValue(ctx, row, competition)),
      // Who decided among the purchaser's people is no business of a supplier.
      decidedByName: '',
      purchaserName: names.get(row.purchaserCompanyId) ?? '',
      lines: (await wantedOf(ctx, competition)).map((one) => ({
        ...one,
        ceiling: pricesOf(entry).find(({ line }) => line === one.line)?.unitPrice ?? null,
      })),
      quote: quote ? quoteValue(quote) : null,
      rank: party.rank,
      excluded: party.excluded,
      isWon,
      callOffId: isWon ? competition.callOffId : null,
      actions,
    }
  }),
]

function rowValue(row: Competition) {
  return {
    competitionId: row.id,
    code: row.code,
    title: row.title,
    state: row.state as CompetitionState,
    until: row.until.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }
}

async function wholeValue(ctx: Ctx, agreement: Agreement, row: Competition) {
  return {
    ...rowValue(row),
    agreementId: agreement.id,
    agreementTitle: agreement.title,
    deliverBy: row.deliverBy,
    place: row.place,
    note: row.note,
    closedAt: row.closedAt?.toISOString() ?? null,
    reason: row.reason,
    decidedByName: row.decidedByName,
    result: await resultOf(ctx, row),
  }
}

/** The winner and its amount, which everybody who was asked may know. */
export async function resultOf(ctx: Parameters<typeof namesOf>[0], row: Competition) {
  if (row.entryId === null) return null
  const { supplierCompanyId } = await ctx.expectOne('frame_entry', { id: row.entryId })
  const { amount } = await ctx.expectOne('call_off', { id: row.callOffId! }, { columns: ['amount'] })
  return { supplierName: (await namesOf(ctx, [supplierCompanyId])).get(supplierCompanyId) ?? '', amount }
}

function actionsOf(
  ctx: Ctx,
  row: Competition,
  { side, hasQuote }: { side: 'purchaser' | 'supplier'; hasQuote: boolean },
) {
  const record = { state: row.state as CompetitionState, until: row.until.getTime(), hasQuote }
  return COMPETITION_STATUS.allowed(record, side, now(ctx))
}

function quoteValue({ prices, amount, quotedAt, quotedByName }: Quote) {
  return { prices, amount, quotedAt: quotedAt.toISOString(), quotedByName }
}
