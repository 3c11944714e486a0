import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import { TRADE_STATUS } from '../engine/trade-status.ts'
import * as contract from '../contract/supplier.ts'
import { supplier } from './bind.ts'
import { orderRow } from './public.ts'
import { tradeFacts } from './trade-facts.ts'

type Ctx = Context<Employee>

/**
 * What an invited company does with its letter. Facts go under an entity of their own and to no live topic: who replies is
 * nobody's knowledge but the owner's.
 */
export const invitationReplyRoutes: readonly Route[] = [
  supplier(contract.readInvitation, async (ctx, { params }) => {
    await ownInvitation(ctx, params.orderId)
    await invitation(ctx, params.orderId)
      .set({ readAt: ctx.clock.now(), readByName: ctx.actor.name })
      .where('readAt', 'is', null)
      .execute()
  }),

  supplier(contract.declineInvitation, async (ctx, { params, body }) => {
    const { order, found } = await ownInvitation(ctx, params.orderId)
    if (found.declinedAt) throw new AppError('wrongState', '贵单位已谢绝本次邀请')
    const trade = await ctx.one('trade', { orderId: order.id, supplierCompanyId: ctx.actor.companyId })
    const record = tradeFacts(order, trade)
    const now = ctx.clock.now()
    const who = { part: 'supplier', mayDecline: true } as const
    if (TRADE_STATUS.allowed(record, who, now.getTime()).every(({ action }) => action !== 'decline'))
      throw new AppError('wrongState', '贵单位已报名；审核通过前可先撤回报名')
    TRADE_STATUS.next('decline', { record, who, now: now.getTime() })
    await invitation(ctx, order.id)
      .set((e) => ({
        declinedAt: now,
        declinedByName: ctx.actor.name,
        declineReason: body.reason,
        readAt: e.fn.coalesce('readAt', e.val(now)),
        readByName: e.fn.coalesce('readByName', e.val(ctx.actor.name)),
      }))
      .execute()
    ctx.audit({
      action: 'order-invitee.decline',
      entity: 'order-invitee',
      entityId: order.id,
      summary: `${ctx.actor.companyName}谢绝邀请：${body.reason}`,
      data: { companyId: ctx.actor.companyId },
    })
    ctx.emit({
      kind: 'invitation.declined',
      payload: { orderId: order.id, companyName: ctx.actor.companyName, reason: body.reason },
      topics: [],
    })
  }),
]

/** Signing up accepts the invitation, also after a decline. Locks it, so that a decline at the same moment waits. */
export async function takeBackDecline(ctx: Ctx, orderId: string): Promise<void> {
  await invitation(ctx, orderId).set({ declinedAt: null, declinedByName: null, declineReason: null }).execute()
}

/** The own company's invitation to a published order, locked; the order shared: a change of its dates waits, or is seen. */
async function ownInvitation(ctx: Ctx, orderId: string) {
  const order = await orderRow(ctx, orderId)
  const found = await ctx.one('order_invitation', { orderId, companyId: ctx.actor.companyId })
  if (!order.publishedAt || !found) throw new AppError('notFound')
  const locked = await orderRow(ctx, orderId, 'share')
  const now = await ctx.expectOne('order_invitation', { id: found.id }, { lock: 'update' })
  return { order: locked, found: now }
}

function invitation(ctx: Ctx, orderId: string) {
  return ctx.tx
    .updateTable('order_invitation')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('companyId', '=', ctx.actor.companyId)
}
