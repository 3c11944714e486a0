import { bindRow } from '#server/bound-rows.ts'
import { PANELS } from './bound.ts'
import { AppError } from '#contract/errors.ts'
import { drawsOf } from '#features/draws/server/public.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import {
  doesBuying,
  heldOrder,
  type HeldOrder,
  orderRow,
  ownOrder,
  participants,
} from '#features/procurement/server/public.ts'
import { groupTermsOf } from '#features/procurement/rules/group-terms.ts'
import { hasOpenQuestion } from '#features/quotes/server/public.ts'
import { talkStands } from '#features/talks/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import {
  PANEL_STATUS,
  type PanelAction,
  type PanelFacts,
  type PanelStage,
  type PanelWho,
  type SheetKind,
  SHEETS,
} from '../rules/panel.ts'
import { compositionProblem } from './composition.ts'
import {
  activeOf,
  type Any,
  type Change,
  type Ctx,
  type Member,
  type Order,
  type Panel,
  remainingOf,
  type Sheet,
  type Supplier,
} from './rows.ts'

/** A seat is enough for a member; hosts are told apart by whose order it is. */
export const SEATED = { workbench: ['expert', 'purchaser', 'agency'] } as const
/** Kind of the draws of turns. */
export const TURNS = 'turns'

/** A review by a group, as somebody stands to it. */
export interface Seat {
  order: Order
  panel: Panel
  /** All who ever sat on it. */
  members: Member[]
  suppliers: Supplier[]
  changes: Change[]
  /** Sheets of the stage that goes on, or went on last. */
  sheets: Sheet[]
  own: Member | undefined
  /** Reads the order as its buyer's side does. */
  isBuyer: boolean
  facts: PanelFacts
  who: PanelWho
}

/** The group's traits by the order's method; `notFound` for methods without a group. */
export function groupOf({ method }: Pick<Order, 'method'>) {
  const { group } = methodOf(method)
  if (!group) throw new AppError('notFound')
  return group
}

/**
 * The caller's part in the review of an order by its group: of the buyer's side, or a member once the review has begun. `notFound`
 * for everybody else, suppliers foremost.
 */
export async function seatAt(ctx: Ctx, orderId: string): Promise<Seat> {
  const side = await buyersSide(ctx, orderId)
  const own = await ctx.one('panel_member', { orderId, userId: ctx.actor.userId, outAt: NULL })
  if (!side && !own) throw new AppError('notFound')
  const order = side?.order ?? (await orderRow(ctx, orderId))
  return seatOf(ctx, order, { isBuyer: side !== null, isHost: side?.isHost === true })
}

/**
 * The same for an act that the table allows, with order and review locked; `to` is the stage that it leads to. Acts of a review that
 * has begun are refused while something of the order waits for approval.
 */
export async function acting(
  ctx: Ctx,
  orderId: string,
  action: PanelAction,
): Promise<Seat & { held: HeldOrder; to: PanelStage }> {
  const before = await seatAt(ctx, orderId)
  const held = await heldOrder(ctx, orderId, { part: 'owner' })
  await ctx.one('panel', { orderId }, { lock: 'update' })
  const seat = await seatOf(ctx, held.order, { isBuyer: before.isBuyer, isHost: before.who.isHost })
  if (action !== 'compose') await held.demand('leadGroup')
  const done = DONE[action]?.(seat.who)
  if (done) throw new AppError('wrongState', done)
  const now = ctx.clock.now().getTime()
  const to = PANEL_STATUS.next(action, { record: seat.facts, who: seat.who, now })
  return { ...seat, held, to }
}

/** What is done for good, in words. */
const DONE: Partial<Record<PanelAction, (who: PanelWho) => string | false>> = {
  handIn: ({ hasHandedIn }) => hasHandedIn && '您已提交意见，不能修改',
  sign: ({ hasSigned }) => hasSigned && '您已签署评审报告',
  declare: ({ isMember, hasDeclared }) => isMember && hasDeclared && '您已作出回避声明',
}

/** The kind of sheet that a stage asks for. */
export function sheetKind(stage: string): SheetKind | undefined {
  return SHEETS[stage as keyof typeof SHEETS]
}

async function buyersSide(ctx: Ctx, orderId: string): Promise<{ order: Order; isHost: boolean } | null> {
  const { workbench, companyId, rights } = ctx.actor
  if (companyId === null || (workbench !== 'purchaser' && workbench !== 'agency')) return null
  const employee = ctx as Context<Employee>
  const buys = doesBuying(employee.actor)
  if (!buys && !rights.has('auditing')) return null
  try {
    const { order, who } = await ownOrder(employee, orderId)
    return { order, isHost: who.part === 'owner' && buys }
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'notFound') return null
    throw error
  }
}

