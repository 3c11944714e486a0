import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/supplier.ts'
import { TradeStatus } from '../rules/enums.ts'
import { roundingOf } from '#features/evaluation/rules/part-score.ts'
import { paysOnline } from '../rules/document-fee.ts'
import { OrderSettings } from '../rules/settings.ts'
import { railOf } from '../engine/stage.ts'
import { TRADE_STATUS } from '../engine/trade-status.ts'
import type { Trade } from './access.ts'
import { bondStandings } from './bond-standings.ts'
import { supplier, supplierFile } from './bind.ts'
import { periodInWords } from '../rules/objections.ts'
import { answerPeriodOf, objectionValue } from './objections.ts'
import { questionValue } from './clarifications.ts'
import { documentFees } from './fee-port.ts'
import { say } from '../methods/say.ts'
import { fileAnswer, orderFiles, tradeFiles } from './files.ts'
import { lapsesOf } from './lapses.ts'
import { PARTICIPANT_KINDS, publishedNotices } from './notices.ts'
import { orderItems, orderRow, ownTrade } from './public.ts'
import { awardLines, awardsOf } from './results.ts'
import { type ListedTender, tenderValue } from './supplier-tenders.ts'
import { supplierCommitment } from './templates.ts'
import { ownLots } from './own-lots.ts'
import { isOwnTender, visibleTender } from './visible-tender.ts'
import { hasRounds, quoteRounds } from './round-port.ts'
import { roundTalks } from './talk-port.ts'
import { tradeFacts } from './trade-facts.ts'
import { instant, iso, itemValue, noticeRow, scheduleOf, stageFacts } from './values.ts'

export const tenderDetailRoutes: readonly Route[] = [
  supplier(contract.tenderDetail, async (ctx, { params }) => {
    const row = await visibleTender(ctx, params.orderId)
    if (!row) throw new AppError('notFound')
    const now = ctx.clock.now()
    const trade = row.tradeId === null ? null : (await ownTrade(ctx, row.id, { passed: false })).trade
    const takesPart = trade?.status === TradeStatus.values.passed
    const settings = OrderSettings.parse(row.settings)
    const { qualifications, bidFiles, marks, ways, paymentTerms, delivery, keyMode, auction, quote, bond, lowPrice } =
      settings
    const rounds = takesPart && hasRounds(row) ? await quoteRounds().askedTo(ctx, row, trade.id) : []
    const feeDue = takesPart && (await documentFees().isDue(ctx, row.id))
    const owner = row.ownerCompanyId === row.purchaserCompanyId ? null : row.ownerCompanyId
    const agency = owner ? await ctx.one('company', { id: owner }, { columns: ['name'] }) : null
    const own = trade && (await tradeValue(ctx, trade))
    return {
      ...tenderValue(row, now),
      projectName: row.projectName,
      suite: row.suite as 'intl',
      reviewModel: row.reviewModel,
      rounds: rounds.map((round) => ({ ...round, deadline: round.deadline.toISOString() })),
      bond: row.bond,
      bondStanding: takesPart ? await ownBond(ctx, row.id, trade.id) : null,
      documentFee: row.documentFee,
      paysOnline: trade !== null && paysOnline(row),
      feeDue,
      controlPrice: row.controlPrice,
      place: row.place,
      schedule: scheduleOf(row),
      scoreRounding: roundingOf(ways),
      settings: {
        qualifications,
        bidFiles,
        marks,
        paymentTerms,
        delivery,
        keyMode,
        documentFeeBy: settings.documentFeeBy,
        bond,
        lowPrice,
        ...(auction && { auction }),
        ...(quote && { quote }),
      },
      trade: own,
      files: takesPart && !feeDue ? await orderFiles(ctx, row.id) : [],
      award: row.wonTradeId === null ? null : await ownAward(ctx, row.id, row.wonTradeId),
      items: takesPart ? (await orderItems(ctx, row)).map(itemValue) : [],
      notices: await noticesFor(ctx, row.id, takesPart ? trade : null),
      questions: trade ? await ownQuestions(ctx, trade) : [],
      objections: trade ? await ownObjections(ctx, trade) : [],
      answerPeriod: periodInWords(await answerPeriodOf(ctx, row, false)),
      rail: railOf(stageFacts(row), now.getTime()).map((s) => ({ ...s, at: instant(s.at) })),
      actions: isOwnTender(ctx, row)
        ? []
        : TRADE_STATUS.allowed(
            {
              ...tradeFacts(row, trade),
              hasTalk: trade !== null && (await hasTalk(ctx, trade.id)),
              hasRoundTalk: trade !== null && (await roundTalks().wasCalled(ctx, trade.id)),
              round: rounds.find(({ isOpen }) => isOpen)?.deadline.getTime(),
            },
            { part: 'supplier', mayDecline: row.invitationId !== null && row.declinedAt === null },
            now.getTime(),
          ),
      people: [
        { role: say(row, '{client}'), name: row.purchaserName },
        ...(agency ? [{ role: '代理机构', name: agency.name }] : []),
      ],
      invitation: row.invitationId === null ? null : invitationValue(row),
      lapses: await lapsesOf(ctx, row, { companyId: ctx.actor.companyId, given: own?.files ?? [] }),
      commitment: isOwnTender(ctx, row) ? null : await supplierCommitment(ctx, row),
      lots: await ownLots(ctx, row),
    }
  }),

  supplierFile(contract.tenderFileDownload, async (ctx, { params }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId)
    const file = await ctx.tx
      .selectFrom('order_file')
      .select(['fileId as fileId', 'name'])
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', order.id)
      .where('fileId', '=', params.fileId)
      .executeTakeFirst()
    if (!file) throw new AppError('notFound')
    const now = ctx.clock.now()
    if (order.saleStart && now < order.saleStart)
      throw new AppError('tooEarly', say(order, '未到{documents}获取开始时间'))
    if (await documentFees().isDue(ctx, order.id))
      throw new AppError('wrongState', say(order, '请先缴纳{documents}费用'))
    await ctx.insert('document_download', {
      id: ctx.newId(),
      orderId: order.id,
      tradeId: trade.id,
      fileId: file.fileId,
      userId: ctx.actor.userId,
      at: now,
    })
    return fileAnswer(ctx, file)
  }),
]

