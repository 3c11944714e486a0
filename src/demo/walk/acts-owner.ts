import type { InputOf } from '#contract/endpoint.ts'
import { lineTotal, sum } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { askInTalk, concludeTalk, priceTalks, startTalk } from '#features/auction/contract-talk.ts'
import { orderRounds, roundLines, startRound } from '#features/inquiry/contract.ts'
import * as hall from '#features/opening-hall/contract.ts'
import * as objections from '#features/procurement/contract/objection.ts'
import * as notices from '#features/procurement/contract/notice.ts'
import * as orders from '#features/procurement/contract/order.ts'
import * as trades from '#features/procurement/contract/trade.ts'
import type { OrderAction } from '#features/procurement/methods/pages.ts'
import { withAwards } from '#features/procurement/rules/award-text.ts'
import * as committee from '#features/review-hall/contract/purchaser.ts'
import { purchaserReads } from '#features/review-hall/contract/reads.ts'
import { panelDesk } from '#features/panels/contract.ts'
import { roundTalks } from '#features/talks/contract-round.ts'
import * as talks from '#features/talks/contract.ts'
import { HttpError, type HttpClient } from '#server/testing/http-client.ts'
import { type Account, PEOPLE } from '../people.ts'
import * as buyer from '../play/buyer.ts'
import { pdfOf, richText } from '../play/documents.ts'
import { goOnWithPanel, workInPanel } from '../play/panels.ts'
import { goOnWithTalk, holdTalk } from '../play/round-talks.ts'
import { record } from '../play/talks.ts'
import type { Walk } from './walk.ts'

/** What an act needs: who sends, and the walk. */
export interface Doing extends Walk {
  client: HttpClient
}

/** Something that can be tried; `false`: nothing was there to try it on. */
export type Try = (doing: Doing) => Promise<unknown>

type Choice = Partial<Pick<InputOf<typeof notices.publishWinner>['body'], 'tradeId' | 'awards' | 'unbought' | 'reason'>>

const NOTHING = false
const WHY = '供应商放弃成交资格，已提交书面说明，按规定处理。'
const text = (paragraph: string) => richText([{ heading: '变更内容', paragraphs: [paragraph] }])

