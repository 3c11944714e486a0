import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { certifiedDocuments } from '#features/enterprise/server/public.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as c from '../contract/supplier.ts'
import type { FeeTiming } from '../rules/kinds.ts'
import { type RecruitState, stateAt } from '../rules/order.ts'
import { ApplyStatus, type ApplyStatusValue, type FeeState, feeState, isOwed, TRADE_STATUS } from '../rules/trade.ts'
import { APPLIES, type Ctx, type Order, type Trade } from './access.ts'
import { feeOf } from './fees.ts'
import { checksOf, tradeFacts } from './trades.ts'
import { callValue, categoriesOf, documentsOf, documentValues, iso, namesOf } from './values.ts'

const S = ApplyStatus.values

/** Calls as suppliers read them: their own part, and nothing of anybody else's. */
export const ownRoutes: readonly Route[] = [
  implement(c.ownRecruits, APPLIES, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: tabsAt(ctx.clock.now()),
      tab: query.tab,
      list: {
        alias: 'o',
        keys: ['id'],
        rows: () =>
          visible(ctx).$if(Boolean(query.keyword), (q) =>
            q
              .innerJoin('company as k', 'k.id', 'o.ownerCompanyId')
              .where(includes(query.keyword!, ['o.title', 'o.code', 'k.name'])),
          ),
      },
      show: (rows) => listed(ctx).innerJoin(rows, 'page.id', 'o.id'),
    })
    const now = ctx.clock.now().getTime()
    return { ...page, rows: page.rows.map((row) => rowValue(row, now)) }
  }),

  implement(c.callDetail, APPLIES, async (ctx, { params }) => {
    const { order, trade } = await visibleOrder(ctx, params.orderId)
    const entry =
      trade && order.state === 'published' ? await ctx.one('recruit_result', { tradeId: trade.id }) : undefined
    const call = await callValue(ctx, order)
    return {
      ...call,
      state: shownState(call.state),
      trade: trade ? await tradeValue(ctx, order, trade) : null,
      blocked: trade ? null : blockedFor(order, ctx.clock.now()),
      hasLicence: await hasLicence(ctx),
      result: entry
        ? { categories: namesOf(order, entry.categories), from: entry.validFrom, until: entry.validUntil }
        : null,
    }
  }),

  implement(c.ownApplication, APPLIES, async (ctx, { params }) => {
    const { order, trade } = await visibleOrder(ctx, params.orderId)
    if (trade?.id !== params.tradeId) throw new AppError('notFound')
    return tradeValue(ctx, order, trade)
  }),

  implementFile(c.callFile, APPLIES, async (ctx, { params }) => {
    const { order } = await visibleOrder(ctx, params.orderId)
    return keptFile(ctx, order.files as StoredFile[], params.fileId)
  }),

  implementFile(c.ownFile, APPLIES, async (ctx, { params }) => {
    const trade = await ctx.one('recruit_trade', { id: params.tradeId, supplierCompanyId: ctx.actor.companyId })
    if (!trade) throw new AppError('notFound')
    return keptFile(
      ctx,
      documentsOf(trade).flatMap(({ files }) => files),
      params.fileId,
    )
  }),
]

/** Calls that the own company may know of, as `o`, with its application as `t`: open ones, and those that chose it. */
function visible(ctx: Ctx) {
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom('recruit_order as o')
    .leftJoin('recruit_trade as t', (j) =>
      j
        .onRef('t.tenantId', '=', 'o.tenantId')
        .onRef('t.orderId', '=', 'o.id')
        .on('t.supplierCompanyId', '=', companyId),
    )
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.publishedAt', 'is not', null)
    .where('o.ownerCompanyId', '<>', companyId)
    .where(sql<boolean>`(o.openness = 'open' or o.invited @> array[${companyId}::uuid])`)
}

/** One of them with the own application, or `notFound`. A lock is on the call. */
export async function visibleOrder(
  ctx: Ctx,
  orderId: string,
  lock?: 'share',
): Promise<{ order: Order; trade: Trade | undefined }> {
  const order = await visible(ctx)
    .selectAll('o')
    .where('o.id', '=', orderId)
    .$if(lock === 'share', (q) => q.forShare('o'))
    .executeTakeFirst()
  if (!order) throw new AppError('notFound')
  return { order, trade: await ctx.one('recruit_trade', { orderId, supplierCompanyId: ctx.actor.companyId }) }
}

/** That a result is drafted is its owner's own matter. */
const shownState = (state: RecruitState): RecruitState => (state === 'drafted' ? 'ended' : state)

/** Why nobody can apply at this instant; null while applications are taken. */
export function blockedFor(order: Order, at: Date): string | null {
  const state = stateAt(order, at.getTime())
  if (state === 'abandoned') return '征集已终止'
  if (state !== 'recruiting') return '征集已截止'
  return order.startsAt !== null && at < order.startsAt ? '征集尚未开始' : null
}

/** Whether the platform certified the own company by its licence. */
export async function hasLicence(ctx: Ctx): Promise<boolean> {
  return (await certifiedDocuments(ctx)).some(({ kind }) => kind.includes('营业执照'))
}

