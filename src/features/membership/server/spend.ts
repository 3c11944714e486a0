import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { inboxOf, notify } from '#features/messages/server/public.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { isUnlimited, spendable } from '../rules/lots.ts'
import { type Ctx, lockAccount, lotsOf } from './lots.ts'

/** What a count is used for: one product, one subject, one company. */
export interface Use {
  companyId: string
  product: string
  subject: string
}

/** A service that nobody reports of is one that failed. Its count is free again then. */
export const HOLD_MS = 15 * MINUTE
const OVERDUE_EVENT = 'service.overdue'
/** Event that a count was given back. */
const RELEASED_EVENT = 'service.released'

/** Whether the company may use what it asked of a product for a subject: the count is used, or set apart for it. */
export async function hasUse(ctx: Ctx, use: Use): Promise<boolean> {
  return (await ctx.one('service_use', { ...use, state: ['held', 'used'] }, { columns: ['id'] })) !== undefined
}

/**
 * Sets one count of a product apart for a subject, of what expires first; of no lot where the membership sets no limit. Then
 * `confirmCount` or `releaseCount` follows; without either it is released after `HOLD_MS`. Once per subject, however often it
 * is asked: answers the new use, null where there is one already. Throws `serviceNotBought` where nothing is left.
 */
export async function holdCount(
  ctx: Context<Employee>,
  { product, subject }: Pick<Use, 'product' | 'subject'>,
): Promise<string | null> {
  const { companyId, userId } = ctx.actor
  await lockAccount(ctx, companyId)
  if (await hasUse(ctx, { companyId, product, subject })) return null
  const now = ctx.clock.now()
  const lots = await lotsOf(ctx, companyId)
  const lot = isUnlimited(lots, product, now) ? null : spendable(lots, product, now)[0]
  if (lot === undefined) throw new AppError('serviceNotBought')
  if (lot) await ctx.update('service_lot', { id: lot.id }, { held: lot.held + 1 })
  const id = ctx.newId()
  await ctx.insert('service_use', {
    id,
    companyId,
    product,
    subject,
    lotId: lot?.id ?? null,
    usedBy: userId,
    usedAt: now,
    state: 'held',
  })
  const overdue = { kind: OVERDUE_EVENT, payload: { useId: id } }
  await ctx.schedule(`${OVERDUE_EVENT}:${id}`, new Date(now.getTime() + HOLD_MS), overdue)
  tellChange(ctx, companyId)
  return id
}

/** The service was rendered: what was set apart for it is used. False where nothing is set apart any more. */
export function confirmCount(ctx: Ctx, useId: string): Promise<boolean> {
  return settle(ctx, useId, { state: 'used', reason: '' })
}

/**
 * The service failed: what was set apart for it is free again, with the reason, and the subject can be asked for anew. False
 * where nothing is set apart any more.
 */
export function releaseCount(ctx: Ctx, useId: string, reason: string): Promise<boolean> {
  return settle(ctx, useId, { state: 'released', reason })
}

/** Why the last use of a subject was given back; null where it was not. */
export async function releasedFor(ctx: Ctx, use: Use): Promise<string | null> {
  const [last] = await ctx.many('service_use', { ...use }, { orderBy: ['usedAt desc', 'id desc'], limit: 1 })
  return last?.state === 'released' ? last.reason : null
}

/** Whoever asked for the service hears that its count is there again. */
export const tellReleased: Subscriber = {
  name: 'membership: tell of a count that came back',
  kind: RELEASED_EVENT,
  async handle(ctx, { id, payload }) {
    const use = await ctx.expectOne('service_use', { id: (payload as { useId: string }).useId })
    const { name } = PRODUCTS.find(({ code }) => code === use.product)!
    await notify(ctx, {
      to: { userIds: [use.usedBy] },
      identity: await inboxOf(ctx, use.companyId),
      kind: RELEASED_EVENT,
      title: `${name}未成功，次数已退回`,
      content: use.lotId === null ? `${use.reason}。本次不计入使用。` : `${use.reason}。所用 1 次已退回，可重新使用。`,
      link: '/services/platform-points/list',
      eventId: id,
    })
  },
}

/** Gives back what nobody said anything about. */
export const releaseOverdue: Subscriber = {
  name: 'membership: release counts of services that did not end',
  kind: OVERDUE_EVENT,
  async handle(ctx, { payload }) {
    await releaseCount(ctx, (payload as { useId: string }).useId, '服务未在规定时间内完成')
  },
}

/** Ends a hold, once. */
async function settle(
  ctx: Ctx,
  useId: string,
  { state, reason }: { state: 'used' | 'released'; reason: string },
): Promise<boolean> {
  const { companyId, lotId } = await ctx.expectOne('service_use', { id: useId })
  await lockAccount(ctx, companyId)
  const row = await ctx.one('service_use', { id: useId, state: 'held' }, { columns: ['id'], lock: 'update' })
  if (!row) return false
  if (lotId !== null) {
    const { held, used } = await ctx.expectOne('service_lot', { id: lotId })
    await ctx.update('service_lot', { id: lotId }, { held: held - 1, used: state === 'used' ? used + 1 : used })
  }
  await ctx.update('service_use', { id: useId }, { state, reason, settledAt: ctx.clock.now() })
  await ctx.schedule(`${OVERDUE_EVENT}:${useId}`, null, { kind: OVERDUE_EVENT, payload: {} })
  if (state === 'released') ctx.emit({ kind: RELEASED_EVENT, payload: { useId } })
  tellChange(ctx, companyId)
  return true
}

function tellChange(ctx: Ctx, companyId: string): void {
  ctx.emit({ kind: 'service.changed', payload: { companyId }, topics: [`company:${companyId}`] })
}