/** What whoever runs the order does, by the action that the server offers; those of the clock are nobody's. */
export const OWNER_TRIES: Readonly<Partial<Record<OrderAction, Try>>> = {
  publish: ({ client, orderId }) =>
    client.call(orders.publishOrder, { params: { orderId }, body: { acceptWarnings: true } }),
  copy: ({ client, orderId }) => client.call(orders.copyOrder, { params: { orderId } }),
  delete: ({ client, orderId }) => client.call(orders.deleteOrder, { params: { orderId } }),
  change: async ({ client, orderId, dice }) => {
    const params = { orderId }
    const { schedule } = await client.call(orders.orderDetail, { params })
    const later = (at: string | null) => at && new Date(Date.parse(at) + DAY).toISOString()
    const moved = schedule.bidEnd
      ? { bidEnd: later(schedule.bidEnd), openAt: later(schedule.openAt) }
      : { openAt: later(schedule.openAt) }
    const body = {
      title: '变更公告',
      content: text('交货地点调整为东湖分院，其余不变。'),
      ...(dice.chance(30) && { schedule: moved }),
      acceptWarnings: true,
    }
    return client.call(notices.publishChange, { params, body })
  },
  clarify: ({ client, orderId }) => buyer.clarify(client, orderId, '以采购文件为准。'),
  startOpening: ({ client, orderId }) => client.call(hall.startOpening, { params: { projectId: orderId } }),
  openMarks: ({ client, orderId }) => client.call(hall.openMarks, { params: { projectId: orderId } }),
  endOpening: ({ client, orderId }) => client.call(hall.endOpening, { params: { projectId: orderId } }),
  startReview: ({ client, orderId }) => client.call(committee.startReview, { params: { projectId: orderId } }),
  endReview: async ({ client, orderId }) => {
    const params = { projectId: orderId }
    const processes = await client.call(purchaserReads.processes, { params })
    const last = processes.find(({ processType }) => processType === 3)
    const report =
      last && (await client.call(purchaserReads.lastReport, { params: { ...params, processId: last.processId } }))
    if (!report) return NOTHING
    return client.call(committee.signComplete, { params: { ...params, reportId: report.reportId } })
  },
  publishCandidates: async (doing) => {
    const { client, orderId } = doing
    const params = { orderId }
    const { draft, publicityDays, rows } = await client.call(notices.candidateDraft, { params })
    const body = { ...draft, ...(await choiceOf(doing, rows)), publicityDays, acceptWarnings: true }
    return client.call(notices.publishCandidates, { params, body })
  },
  award: async (doing) => {
    const { client, orderId } = doing
    const params = { orderId }
    const { candidates, proposal, draft } = await client.call(notices.winnerDetail, { params })
    const chosen = proposal === null ? await choiceOf(doing, candidates) : {}
    const parts = proposal?.winners.map((one) => ({ ...one, lines: [] })) ?? (await partsOf(doing, chosen))
    const content = withAwards(draft.content, { parts, unbought: [], items: [], hasLines: false })
    return client.call(notices.publishWinner, { params, body: { ...draft, content, ...chosen, acceptWarnings: true } })
  },
  reCandidate: async (doing) => {
    const { client, orderId } = doing
    const params = { orderId }
    const { draft, publicityDays, rows, versions } = await client.call(notices.candidateDraft, { params })
    const excluded = rows.slice(0, 1).map(({ tradeId }) => tradeId)
    const change = {
      version: versions[0]?.version ?? 1,
      reason: WHY,
      evidence: await evidence(doing),
      cause: 'withdrawn' as const,
      excluded,
    }
    const body = { ...draft, ...(await choiceOf(doing, rows.slice(1))), publicityDays, change, acceptWarnings: true }
    return client.call(notices.publishCandidates, { params, body })
  },
  reWinner: async (doing) => {
    const { client, orderId } = doing
    const params = { orderId }
    const { candidates, eligible, draft, versions } = await client.call(notices.winnerDetail, { params })
    const next = candidates.filter(({ tradeId }) => eligible.includes(tradeId))
    const change = {
      version: versions[0]?.version ?? 1,
      reason: WHY,
      evidence: await evidence(doing),
      cause: 'gaveUp' as const,
    }
    const body = { ...draft, ...(await choiceOf(doing, next)), change, acceptWarnings: true }
    return client.call(notices.publishWinner, { params, body })
  },
  archive: ({ client, orderId }) => client.call(orders.archiveOrder, { params: { orderId }, body: { confirm: true } }),
  declareAbortive: ({ client, orderId }) =>
    client.call(orders.declareAbortive, { params: { orderId }, body: { reason: '采购任务取消，采购终止' } }),
  recordTalk: async ({ client, orderId, t }) => {
    const { response } = await client.call(talks.orderTalk, { params: { orderId } })
    return response === null ? NOTHING : record(client, orderId, t.kernel.clock.now())
  },
  leadGroup: async ({ client, orderId, t, cast }) => {
    if (await goOnWithPanel(client, orderId, t.kernel.clock.now())) return true
    const { members } = await client.call(panelDesk, { params: { orderId } })
    for (const { name } of members) {
      const [account] = Object.entries(PEOPLE).find(([, one]) => one.name === name) ?? []
      if (account && (await workInPanel(await cast.as(account as Account), orderId))) return true
    }
    return NOTHING
  },
  holdTalk: async ({ client, orderId, dice, t }) => {
    const { talks: known, suppliers, isDrawn } = await client.call(roundTalks, { params: { orderId } })
    const open = known.find(({ actions }) => actions.some(({ action }) => action !== 'drop'))
    if (open) return goOnWithTalk(client, orderId, open.talkId)
    if (isDrawn) return NOTHING
    // Each supplier about once: talks have no end.
    const { tradeId } = suppliers.find(({ talks }) => talks === 0) ?? {}
    if (tradeId === undefined || dice.chance(50)) return NOTHING
    return holdTalk(client, orderId, { tradeId, now: t.kernel.clock.now() })
  },
  talkPrice: async ({ client, orderId, dice }) => {
    const params = { orderId }
    const { talks: held } = await client.call(priceTalks, { params })
    const open = held.find(({ state }) => state === 'open')
    if (!open) return client.call(startTalk, { params, body: {} })
    const of = { ...params, talkId: open.talkId }
    if (dice.chance(50)) return client.call(askInTalk, { params: of, body: { price: '300000', minutes: 60 } })
    return client.call(concludeTalk, { params: of, body: { isAgreed: false, minutes: '供应商表示无法再降价。' } })
  },
  startRound: async ({ client, orderId, t, dice }) => {
    const params = { orderId }
    const { suppliers } = await client.call(orderRounds, { params })
    const deadline = new Date(t.kernel.clock.now().getTime() + 2 * DAY).toISOString()
    const tradeIds = suppliers.map(({ tradeId }) => tradeId)
    const { lines } = await client.call(roundLines, { params })
    const items = lines
      .slice(0, 1)
      .map(({ itemId, lowest }) => ({ itemId, ...(lowest !== null && { target: lowest }) }))
    const some = dice.chance(50) ? { items } : {}
    return client.call(startRound, { params, body: { tradeIds, deadline, isFinal: true, ...some } })
  },
}

