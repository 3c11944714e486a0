import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { drawRow, recordOf } from '#features/draws/server/public.ts'
import { ORDER_ROUNDS } from '#features/inquiry/server/public.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { buyer, heldOrder, setCandidates } from '#features/procurement/server/public.ts'
import { countingQuotes } from '#features/quotes/server/public.ts'
import { canonicalBytes } from '#features/sealing/core/canonical.ts'
import { implementForPerson, implementFile, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { type Mark, type RankedOffer, rankOffers } from '../rules/result.ts'
import { acting, announce, groupOf, record, SEATED, seatAt, supplierNames } from './access.ts'
import { reportPdf } from './report-pdf.ts'
import {
  activeOf,
  type Any,
  type Ctx,
  invalid,
  type Member,
  type Order,
  type Panel,
  remainingOf,
  type StoredReport,
} from './rows.ts'
import { failsWith, responsesOf, takeOut } from './stand.ts'
import { tellHosts, tellMembers } from './telling.ts'
import { turnsOf } from './turns.ts'

/** No more candidates than this (财库〔2014〕214号第二十五条 names at least three). */
const MOST = 3

export const reportRoutes: readonly Route[] = [
  buyer(contract.makePanelReport, async (ctx, { params, body }) => {
    const { order, panel, members, suppliers, to } = await acting(ctx, params.orderId, 'report')
    const orderId = order.id
    const responses = await responsesOf(ctx, orderId, panel.roundNo)
    // A price that was not explained does not count any more.
    for (const tradeId of remainingOf(suppliers)) {
      const reason = responses.find((one) => one.tradeId === tradeId)?.invalid
      if (reason) await takeOut(ctx, order, { tradeId, cause: 'invalid', reason, roundNo: panel.roundNo })
    }
    const going = remainingOf(await ctx.many('panel_supplier', { orderId }))
    if (await failsWith(ctx, { order, members }, { count: going.length, at: 'final' })) return { hash: '' }
    const ranking = await rankingOf(ctx, order, { panel, members, going })
    const report: StoredReport = { note: body.note, ranking, byName: ctx.actor.name }
    const now = ctx.clock.now()
    const text = { type: 'kaibiao/panel-report/1', orderCode: order.code, at: now.toISOString(), ...report }
    const reportHash = createHash('sha256').update(canonicalBytes(text)).digest()
    await ctx.update('panel', { orderId }, { stage: to, report: JSON.stringify(report), reportHash, reportedAt: now })
    const hash = reportHash.toString('hex')
    record(ctx, orderId, { action: 'report', summary: '编制评审报告，交小组成员签署', data: { hash } })
    await tellMembers(ctx, { order, members }, { title: '请签署评审报告', content: '的评审报告已编制，请核对后签署。' })
    announce(ctx, { order, members })
    return { hash }
  }),

  implementForPerson(contract.signPanelReport, SEATED, async (ctx, { params, body }) => {
    const { order, panel, members, own } = await acting(ctx, params.orderId, 'sign')
    if (body.signature !== own!.name) throw invalid('signature', `请输入本人姓名“${own!.name}”签名`)
    if (panel.reportHash!.toString('hex') !== body.hash)
      throw new AppError('wrongState', '评审报告已变更，请核对后签署')
    const now = ctx.clock.now()
    await ctx.update('panel_member', { id: own!.id }, { signedAt: now, dissent: body.dissent })
    record(ctx, order.id, {
      action: 'sign',
      summary: '小组成员签署评审报告',
      data: { memberId: own!.id, hash: body.hash, dissent: body.dissent },
    })
    if (activeOf(members).every(({ id, signedAt }) => id === own!.id || signedAt !== null))
      await finish(ctx, { order, panel, members })
    else announce(ctx, { order, members })
  }),

  buyer(contract.closePanelReport, async (ctx, { params, body }) => {
    const { order, panel, members } = await acting(ctx, params.orderId, 'close')
    const silent = activeOf(members).filter(({ signedAt }) => signedAt === null)
    for (const { id } of silent)
      await ctx.update('panel_member', { id }, { dissent: `未签字（${ctx.actor.name}记录）：${body.reason}` })
    const names = silent.map(({ name }) => name).join('、')
    record(ctx, order.id, { action: 'close', summary: `记录${names}未签署评审报告：${body.reason}` })
    await finish(ctx, { order, panel, members })
  }),

  implementFile(contract.panelReport, { ...SEATED, audience: 'person' }, async (ctx, { params }) => {
    const seat = await seatAt(ctx, params.orderId)
    if (!seat.panel.report) throw new AppError('notFound')
    const content = await reportPdf(ctx, seat.order, ctx.actor)
    const name = `评审报告-${seat.order.code}.pdf`
    return { name, mime: 'application/pdf', content, size: content.length, inline: true }
  }),
]

async function rankingOf(
  ctx: Any,
  order: Order,
  { panel, members, going }: { panel: Panel; members: readonly Member[]; going: readonly string[] },
): Promise<RankedOffer[]> {
  const orderId = order.id
  const [nameOf, quotes, draw] = await Promise.all([
    supplierNames(ctx, orderId),
    countingQuotes(ctx, { orderId, kind: ORDER_ROUNDS }),
    panel.drawId === null ? undefined : drawRow(ctx, panel.drawId),
  ])
  const turns = draw ? turnsOf(recordOf(draw).result) : new Map<string, number>()
  const offers = quotes
    .filter(({ tradeId }) => going.includes(tradeId))
    .map(({ tradeId, total }) => ({
      tradeId,
      name: nameOf(tradeId),
      price: total,
      turn: turns.get(tradeId) ?? going.length,
    }))
  if (groupOf(order).decides === 'lowest') return rankOffers(offers, null)
  const { ways } = OrderSettings.parse(order.settings)
  const active = new Set(activeOf(members).map(({ id }) => id))
  const sheets = (await ctx.many('panel_sheet', { orderId, kind: 'score', roundNo: panel.roundNo })).filter(
    ({ memberId }) => active.has(memberId),
  )
  const marks = new Map(sheets.map(({ memberId, body }) => [memberId, (body as { marks: Mark[] }).marks]))
  return rankOffers(offers, { ways, marks })
}

/** The report stands: its first three are the candidates, and the order goes on. */
async function finish(
  ctx: Ctx,
  { order, panel, members }: { order: Order; panel: Panel; members: readonly Member[] },
): Promise<void> {
  const now = ctx.clock.now()
  const { ranking } = panel.report as unknown as StoredReport
  const quotes = await countingQuotes(ctx, { orderId: order.id, kind: ORDER_ROUNDS })
  await ctx.update('panel', { orderId: order.id }, { stage: 'done', endedAt: now })
  await setCandidates(
    ctx,
    order,
    ranking.slice(0, MOST).map(({ tradeId, rank, price, score }) => ({
      tradeId,
      rank,
      price,
      score,
      lines: quotes.find((one) => one.tradeId === tradeId)?.lines ?? null,
    })),
  )
  const held = await heldOrder(ctx, order.id, { part: 'clock' })
  await held.advance({ action: 'endGroup', patch: { reviewedAt: now }, summary: '评审报告已签署，推荐成交候选人' })
  record(ctx, order.id, { action: 'done', summary: '小组评审完成' })
  await tellHosts(ctx, order, { title: '评审报告已签署', content: '的评审报告已签署，请公示成交候选人。' })
  announce(ctx, { order, members })
}