async function seatOf(
  ctx: Ctx,
  order: Order,
  { isBuyer, isHost }: { isBuyer: boolean; isHost: boolean },
): Promise<Seat> {
  groupOf(order)
  const orderId = order.id
  if (order.state === 'publish.draft') throw new AppError('notFound')
  const panel = (await ctx.one('panel', { orderId })) ?? unformed(ctx, orderId)
  const [members, suppliers, changes, talks, draws, [questions]] = await Promise.all([
    ctx.many('panel_member', { orderId }, { orderBy: ['sort', 'chosenAt'] }),
    ctx.many('panel_supplier', { orderId }, { orderBy: ['tradeId'] }),
    ctx.many('panel_change', { orderId }, { orderBy: ['version'] }),
    talkStands(ctx, orderId),
    drawsOf(ctx, orderId, [TURNS]),
    ctx.tx.selectNoFrom(hasOpenQuestion(ctx.tenantId, orderId).as('isOpen')).execute(),
  ])
  const active = activeOf(members)
  const own = active.find(({ userId }) => userId === ctx.actor.userId)
  if (!isBuyer && (!own || panel.stage === 'forming')) throw new AppError('notFound')
  const kind = sheetKind(panel.stage)
  const all = await ctx.many('panel_sheet', { orderId }, { orderBy: ['at'] })
  const sheets = all.filter((one) => one.kind === kind && one.roundNo === panel.roundNo)
  const remaining = remainingOf(suppliers)
  const talked = new Set(talks.filter(({ isHeld }) => isHeld).map(({ tradeId }) => tradeId))
  const facts: PanelFacts = {
    stage: panel.stage as PanelStage,
    isOpened: order.state === 'quote.closed',
    composition: panel.stage === 'forming' ? await compositionProblem(ctx, order, active) : null,
    members: active.length,
    declared: active.filter(({ declaredAt }) => declaredAt !== null).length,
    signed: active.filter(({ signedAt }) => signedAt !== null).length,
    isDrawing: draws.some(({ frozenAt, drawnAt }) => frozenAt !== null && drawnAt === null),
    openTalks: talks.filter(({ isOpen }) => isOpen).length,
    untalked: remaining.filter((tradeId) => !talked.has(tradeId)).length,
    hasChange: changes.some(({ agreed }) => agreed === null),
    votes: groupTermsOf(order.settings).isOpen,
    openQuestions: questions!.isOpen,
  }
  return {
    order,
    panel,
    members,
    suppliers,
    changes,
    sheets,
    own,
    isBuyer,
    facts,
    who: {
      isHost,
      isMember: own !== undefined,
      isRepresentative: own?.role === 'representative',
      hasDeclared: own !== undefined && own.declaredAt !== null,
      hasHandedIn: own !== undefined && sheets.some(({ memberId }) => memberId === own.id),
      hasSigned: own !== undefined && own.signedAt !== null,
    },
  }
}

/** Before anybody was chosen. */
function unformed(ctx: Ctx, orderId: string): Panel {
  return {
    tenantId: ctx.tenantId,
    orderId,
    stage: 'forming',
    roundNo: 1,
    drawId: null,
    plan: null,
    report: null,
    reportHash: null,
    reportedAt: null,
    failReason: '',
    createdBy: ctx.actor.userId,
    createdAt: ctx.clock.now(),
    startedAt: null,
    endedAt: null,
  }
}

/** Names of an order's suppliers, by trade. */
export async function supplierNames(ctx: Any, orderId: string): Promise<(tradeId: string) => string> {
  const people = await participants(ctx, orderId)
  return (tradeId) => people.find((one) => one.tradeId === tradeId)?.companyName ?? ''
}

/** A fact of its own, not of the order's history, of an act that has written: what members say is told to no supplier. */
export function record(ctx: Any, orderId: string, fact: { action: string; summary: string; data?: object }): void {
  const { action, summary, data } = fact
  ctx.audit({ action: `panel.${action}`, entity: 'panel', entityId: orderId, summary, ...(data && { data }) })
  bindRow(ctx, PANELS, [orderId])
}

/** Pages of the buyer's side, of members and of these suppliers load the review again. */
export function announce(
  ctx: Any,
  { order, members }: { order: Pick<Order, 'id'>; members: readonly Member[] },
  tradeIds: readonly string[] = [],
): void {
  ctx.emit({
    kind: 'panel.changed',
    payload: { orderId: order.id },
    topics: [
      `order-owner:${order.id}`,
      ...activeOf(members).map(({ userId }) => `user:${userId}`),
      ...tradeIds.map((id) => `bid:${id}`),
    ],
  })
}