/** Decides on sign-ups that wait, mostly for all of them. */
export const decide: Try = async ({ client, orderId, dice }) => {
  const query = { status: 0, pageSize: 100 }
  const { rows } = await client.call(trades.tradePage, { params: { orderId }, query })
  for (const { tradeId } of dice.chance(90) ? rows : rows.slice(0, 1)) {
    const body = dice.chance(4) ? { pass: false, reason: '资料不全' } : { pass: true }
    await client.call(trades.decideTrade, { params: { tradeId }, body })
  }
  return rows.length > 0
}

export const answerObjections: Try = async ({ client, orderId, dice }) => {
  const rows = await client.call(objections.orderObjections, { params: { orderId } })
  const open = rows.find((one) => one.answer === null && one.withdrawnAt === null)
  if (!open) return NOTHING
  const outcome = dice.chance(30) ? ('upheld' as const) : ('rejected' as const)
  const body = { outcome, answer: '经核实，答复如下：详见说明。' }
  return client.call(objections.answerObjection, { params: { objectionId: open.objectionId }, body })
}

/** The whole order to one, or its lines at random to several, sometimes more than was asked for. */
async function choiceOf(
  { client, orderId, dice, method }: Doing,
  rows: readonly { tradeId: string }[],
): Promise<Choice> {
  const whole = rows.length > 0 ? { tradeId: dice.chance(80) ? rows[0]!.tradeId : dice.pick(rows).tradeId } : {}
  if (method.award.length === 1) return whole
  const sheet = await client.call(notices.awardSheet, { params: { orderId } }).catch((error: unknown) => {
    if (error instanceof HttpError) return null
    throw error
  })
  if (sheet === null || dice.chance(30)) return whole
  const parts: { tradeId: string; itemId: string; quantity: string }[] = []
  const unbought: { itemId: string; quantity: string; reason: string }[] = []
  for (const [i, { itemId, quantity }] of sheet.items.entries()) {
    const able = sheet.offers.filter(({ unitPrices }) => unitPrices[i] !== null)
    let left = Number(quantity)
    while (left > 0 && able.length > 0) {
      const some = 1 + dice.below(left)
      const { tradeId } = dice.pick(able)
      if (!parts.some((part) => part.tradeId === tradeId && part.itemId === itemId))
        parts.push({ tradeId, itemId, quantity: String(dice.chance(5) ? some + 1 : some) })
      else unbought.push({ itemId, quantity: String(some), reason: '本期暂不采购' })
      left -= some
    }
  }
  const byItem = Map.groupBy(unbought, ({ itemId }) => itemId)
  const awards = [...Map.groupBy(parts, ({ tradeId }) => tradeId)].map(([tradeId, lines]) => ({
    tradeId,
    lines: lines.map(({ itemId, quantity }) => ({ itemId, quantity })),
  }))
  return {
    awards,
    unbought: [...byItem.values()].map((some) => ({
      ...some[0]!,
      quantity: String(some.reduce((total, { quantity }) => total + Number(quantity), 0)),
    })),
    reason: '综合考虑供货能力和交货期',
  }
}

/** What each winner's lines come to; the notice names it. */
async function partsOf({ client, orderId }: Doing, { awards = [] }: Choice) {
  if (awards.length === 0) return []
  const { items, offers } = await client.call(notices.awardSheet, { params: { orderId } })
  return awards.map(({ tradeId, lines }) => {
    const { supplierName, unitPrices } = offers.find((offer) => offer.tradeId === tradeId)!
    const amounts = lines.map(({ itemId, quantity }) =>
      lineTotal(unitPrices[items.findIndex((item) => item.itemId === itemId)]!, quantity),
    )
    return { supplierName, price: sum(amounts), lines: [] }
  })
}

async function evidence({ client, t }: Doing) {
  const name = '放弃声明.pdf'
  const content = await pdfOf({ title: '放弃声明', org: '供应商', parts: [] }, t.kernel.clock.now())
  const { fileId } = await client.upload('result-evidence', name, content)
  return { fileId, name }
}
