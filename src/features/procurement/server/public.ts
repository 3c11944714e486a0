import { AppError } from '#contract/errors.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { statesReached } from '../engine/states.ts'
import { methodOf } from '../methods/all.ts'
import { say } from '../methods/say.ts'
import { TradeStatus } from '../rules/enums.ts'
import { buyerColumn, doesBuying, type Order, type Trade } from './access.ts'
import { type NoticeText, storeNotice } from './notice-publish.ts'
import { handleOf, type Own } from './order-handle.ts'
import { bindOrder } from './order-bound.ts'
import { type Lock, orderRow } from './order-row.ts'
import { type Ranked, storeRanking } from './result-store.ts'

/*
 * What other features may call. Everything runs in the caller's transaction; what is not the caller's does not exist
 * (`notFound`). A lock is on the order row: a submission takes 'share', what changes the order 'update'.
 */

export { buyerColumn, demandBuyer, doesBuying, hearsOwnTrade } from './access.ts'

export { type NamedCompany, namedCompanies, type PublicOrder, publicOrders } from './public-facts.ts'
export { noticeCopy, type NoticeCopy, publicNoticeIds, publicNotices } from './notice-copies.ts'
export { noticePublicKey } from './notice-publish.ts'
export { type AgreedFee, entrusting } from './entrust-port.ts'
export { handOver, lockOwnPurchase, lockProject, lockRunProject } from './hand-over.ts'
export type { Project } from './projects.ts'
export { projectClaims } from './claim-port.ts'
export { documentFees } from './fee-port.ts'
export { bindOrder } from './order-bound.ts'
export { type ArchiveEntry, type ArchivePart, filed, jsonEntry, numbered } from './archive-parts.ts'
export { BUYER, buyer, buyerFile, supplier, supplierFile } from './bind.ts'
export { lotOutcome } from './lot-outcome.ts'
export { isRanked as isAwardedWhole } from './award-scope.ts'
export { LEFT_EVENT, reviewGroups } from './group-port.ts'
export { pack, plainList } from './pack.ts'
export { meetings } from './meeting-port.ts'
export { bondRegister } from './bond-port.ts'
export { bondStandings, recordBondDecisions } from './bond-standings.ts'
export { drawNumber } from './codes.ts'
export { unconfirmedNotices, unconfirmedTrades } from './confirmations.ts'
export { budgetUse } from './budget-port.ts'
export { ownProject } from './projects.ts'
export { awardLines, awardsOf, candidateRows, fallenBetween, lastDeals } from './results.ts'
export { fileAnswer, orderFiles } from './files.ts'
export { isOwnTender, visibleTender } from './visible-tender.ts'
export { type ListedTender, tenderRows, tenderValue } from './supplier-tenders.ts'
export { keptDocuments } from './kept-documents.ts'
export { isOpenTo } from './visible.ts'
export { instant, itemValue, noticeRow, stageFacts } from './values.ts'
export { isPublicNotice, publishedNotice } from './notices.ts'
export { publishedNoticesOf } from './notices-of.ts'
export { orderValue } from './order-value.ts'
export { type Audience, orderAudience, participants } from './order-audience.ts'
export { heldOrder, type HeldOrder, type OrderHandle, type Own } from './order-handle.ts'
export { orderItems } from './order-items.ts'
export { billTemplate, readBill } from './project-items.ts'
export { makeProject, purchaserOf } from './project-making.ts'
export { type Lock, orderRow } from './order-row.ts'
export { orderFilling } from './filling.ts'
export { calendarPolicy, drawFinding, groupFinding, groundsOf, holderFinding, reviewGroupFindings } from './legal.ts'
export { inState } from './in-state.ts'
export { isPurchase, SELLS_NOTHING } from './purchases.ts'
export { lockOwnTrade } from './locked-trade.ts'
export {
  demandProvable,
  demandVisible,
  isOpenToBuyer,
  isPrivate,
  seesParticipants,
  tellsParticipants,
} from './visible.ts'
export { CONTRACT_EVENT, contractDay, isAwarded } from './contract-day.ts'
export { named, onOrder, type OrderEvent, tellOwners, tellParticipants, tellSupplier } from './telling.ts'
export { tradeFacts } from './trade-facts.ts'
export { tiesInWords, tiesTo, tiesToParticipants, type Tie } from './ties.ts'
export { verifiers } from './verifier-port.ts'

