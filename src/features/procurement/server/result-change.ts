import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/result.ts'
import { NoticeKind } from '../rules/enums.ts'
import { UPHELD } from '../rules/objections.ts'
import { causeLabel, CORRECTIONS } from '../rules/result-change.ts'
import { say } from '../methods/say.ts'
import type { Order } from './access.ts'
import { buyer, buyerFile } from './bind.ts'
import { fileAnswer } from './files.ts'
import { lastNotice } from './notices.ts'
import { isProposed } from './award-scope.ts'
import { ownOrder } from './public.ts'
import { pastDeals } from './results.ts'
import { storeNoAward } from './result-store.ts'
import { awardsOf, barredTrades, type CandidateRow, candidateRows, resultHead, type ResultKind } from './results.ts'

type Ctx = Context<Employee>
type Change = contract.CandidateChange | contract.AwardChange

export const resultRoutes: readonly Route[] = [
  buyerFile(contract.resultEvidence, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const head = await resultHead(ctx, order.id, params.resultId)
    if (!head?.evidenceFile) throw new AppError('notFound')
    return fileAnswer(ctx, { fileId: head.evidenceFile, name: head.evidenceName! })
  }),

  buyer(contract.priceHistory, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const isBilled = { id: params.itemId, projectId: order.projectId, lotNo: order.lotNo }
    if (!(await ctx.one('project_item', isBilled, { columns: ['id'] }))) throw new AppError('notFound')
    return pastDeals(ctx, order, params.itemId)
  }),
]

/** Who falls away with a version of a result, and what is recorded and published of it. */
export interface Fallen {
  kind: ResultKind
  tradeIds: string[]
  names: string[]
  /** In words: for the history of the order and for those who are told. */
  cause: string
  summary: string
  /** Goes into the audit record. */
  record: object
  /** Goes into the data of the notice. */
  published: { version: number; supersedes: string; cause: string }
}

/** The candidates that fall away, and all that stood so far. Throws `wrongState` where the list is no longer in force. */
export async function fallingCandidates(
  ctx: Ctx,
  order: Order,
  change: contract.CandidateChange,
): Promise<Fallen & { before: CandidateRow[] }> {
  const before = await candidateRows(ctx, order.id)
  demandInForce(before, change)
  const isCorrected = CORRECTIONS.includes(change.cause)
  if (isCorrected && !isProposed(order)) throw invalid('cause', '评审推荐的候选人不能由采购方更正，请选择其他变更原因')
  if (change.excluded.length === 0 && !isCorrected) throw invalid('excluded', '请选择不再作为候选人的供应商')
  const names = change.excluded.map((id) => before.find(({ tradeId }) => tradeId === id)?.supplierName)
  if (names.includes(undefined)) throw invalid('excluded', say(order, '所选供应商不是现行{won}候选人'))
  const isLeft = before.some(({ tradeId }) => !change.excluded.includes(tradeId))
  // A buyer may propose somebody else who quoted.
  if (!isLeft && !isProposed(order)) throw invalid('excluded', say(order, '没有其余{won}候选人，请办理流标后重新{act}'))
  if (change.cause === 'objection' && !(await hasUpheldObjection(ctx, order)))
    throw invalid('cause', say(order, '该{order}没有答复为成立的异议，请选择其他变更原因'))
  const gone = before.filter(({ tradeId }) => change.excluded.includes(tradeId))
  const fallen = await fallenOf(ctx, order, { kind: 'candidates', change, gone })
  return {
    ...fallen,
    before,
    summary: `${say(order, '变更{won}候选人')}（第 ${change.version + 1} 次公示），${fallen.summary}`,
  }
}

/**
 * The winners that fall away, and all who may not be chosen any more. Throws `wrongState` where the award is no longer in
 * force, `invalid` where one of them is `chosen` again.
 */
