import { placeOf } from '../methods/places.ts'
import { say } from '../methods/say.ts'
import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/follow-up.ts'
import { OrderStatus } from '../rules/enums.ts'
import { inviteMode } from '../rules/invite-mode.ts'
import type { Order } from './access.ts'
import { buyer } from './bind.ts'
import { copyDraft } from './order-draft.ts'
import { orderRow, ownOrder } from './public.ts'

type Ctx = Context<Employee>
const S = OrderStatus.values

/**
 * Suppliers asked by name. Who is asked signs up like everybody else: an open tender admits all, and being asked gives no
 * advantage. Facts go under an entity of their own, so that the order's history does not tell who may bid.
 */
export const inviteeRoutes: readonly Route[] = [
  buyer(contract.orderInvitees, async (ctx, { params }) => {
    const { order, who } = await ownOrder(ctx, params.orderId)
    // The observer learns who takes part after the opening only.
    if (who.part !== 'owner') throw new AppError('notFound')
    const rows = await ctx.tx
      .selectFrom('order_invitee as i')
      .innerJoin('company as c', 'c.id', 'i.company_id')
      .leftJoin('trade as t', (j) =>
        j
          .onRef('t.tenant_id', '=', 'i.tenant_id')
          .onRef('t.order_id', '=', 'i.order_id')
          .onRef('t.supplier_company_id', '=', 'i.company_id'),
      )
      .selectAll('i')
      .select(['c.name', 't.id as trade_id'])
      .where('i.tenant_id', '=', ctx.tenantId)
      .where('i.order_id', '=', order.id)
      .orderBy('i.added_at')
      .orderBy('c.name')
      .execute()
    const { mode, blocked } = stateOf(order, ctx.clock.now())
    return {
      mode,
      blocked,
      until: order.sign_up_end?.toISOString() ?? null,
      rows: rows.map((row) => ({
        companyId: row.company_id,
        name: row.name,
        reason: row.reason,
        addedByName: row.added_by_name,
        addedAt: row.added_at.toISOString(),
        toldAt: row.told_at?.toISOString() ?? null,
        hasSignedUp: row.trade_id !== null,
      })),
    }
  }),

  buyer(contract.addInvitees, async (ctx, { params, body }) => {
    const order = await ownedOrder(ctx, params.orderId)
    const { mode, blocked } = stateOf(order, ctx.clock.now())
    if (mode !== 'invite') throw new AppError('wrongState', blocked ?? '请重新发起招标后邀请供应商')
    await insert(ctx, order, body)
    await tell(ctx, order)
  }),

  buyer(contract.rerunOrder, async (ctx, { params, body }) => {
    const order = await ownedOrder(ctx, params.orderId)
    if (stateOf(order, ctx.clock.now()).mode !== 'rerun')
      throw new AppError('wrongState', say(order, '流标后方可重新{act}'))
    const made = await copyDraft(ctx, order.id)
    await insert(ctx, await orderRow(ctx, made.orderId), body)
    return { orderId: made.orderId, projectId: made.projectId }
  }),
]

/** Suppliers who were named for a draft are told once it is published. */
export const tellInvitees: Subscriber = {
  name: 'procurement: tell invitees of a new run',
  kind: 'order.status',
  async handle(ctx, event) {
    if (event.payload.to !== S.published || event.payload.from !== S.saved) return
    await tell(ctx, await orderRow(ctx, String(event.payload.orderId), 'update'))
  },
}

function stateOf(order: Order, now: Date): { mode: 'invite' | 'rerun' | 'closed'; blocked: string | null } {
  const mode = inviteMode({ status: order.status, signUpEnd: order.sign_up_end?.getTime() ?? null }, now.getTime())
  if (mode !== 'closed') return { mode, blocked: null }
  const blocked =
    order.status === S.saved
      ? '公告发布后方可追加邀请供应商'
      : order.status === S.published
        ? '报名已截止；投标人不足三家的，流标后重新招标（实施条例第四十四条）'
        : '当前状态不能追加供应商'
  return { mode: 'closed', blocked }
}

async function ownedOrder(ctx: Ctx, orderId: string): Promise<Order> {
  const { order, who } = await ownOrder(ctx, orderId, 'update')
  if (who.part !== 'owner') throw new AppError('notFound')
  return order
}

async function insert(ctx: Ctx, order: Order, body: { companyIds: readonly string[]; reason: string }): Promise<void> {
  const ids = [...new Set(body.companyIds)]
  const suppliers = await ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.company_id')
    .select(['c.id', 'c.name'])
    .where('t.tenant_id', '=', ctx.tenantId)
    .where('t.is_supplier', '=', true)
    .where('t.is_certified', '=', true)
    .where('t.status', '=', 1)
    .where('c.id', 'in', ids)
    .execute()
  const own = [order.owner_company_id, order.purchaser_company_id]
  if (suppliers.length < ids.length || ids.some((id) => own.includes(id)))
    throw new AppError('invalid', '所选企业不是已认证的供应商，或为采购人、代理机构', [
      { path: 'companyIds', message: '请重新选择供应商' },
    ])
  const added = await ctx.tx
    .insertInto('order_invitee')
    .values(
      ids.map((companyId) => ({
        tenant_id: ctx.tenantId,
        order_id: order.id,
        company_id: companyId,
        reason: body.reason,
        added_by: ctx.actor.userId,
        added_by_name: ctx.actor.name,
        added_at: ctx.clock.now(),
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'order_id', 'company_id']).doNothing())
    .returning('company_id')
    .execute()
  if (added.length === 0) throw new AppError('conflict', '所选供应商均已邀请')
  ctx.audit({
    action: 'order-invitee.add',
    entity: 'order-invitee',
    entityId: order.id,
    summary: `追加邀请供应商 ${added.length} 家：${body.reason}`,
    data: { companyIds: added.map((row) => row.company_id) },
  })
}

async function tell(ctx: Context<Actor | null>, order: Order): Promise<void> {
  const untold = await ctx.tx
    .updateTable('order_invitee')
    .set({ told_at: ctx.clock.now() })
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', order.id)
    .where('told_at', 'is', null)
    .returning('company_id')
    .execute()
  for (const { company_id: companyId } of untold)
    await notify(ctx, {
      to: { companyId, right: 'bidding' },
      identity: 'supplier',
      kind: 'order.invited',
      title: say(order, '{invitation}'),
      content: `诚邀贵单位参加“${order.title}”（${order.code}），报名截止时间 ${formatTime(order.sign_up_end)}（北京时间），请登录平台查看公告并报名。`,
      link: placeOf(order, 'publish.tender', 'supplier'),
    })
}