type Any = Context<Actor | null>

/**
 * An order of the buyer's side as seen from the workbench the person is in, or `notFound`. Purchaser's workbench: what
 * the own company buys (an `observer` when an agency runs it); agency's: what it runs for others. Auditors look on. What
 * changes it goes through the handle, which `update` has locked; strangers lock nothing.
 */
export async function ownOrder<L extends Lock | undefined = undefined>(
  ctx: Context<Employee>,
  orderId: string,
  lock?: L,
): Promise<Own<L>> {
  const { companyId } = ctx.actor
  const seenFrom = buyerColumn(ctx.actor)
  const order = await ctx.tx
    .selectFrom('purchase_order')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', orderId)
    .where(seenFrom, '=', companyId)
    // What it buys itself is in the other workbench.
    .$if(seenFrom === 'ownerCompanyId', (q) => q.where('purchaserCompanyId', '!=', companyId))
    .$if(lock === 'share', (q) => q.forShare())
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!order) throw new AppError('notFound')
  const watches = ctx.actor.rights.has('auditing') && !doesBuying(ctx.actor)
  return handleOf(ctx, order, { part: order.ownerCompanyId === companyId && !watches ? 'owner' : 'observer' })
}

/** The same for whoever runs the order; `notFound` for others, the observing purchaser included. */
export async function ownersOrder<L extends Lock | undefined = undefined>(
  ctx: Context<Employee>,
  orderId: string,
  lock?: L,
): Promise<Own<L>> {
  const own = await ownOrder(ctx, orderId, lock)
  if (own.who.part !== 'owner') throw new AppError('notFound')
  return own
}

/**
 * The own company's trade in a published order, seen from the supplier's workbench, or `notFound`. `passed` (default):
 * only an approved one. `lock` is on the order.
 */
export async function ownTrade<L extends Lock | undefined = undefined>(
  ctx: Context<Employee>,
  orderId: string,
  { passed = true, lock }: { passed?: boolean; lock?: L | undefined } = {},
): Promise<Own<L> & { trade: Trade }> {
  if (ctx.actor.workbench !== 'supplier') throw new AppError('notFound')
  const [order, trade] = await Promise.all([
    orderRow(ctx, orderId, lock),
    ctx.one('trade', { orderId, supplierCompanyId: ctx.actor.companyId }),
  ])
  if (!order.publishedAt || !trade) throw new AppError('notFound')
  if (passed && trade.status !== TradeStatus.values.passed) throw new AppError('notFound')
  return Object.assign(handleOf(ctx, order, { part: 'supplier' }), { trade })
}

/**
 * The ranked candidates the review proposes: at most three (实施条例第五十三条). Replaces what was set before; refused
 * with `wrongState` once they are publicised. The order is locked by the caller. `price` in yuan, `score` null where the method has none, `lines` what the
 * price is made of where that is known.
 */
export async function setCandidates(ctx: Any, order: Order, rows: readonly Ranked[]): Promise<void> {
  if (!statesReached('reviewing', 'publicised').includes(order.state))
    throw new AppError('wrongState', '当前状态不能确定候选人')
  const { candidates } = methodOf(order.method)
  if (candidates === 'always' && rows.length > 3) throw new AppError('legalRule', say(order, '{won}候选人不超过 3 个'))
  await storeRanking(ctx, order.id, rows)
  ctx.audit({
    action: 'order.setCandidates',
    entity: 'order',
    entityId: order.id,
    summary:
      methodOf(order.method).review === 'none'
        ? say(order, '形成{ranking}')
        : say(order, `评审推荐{won}候选人 ${rows.length} 名`),
    data: rows.map(({ rank, tradeId, price, score }) => ({ rank, tradeId, price, score })),
  })
  bindOrder(ctx, order.id)
}

/**
 * Publishes a notice of the order, which the caller has locked for update (its notices are numbered): see `NoticeText`.
 * Throws `invalid` while a placeholder is unresolved.
 */
export function publishNotice(
  ctx: Context<Actor>,
  { order, ...text }: { order: Order } & NoticeText,
): Promise<{ noticeId: string; code: string; contentHash: string }> {
  return storeNotice(ctx, order, text)
}