/** Whether the buyer has talked with this supplier about its price, and does until the winner is told. */
async function hasTalk(ctx: Context<Employee>, tradeId: string): Promise<boolean> {
  const row = await ctx.one('price_talk', { tradeId }, { columns: ['id'] })
  return row !== undefined
}

async function tradeValue(ctx: Context<Employee>, trade: Trade) {
  return {
    tradeId: trade.id,
    status: trade.status as 0,
    reason: trade.reason,
    contactName: trade.contactName,
    contactMobile: ctx.cipher.open('trade.contact_mobile', trade.id, trade.contactMobile),
    contactEmail: trade.contactEmail,
    statement: trade.statement,
    files: await tradeFiles(ctx, trade.id),
    createdAt: trade.createdAt.toISOString(),
  }
}

function invitationValue(row: ListedTender) {
  return {
    inviteId: row.invitationId!,
    readAt: iso(row.readAt),
    declinedAt: iso(row.declinedAt),
    declinedByName: row.declinedByName ?? '',
    reason: row.declineReason ?? '',
  }
}

async function ownAward(ctx: Context<Employee>, orderId: string, tradeId: string) {
  const award = (await awardsOf(ctx, orderId)).find((one) => one.tradeId === tradeId)
  return award ? { price: award.price, lines: await awardLines(ctx, award) } : null
}

async function ownBond(ctx: Context<Employee>, orderId: string, tradeId: string) {
  const order = await orderRow(ctx, orderId)
  const standing = (await bondStandings(ctx, order)).of(tradeId)
  // What the committee decided is told with the result.
  return standing && { ...standing, decision: order.endedAt ? standing.decision : null }
}

/** Notices of the order, and for a participant also those only participants get. */
async function noticesFor(ctx: Context<Employee>, orderId: string, trade: Trade | null) {
  const notices = await publishedNotices(ctx, orderId)
  const confirmed = trade
    ? await ctx.many('notice_confirmation', { tradeId: trade.id }, { columns: ['noticeId', 'confirmedAt'] })
    : []
  return notices
    .filter((notice) => trade !== null || !PARTICIPANT_KINDS.includes(notice.kind))
    .map((notice) => ({
      ...noticeRow(notice),
      confirmedAt: iso(confirmed.find((c) => c.noticeId === notice.id)?.confirmedAt ?? null),
    }))
}

async function ownQuestions(ctx: Context<Employee>, trade: Trade) {
  const rows = await ctx.many('order_question', { orderId: trade.orderId, tradeId: trade.id }, { orderBy: ['askedAt'] })
  return rows.map((row) => questionValue(row, ctx.actor.companyName))
}

async function ownObjections(ctx: Context<Employee>, trade: Trade) {
  const rows = await ctx.many('objection', { tradeId: trade.id, orderId: trade.orderId }, { orderBy: ['createdAt'] })
  return rows.map(objectionValue)
}