export async function fallingAward(
  ctx: Ctx,
  order: Order,
  { change, chosen }: { change: contract.AwardChange; chosen: readonly string[] },
): Promise<Fallen & { barred: string[] }> {
  const before = await awardsOf(ctx, order.id)
  demandInForce(before, change)
  const { excluded = before.map(({ tradeId }) => tradeId) } = change
  const gone = before.filter(({ tradeId }) => excluded.includes(tradeId))
  if (gone.length < new Set(excluded).size) throw invalid('excluded', say(order, '所选供应商不是现行{winner}'))
  const barred = [...excluded, ...(await barredTrades(ctx, order))]
  if (chosen.some((tradeId) => barred.includes(tradeId)))
    throw invalid('tradeId', say(order, '该供应商的{won}资格已取消，不能再次确定为{winner}'))
  const named = gone.map((row) => ({ tradeId: row.tradeId, supplierName: row.name }))
  const fallen = await fallenOf(ctx, order, { kind: 'award', change, gone: named })
  const summary = `${say(order, '变更{winner}')}（第 ${change.version + 1} 次公告），${fallen.summary}`
  return { ...fallen, barred, summary }
}

/** The award falls away and nobody takes its place: the order is declared abortive. */
export async function awardWithoutSuccessor(
  ctx: Ctx,
  order: Order,
  reason: string,
): Promise<Pick<Fallen, 'kind' | 'tradeIds' | 'cause'> & { resultId: string; supersedes: string | undefined }> {
  const awards = await awardsOf(ctx, order.id)
  const resultId = await storeNoAward(ctx, order.id, { version: awards[0]!.version, reason })
  const supersedes = (await lastNotice(ctx, order.id, NOTICE_OF.award))?.code
  return { resultId, supersedes, kind: 'award', tradeIds: awards.map((award) => award.tradeId), cause: reason }
}

/** Tells whom the change concerns, see `messages.ts`; everybody else reads the notice. */
export function tellFallen(
  ctx: Ctx,
  orderId: string,
  { kind, tradeIds, cause }: Pick<Fallen, 'kind' | 'tradeIds' | 'cause'>,
): void {
  ctx.emit({
    kind: 'order.result-fell',
    payload: { orderId, kind, tradeIds, cause },
    topics: [`order-owner:${orderId}`],
  })
}

async function fallenOf(
  ctx: Ctx,
  order: Order,
  {
    kind,
    change,
    gone,
  }: { kind: ResultKind; change: Change; gone: readonly { tradeId: string; supplierName: string }[] },
): Promise<Fallen> {
  await demandOwnFiles(ctx, [change.evidence.fileId], {
    use: 'result-evidence',
    by: 'company',
    path: 'change.evidence',
  })
  const notice = await lastNotice(ctx, order.id, NOTICE_OF[kind])
  const cause = say(order, causeLabel(change.cause))
  const names = gone.map(({ supplierName }) => supplierName)
  return {
    kind,
    tradeIds: gone.map(({ tradeId }) => tradeId),
    names,
    cause,
    summary: [names.join('、'), cause].filter(Boolean).join('：'),
    record: change,
    published: { version: change.version + 1, supersedes: notice?.code ?? '', cause },
  }
}

const NOTICE_OF = { candidates: NoticeKind.values.candidate, award: NoticeKind.values.result } as const

/** Somebody else may have changed it meanwhile. */
function demandInForce(rows: readonly { version: number }[], { version }: Change): void {
  if (rows[0]?.version !== version) throw new AppError('wrongState', '结果已变更，请刷新后重试')
}

/** An answer from before an outcome was asked for may have upheld it. */
async function hasUpheldObjection(ctx: Ctx, order: Order): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('objection')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', order.id)
    .where('answeredAt', 'is not', null)
    .where((e) => e.or([e('outcome', 'is', null), e('outcome', 'in', [...UPHELD])]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function invalid(field: string, message: string): AppError {
  const path = field === 'tradeId' ? field : `change.${field}`
  return new AppError('invalid', message, [{ path, message }])
}
