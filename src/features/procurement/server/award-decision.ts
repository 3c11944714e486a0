import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/notice.ts'
import type { AwardChange } from '../contract/result.ts'
import type { Finding } from '../contract/shared.ts'
import { methodOf } from '../methods/all.ts'
import { say } from '../methods/say.ts'
import { type AwardChoice, type AwardedLine, type AwardOffer, judgeAward } from '../rules/award-lines.ts'
import type { Order } from './access.ts'
import { awardScope } from './award-scope.ts'
import { buyer } from './bind.ts'
import { budgetUse } from './budget-port.ts'
import { lawProject } from './legal.ts'
import { meetings } from './meeting-port.ts'
import { type Choice, proposalInForce, proposedChoice } from './proposal.ts'
import { orderItems, ownOrder } from './public.ts'
import type { AwardDecision } from './result-store.ts'
import { awardInForce, barredTrades, type CandidateRow, candidateRows, knownLines, offerRows } from './results.ts'
import { itemValue } from './values.ts'

/*
 * Who delivers what, as a buyer decides it: the whole to one supplier, or line by line. Prices are those that were quoted, and
 * never come with the request.
 */

type Any = Context<Actor | null>
type Body = Omit<BodyOf<typeof contract.publishWinner>, 'approval'>

export const awardSheetRoutes: readonly Route[] = [
  buyer(contract.awardSheet, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const items = (await orderItems(ctx, order)).map(itemValue)
    const barred = await barredTrades(ctx, order)
    const offers = (await offerRows(ctx, order.id)).map((row) => {
      const lines = new Map(knownLines(row)?.map((line) => [line.itemId, line]))
      return {
        tradeId: row.tradeId,
        supplierName: row.supplierName,
        rank: row.rank,
        price: row.price,
        unitPrices: items.map(({ itemId }) => lines.get(itemId)?.unitPrice ?? null),
        minQuantities: items.map(({ itemId }) => lines.get(itemId)?.minQuantity ?? null),
        isBarred: barred.includes(row.tradeId),
      }
    })
    return {
      items: items.map(({ itemId, line, name, spec, unit, quantity, controlPrice }) => ({
        itemId,
        line,
        name,
        spec,
        unit,
        quantity,
        controlPrice,
      })),
      offers,
      budget: order.estimatedPrice,
      ceiling: order.controlPrice,
      mustPublishLines: await mustPublishLines(ctx, order),
    }
  }),
]

interface Deciding {
  choice: Choice
  /** Winners are replaced. */
  change: AwardChange | null
  /** Who may not be chosen any more. */
  barred: readonly string[]
  reason: string
  /** Candidates are proposed: anybody of the ranking may be. */
  isProposal?: boolean
}

/**
 * What a choice comes to. Throws `invalid` with the problems in Chinese: candidates alone may win, another than the first or
 * the best price needs a reason, and nothing is left open.
 */
export async function decideAward(
  ctx: Any,
  order: Order,
  { choice: body, change, barred, reason, isProposal = false }: Deciding,
): Promise<AwardDecision> {
  const isAnybody = isProposal || awardScope(order) !== 'whole'
  const known = isAnybody ? await offerRows(ctx, order.id) : await candidateRows(ctx, order.id)
  const rows = known.filter(({ tradeId }) => !barred.includes(tradeId))
  const { words } = methodOf(order.method)
  const before = change && (await awardInForce(ctx, order.id))
  const kept = keptOf(before?.winners ?? [], change)
  if (!body.awards && kept.length > 0)
    throw invalid('tradeId', `其余${words.winner}已${words.won}的数量不得减少，请按行定标`)
  if (!body.awards) return wholeAward(ctx, order, { tradeId: body.tradeId, rows, reason })
  if (body.tradeId !== undefined) throw invalid('tradeId', '整单定标与按行定标只能选择一种')
  const choice: AwardChoice = {
    awards: body.awards,
    unbought: body.unbought ?? [],
    reasons: body.reasons ?? [],
    reason,
  }
  const { parts, problems } = judgeAward(choice, {
    items: (await orderItems(ctx, order)).map(itemValue),
    offers: rows.map(offerOf),
    scope: awardScope(order),
    kept,
    ceiling: order.controlPrice,
    words,
  })
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
  const rowOf = new Map(rows.map((row) => [row.tradeId, row]))
  const isKept = new Set(kept.flatMap(({ lines }) => lines.map(({ itemId }) => itemId)))
  return {
    parts: parts.map(({ tradeId, price, lines }) => ({ row: rowOf.get(tradeId)!, price, lines })),
    items: itemsOf(choice, before?.items.filter(({ itemId }) => isKept.has(itemId)) ?? []),
  }
}

export interface ChosenWinner {
  tradeId: string
  supplierName: string
  price: string
  /** By lines of the bill; none where the whole is awarded. */
  lines: readonly AwardedLine[]
}

/** Who would win by a body that was handed in for approval, as candidates stand now. */
export async function chosenWinners(ctx: Any, order: Order, body: Body): Promise<ChosenWinner[]> {
  const choice = await choiceIn(ctx, order, body)
  const parts = await chosenParts(ctx, order, choice)
  return parts.map((part) => ({ ...part, lines: choice.awards ? (part.lines ?? []) : [] }))
}