export const today = (ctx: Ctx) => formatDate(ctx.clock.now())

function tabsAt(now: Date): Record<string, RawBuilder<boolean>> {
  const isOpen = sql<boolean>`(o.state = 'recruiting' and o.ends_at > ${now})`
  const status = (value: number) => sql<boolean>`t.status is not distinct from ${sql.lit(value)}`
  return {
    all: sql<boolean>`true`,
    open: isOpen,
    mine: sql<boolean>`t.id is not null`,
    todo: sql<boolean>`((${status(S.sentBack)} and ${isOpen}) or ${owesFee})`,
    passed: status(S.passed),
    refused: status(S.refused),
  }
}

/** Whether application `t` owes the fee of its call `o`: what `isOwed` says, in SQL, and that nothing was paid. */
export const owesFee = sql<boolean>`(o.fee_timing <> 'none' and o.state in ('recruiting', 'ended', 'drafted')
  and (t.status = 1 or (o.fee_timing = 'signUp' and t.status in (0, 3)))
  and not exists (select from recruit_fee f where f.tenant_id = t.tenant_id and f.trade_id = t.id and f.refund_at is null))`

function listed(ctx: Ctx) {
  return visible(ctx)
    .innerJoin('company as c', 'c.id', 'o.ownerCompanyId')
    .leftJoin('recruit_result as r', (j) =>
      j.onRef('r.tenantId', '=', 't.tenantId').onRef('r.orderId', '=', 'o.id').onRef('r.tradeId', '=', 't.id'),
    )
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('recruit_fee as f')
          .select(['f.paidAt', 'f.refundAt', 'f.refundedAt'])
          .whereRef('f.tenantId', '=', 't.tenantId')
          .whereRef('f.tradeId', '=', 't.id')
          .orderBy('f.paidAt', 'desc')
          .limit(1)
          .as('fee'),
      (j) => j.onTrue(),
    )
    .select(['o.id', 'o.code', 'o.title', 'o.state', 'o.openness', 'o.categories', 'o.feeTiming'])
    .select((e) => [e.ref('o.startsAt').$notNull().as('startsAt'), e.ref('o.endsAt').$notNull().as('endsAt')])
    .select(['c.name as ownerName', 't.id as tradeId', 't.status', 'r.publishedAt as inLibraryAt'])
    .select(['fee.paidAt', 'fee.refundAt', 'fee.refundedAt'])
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

function rowValue(row: Row, now: number) {
  const state = stateAt(row, now)
  const status = row.status as ApplyStatusValue | null
  const due = status !== null && isOwed({ timing: row.feeTiming as FeeTiming, status, orderState: state })
  const fee = feeState(row.paidAt ? row : undefined, due)
  return {
    orderId: row.id,
    code: row.code,
    title: row.title,
    ownerName: row.ownerName,
    state: shownState(state),
    isChosen: row.openness === 'chosen',
    categories: categoriesOf(row).map(({ name }) => name),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    tradeId: row.tradeId,
    status,
    fee,
    isInLibrary: row.inLibraryAt !== null,
    next: nextOf({ state, status, fee, startsAt: row.startsAt, endsAt: row.endsAt }, now),
  }
}

interface Stand {
  state: RecruitState
  status: ApplyStatusValue | null
  fee: FeeState
  startsAt: Date
  endsAt: Date
}

/** What is due next for a supplier. */
function nextOf({ state, status, fee, startsAt, endsAt }: Stand, now: number) {
  const by = (label: string, at: Date | null) => ({ label, at: iso(at) })
  const isOpen = state === 'recruiting'
  if (isOpen && startsAt.getTime() > now) return by('开始申请', startsAt)
  if (fee === 'due') return by('缴纳费用', isOpen && status === S.pending ? endsAt : null)
  if (!isOpen) return null
  if (status === null) return by('申请截止', endsAt)
  return status === S.sentBack ? by('重新提交截止', endsAt) : null
}

async function tradeValue(ctx: Ctx, order: Order, trade: Trade) {
  const facts = await tradeFacts(ctx, order, trade)
  const checks = await checksOf(ctx, trade.id)
  return {
    tradeId: trade.id,
    orderId: order.id,
    status: facts.status,
    categories: trade.categories,
    documents: documentValues(order, trade),
    contactName: trade.contactName,
    contactPhone: ctx.cipher.open('recruit_trade.contact_phone', trade.id, trade.contactPhone),
    note: trade.note,
    handedInAt: trade.handedInAt.toISOString(),
    decidedAt: iso(trade.decidedAt),
    reason: trade.reason,
    history: checks.map(({ no, action, reason, at }) => ({ no, action, reason, at })),
    fee: await feeOf(ctx, order, trade),
    // That a result waits for approval is the owner's own matter.
    actions: TRADE_STATUS.allowed({ ...facts, held: null }, 'supplier', ctx.clock.now().getTime()).filter(
      ({ action, reason }) => action !== 'pay' || !reason,
    ),
  }
}
