import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import { statesReached, wireStatus } from '../engine/states.ts'
import { NoticeKind, TradeStatus } from '../rules/enums.ts'
import { publicises } from '../rules/candidate-days.ts'
import { ORDER_STATUS } from '../engine/order-status.ts'
import type { OrderAction, OrderFacts, OrderWho } from '../engine/step.ts'
import { methodOf } from '../methods/all.ts'
import { say } from '../methods/say.ts'
import { doc, paragraph, type RichNode } from '../rules/rich-text.ts'
import { OrderSettings } from '../rules/settings.ts'
import { withFacts } from '../steps/line-facts/terms.ts'
import { buyerColumn, doesBuying, type Order, type Trade } from './access.ts'
import { type NoticeText, storeNotice } from './notice-publish.ts'
import { pending } from './pending-port.ts'
import { hasRounds, quoteRounds } from './round-port.ts'
import { type Ranked, storeRanking } from './result-store.ts'
import { dropTimers } from './timers.ts'

/*
 * What other features may call. Everything runs in the caller's transaction; what is not the caller's does not exist
 * (`notFound`). A lock is on the order row: a submission takes 'share', what changes the order 'update'.
 */

export { doesBuying } from './access.ts'
export { type ArchiveEntry, type ArchivePart, jsonEntry } from './archive-parts.ts'
export { buyer, buyerFile, supplier, supplierFile } from './bind.ts'
export { bondStandings, recordBondDecisions } from './bond-standings.ts'
export { unconfirmedNotices, unconfirmedTrades } from './confirmations.ts'
export { candidateRows, lastDeals } from './results.ts'
export { fileAnswer } from './files.ts'
export { itemValue } from './values.ts'
export { orderFilling } from './filling.ts'
export { drawFinding, groundsOf, holderFinding } from './legal.ts'
export { inState } from './in-state.ts'
export { lockOwnTrade } from './locked-trade.ts'
export { demandProvable, demandVisible, isOpenToBuyer, isPrivate } from './visible.ts'
export { tradeFacts } from './trade-facts.ts'
export { tiesInWords, tiesToParticipants, type Tie } from './ties.ts'

export type Lock = 'share' | 'update'
type Any = Context<Actor | null>