/** What an award chooses and why: as its body says, what was proposed and is public, or what a meeting decided. */
export async function choiceIn(ctx: Any, order: Order, body: Body): Promise<Choice & { reason: string }> {
  const decided = body.change ? null : await meetings().decisionOf(ctx, order.id)
  if (decided) {
    const isOther = body.awards !== undefined || (body.tradeId !== undefined && body.tradeId !== decided.tradeId)
    if (isOther) throw invalid('tradeId', `须为定标会（${decided.code}）确定的候选人`)
    return { tradeId: decided.tradeId, reason: [decided.reason, body.reason].filter(Boolean).join('；') }
  }
  const proposal = body.change ? null : await proposalInForce(ctx, order)
  if (!proposal) return body
  return { ...proposedChoice(order, proposal, body), reason: body.reason || proposal.reason }
}

/** What a choice comes to at the prices that were offered, whatever is wrong with it. */
export async function chosenParts(ctx: Any, order: Order, { tradeId: whole, ...choice }: Choice) {
  const rows = await offerRows(ctx, order.id)
  const { awards } = choice
  if (!awards) return rows.filter(({ tradeId }) => tradeId === whole)
  const { parts } = judgeAward(
    { awards, unbought: choice.unbought ?? [], reasons: choice.reasons ?? [], reason: '' },
    {
      items: (await orderItems(ctx, order)).map(itemValue),
      offers: rows.map(offerOf),
      scope: awardScope(order),
      ceiling: null,
      words: methodOf(order.method).words,
    },
  )
  return parts.map((part) => ({ ...part, score: null }))
}

/** What stands against the sum of an award: the purchaser's budget, and the estimate where a quote need not be taken as a whole. */
export async function budgetFindings(ctx: Any, order: Order, { parts }: AwardDecision): Promise<Finding[]> {
  const total = sum(parts.map(({ price }) => price))
  return [
    ...(await estimateFindings(ctx, order, total)),
    ...(await budgetUse().findings(ctx, { order, amount: total })),
  ]
}

async function estimateFindings(ctx: Any, order: Order, total: string): Promise<Finding[]> {
  if (awardScope(order) === 'whole' || new Exact(total).lte(order.estimatedPrice)) return []
  const isPublic = (await lawProject(ctx, order)).regime === 'government'
  return [
    {
      ruleId: 'award-budget',
      citation: isPublic ? '《政府采购非招标采购方式管理办法》（财政部令第74号）第五十条' : '采购预算',
      title: say(order, '{won}金额不超过采购预算'),
      ok: false,
      severity: isPublic ? 'block' : 'warn',
      message: say(order, `{won}金额 ${formatAmount(total)} 元超过采购预算 ${formatAmount(order.estimatedPrice)} 元`),
    },
  ]
}

/** 政府采购法 demands that a result names lines and unit prices (财政部令第74号第十八条); others choose. */
export async function mustPublishLines(ctx: Any, order: Order): Promise<boolean> {
  return awardScope(order) !== 'whole' && (await lawProject(ctx, order)).regime === 'government'
}

/** 实施条例第五十五条: the first candidate that offered the whole wins; another one only for a recorded reason. */
async function wholeAward(
  ctx: Any,
  order: Order,
  { tradeId, rows, reason }: { tradeId: string | undefined; rows: readonly CandidateRow[]; reason: string },
): Promise<AwardDecision> {
  const row = rows.find((one) => one.tradeId === tradeId)
  if (!row)
    throw new AppError('invalid', say(order, '{winner}须为公示的{won}候选人'), [
      { path: 'tradeId', message: '请选择候选人' },
    ])
  const count = awardScope(order) === 'whole' ? 0 : (await orderItems(ctx, order)).length
  const isComplete = (one: CandidateRow) => (knownLines(one)?.length ?? count) >= count
  if (!isComplete(row)) throw invalid('tradeId', `${row.supplierName}未报全部清单行，请按行定标`)
  if (row !== rows.find(isComplete) && reason.length < 2)
    throw new AppError('invalid', say(order, '确定非第一名候选人为{winner}的，须填写原因'), [
      { path: 'reason', message: '请填写原因' },
    ])
  const whole = [{ itemId: null, quantity: '1', unitPrice: row.price, amount: row.price }]
  return { parts: [{ row, price: row.price, lines: knownLines(row) ?? whole }], items: [] }
}

function offerOf(row: CandidateRow): AwardOffer {
  return { tradeId: row.tradeId, supplierName: row.supplierName, lines: knownLines(row) ?? [] }
}

/** What those who stay were awarded. A winner of the whole order has no lines that could stay. */
function keptOf(
  winners: NonNullable<Awaited<ReturnType<typeof awardInForce>>>['winners'],
  change: AwardChange | null,
): AwardChoice['awards'] {
  const { excluded } = change ?? {}
  if (!excluded) return []
  return winners
    .filter(({ tradeId }) => !excluded.includes(tradeId))
    .map(({ tradeId, lines }) => ({
      tradeId,
      lines: lines.flatMap(({ itemId, quantity }) => (itemId === null ? [] : [{ itemId, quantity }])),
    }))
}

/** Reasons of before hold on for lines that are kept, unless they got a new one. */
function itemsOf(
  { reasons, unbought }: AwardChoice,
  before: readonly { itemId: string; reason: string }[],
): AwardDecision['items'] {
  const reasonOf = new Map([...before, ...reasons].map(({ itemId, reason }) => [itemId, reason]))
  const left = new Map(unbought.map((one) => [one.itemId, one]))
  return [...new Set([...reasonOf.keys(), ...left.keys()])]
    .map((itemId) => ({
      itemId,
      reason: reasonOf.get(itemId) ?? '',
      unbought: left.get(itemId)?.quantity ?? '0',
      unboughtReason: left.get(itemId)?.reason ?? '',
    }))
    .filter(({ reason, unboughtReason }) => reason !== '' || unboughtReason !== '')
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