/** The order without any access check, or `notFound`. */
export async function orderRow(ctx: Any, orderId: string, lock?: Lock): Promise<Order> {
  const row = await ctx.tx
    .selectFrom('purchase_order')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', orderId)
    .$if(lock === 'share', (q) => q.forShare())
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/**
 * An order of the buyer's side as seen from the workbench the person is in, or `notFound`. Purchaser's workbench: what
 * the own company buys (an `observer` when an agency runs it); agency's: what it runs for others. Auditors look on.
 */
export async function ownOrder(
  ctx: Context<Employee>,
  orderId: string,
  lock?: Lock,
): Promise<{ order: Order; who: OrderWho }> {
  const column = buyerColumn(ctx.actor)
  const { companyId } = ctx.actor
  const seen = await orderRow(ctx, orderId)
  if (seen[column] !== companyId) throw new AppError('notFound')
  if (column === 'ownerCompanyId' && seen.purchaserCompanyId === companyId) throw new AppError('notFound')
  // Locked only now, so that strangers cannot hold up other people's orders; the companies of an order never change.
  const order = lock ? await orderRow(ctx, orderId, lock) : seen
  const watches = ctx.actor.rights.has('auditing') && !doesBuying(ctx.actor)
  return { order, who: { part: order.ownerCompanyId === companyId && !watches ? 'owner' : 'observer' } }
}

/**
 * The own company's trade in a published order, seen from the supplier's workbench, or `notFound`. `passed` (default):
 * only an approved one. `lock` is on the order.
 */
export async function ownTrade(
  ctx: Context<Employee>,
  orderId: string,
  { passed = true, lock }: { passed?: boolean; lock?: Lock } = {},
): Promise<{ order: Order; trade: Trade }> {
  if (ctx.actor.workbench !== 'supplier') throw new AppError('notFound')
  const [order, trade] = await Promise.all([
    orderRow(ctx, orderId, lock),
    ctx.one('trade', { orderId, supplierCompanyId: ctx.actor.companyId }),
  ])
  if (!order.publishedAt || !trade) throw new AppError('notFound')
  if (passed && trade.status !== TradeStatus.values.passed) throw new AppError('notFound')
  return { order, trade }
}

/** Approved trades with their companies, in order of sign-up. Nobody but the buyer's side may learn of these. */
export async function participants(ctx: Any, orderId: string) {
  return ctx.tx
    .selectFrom('trade as t')
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .select([
      't.id as tradeId',
      't.supplierCompanyId as companyId',
      'c.name as companyName',
      'c.creditCode as creditCode',
      'c.legalPerson as legalPerson',
    ])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.orderId', '=', orderId)
    .where('t.status', '=', TradeStatus.values.passed)
    .orderBy('t.id')
    .execute()
}

/** The bill of quantities of an order: the lines of its lot, as its method asks for them. Quantities and prices are decimal strings. */
export async function orderItems(ctx: Any, order: Pick<Order, 'projectId' | 'lotNo' | 'method' | 'settings'>) {
  const items = await ctx.many(
    'project_item',
    { projectId: order.projectId, lotNo: order.lotNo },
    { orderBy: ['line'] },
  )
  const { lineFacts } = order.settings as Pick<OrderSettings, 'lineFacts'>
  return withFacts(items, methodOf(order.method).lineColumns, lineFacts)
}

/** What the status table looks at. */
export async function orderFacts(ctx: Any, order: Order): Promise<OrderFacts> {
  const found = await ctx.tx
    .selectNoFrom((e) => [
      e
        .selectFrom('objection')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('tenantId', '=', ctx.tenantId)
        .where('orderId', '=', order.id)
        .where('answeredAt', 'is', null)
        .where('withdrawnAt', 'is', null)
        .as('objections'),
      e
        .exists(
          e
            .selectFrom('order_contract_date')
            .select('orderId')
            .where('tenantId', '=', ctx.tenantId)
            .where('orderId', '=', order.id),
        )
        .as('hasContract'),
      isTalking(ctx, order.id).as('talking'),
      pending().reason(ctx, order.id).as('pending'),
    ])
    .executeTakeFirstOrThrow()
  const round = hasRounds(order) ? await quoteRounds().standOf(ctx, order) : undefined
  return {
    state: order.state,
    method: order.method,
    admission: order.admission,
    publicises: publicises(order),
    bidEnd: order.bidEnd?.getTime() ?? null,
    openAt: order.openAt?.getTime() ?? null,
    publicityEnd: order.publicityEnd?.getTime() ?? null,
    openObjections: found.objections ?? 0,
    hasContract: found.hasContract === true,
    talk: found.talking
      ? 'open'
      : OrderSettings.safeParse(order.settings).data?.auction?.priceTalk
        ? 'allowed'
        : undefined,
    round,
    isExtended: order.extendedAt !== null,
    pending: found.pending,
    pendingApproval: (await holdOn(ctx, { kind: 'order', id: order.id }))?.label ?? null,
  }
}

/** Whether a talk about the price of an order goes on (feature auction). */
export function isTalking({ tenantId }: Pick<Any, 'tenantId'>, orderId: string | ReturnType<typeof sql.ref>) {
  return sql<boolean>`exists (select from price_talk p
    where p.tenant_id = ${tenantId} and p.order_id = ${orderId} and p.status = 'open')`
}

/** Columns of an order that may change together with its status. */
export type OrderPatch = Partial<
  Pick<
    Order,
    | Dates
    | 'publishedAt'
    | 'reviewedAt'
    | 'publicityEnd'
    | 'awardedAt'
    | 'endedAt'
    | 'version'
    | 'isSecret'
    | 'extendedAt'
  >
>
type Dates = 'noticeAt' | 'saleStart' | 'saleEnd' | 'signUpEnd' | 'questionEnd' | 'bidEnd' | 'openAt'

/**
 * Does an action of the status table on the locked order: asserts it (AppError `notFound` for a stranger, `wrongState`
 * with the reason otherwise), stores the new state with the patch, records the fact and emits `order.status`
 * {orderId, from, to} on `order:<id>`.
 */
export async function advanceOrder(
  ctx: Any,
  order: Pick<Order, 'id'>,
  step: { action: OrderAction; who: OrderWho; patch?: OrderPatch; summary?: string; data?: unknown },
): Promise<Order> {
  const locked = await orderRow(ctx, order.id, 'update')
  const now = ctx.clock.now()
  const record = await orderFacts(ctx, locked)
  const to = ORDER_STATUS.next(step.action, { record, who: step.who, now: now.getTime() })
  const updated = await ctx.tx
    .updateTable('purchase_order')
    .set({ ...step.patch, state: to, updatedAt: now })
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const label = ORDER_STATUS.labelOf(step.action, record)
  ctx.audit({
    action: `order.${step.action}`,
    entity: 'order',
    entityId: order.id,
    summary: step.summary ?? `${label}：${locked.title}（${locked.code}）`,
    data: {
      from: wireStatus(locked.state),
      to: wireStatus(to),
      ...(step.data === undefined ? {} : { more: step.data }),
    },
  })
  ctx.emit({
    kind: 'order.status',
    payload: { orderId: order.id, from: locked.state, to },
    topics: [`order:${order.id}`],
  })
  return updated
}

export interface Audience {
  /** Who runs the order, and in which workbench they read of it. */
  owners: string[]
  ownerIdentity: 'purchaser' | 'agency'
  /** The purchaser's people while an agency runs the order. */
  observers: string[]
  /** People of approved participants who make bids. */
  participants: string[]
}

/** User ids to be told of what happens in an order: employees in use with the right for it, and administrators. */
export async function orderAudience(ctx: Any, orderId: string): Promise<Audience> {
  const order = await orderRow(ctx, orderId)
  const entrusted = order.ownerCompanyId !== order.purchaserCompanyId
  const people = async (companyIds: string[], right: string) => {
    if (companyIds.length === 0) return []
    const rows = await ctx.tx
      .selectFrom('employee')
      .select('userId')
      .distinct()
      .where('tenantId', '=', ctx.tenantId)
      .where('companyId', 'in', companyIds)
      .where('status', '=', 1)
      .where('deletedAt', 'is', null)
      .where((e) => e.or([e('isAdmin', '=', true), e(e.val(right), '=', e.fn.any('rights'))]))
      .execute()
    return rows.map((row) => row.userId)
  }
  const bidders = await participants(ctx, orderId)
  return {
    owners: await people([order.ownerCompanyId], entrusted ? 'agencyTendering' : 'tendering'),
    ownerIdentity: entrusted ? 'agency' : 'purchaser',
    observers: entrusted ? await people([order.purchaserCompanyId], 'tendering') : [],
    participants: await people(
      bidders.map((b) => b.companyId),
      'bidding',
    ),
  }
}

/**
 * The ranked candidates the review proposes: at most three (实施条例第五十三条). Replaces what was set before; refused
 * with `wrongState` once they are publicised. `price` in yuan, `score` null where the method has none, `lines` what the
 * price is made of where that is known.
 */
export async function setCandidates(ctx: Any, orderId: string, rows: readonly Ranked[]): Promise<void> {
  const order = await orderRow(ctx, orderId, 'update')
  if (!statesReached('reviewing', 'publicised').includes(order.state))
    throw new AppError('wrongState', '当前状态不能确定候选人')
  const { candidates } = methodOf(order.method)
  if (candidates === 'always' && rows.length > 3) throw new AppError('legalRule', say(order, '{won}候选人不超过 3 个'))
  await storeRanking(ctx, orderId, rows)
  ctx.audit({
    action: 'order.setCandidates',
    entity: 'order',
    entityId: orderId,
    summary:
      methodOf(order.method).review === 'none'
        ? say(order, '形成{ranking}')
        : say(order, `评审推荐{won}候选人 ${rows.length} 名`),
    data: rows.map(({ rank, tradeId, price, score }) => ({ rank, tradeId, price, score })),
  })
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

interface AbortTerms {
  who: OrderWho
  reason: string
  content?: RichNode | null
  /** Code of the result notice that no longer holds. */
  supersedes?: string | undefined
}

/** Ends the order as abortive with its notice, and drops what was still due. Throws `wrongState`. */
export async function abortOrder(
  ctx: Context<Actor>,
  order: Order,
  { who, reason, content, supersedes }: AbortTerms,
): Promise<{ noticeId: string }> {
  const ended = await advanceOrder(ctx, order, {
    action: 'declareAbortive',
    who,
    patch: { endedAt: ctx.clock.now(), awardedAt: null },
    summary: `宣布流标：${reason}`,
  })
  await dropTimers(ctx, order.id)
  const { noticeId } = await storeNotice(ctx, ended, {
    kind: NoticeKind.values.abortive,
    title: `${order.title}流标公告`,
    content: content ?? doc(paragraph(`${order.title}（${order.code}）因以下原因流标：${reason}`)),
    data: { reason, ...(supersedes && { supersedes }) },
  })
  return { noticeId }
}
