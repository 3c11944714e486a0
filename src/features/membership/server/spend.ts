import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { inboxOf, notify } from '#features/messages/server/public.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { freeOf, isUnlimited, remainOf, spendable } from '../rules/lots.ts'
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

/** Counts of one product that somebody uses for subjects of their company. */
export interface Uses {
  companyId: string
  /** Who asked for the service. */
  userId: string
  product: string
  subjects: readonly string[]
  /** Set apart until the service says what became of it, however long people take: no timer frees it. */
  isKept?: true
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
  const [useId] = await holdCounts(ctx, { companyId, userId, product, subjects: [subject] })
  return useId ?? null
}

/** The same for several subjects, all of them or none; answers the new uses: subjects that have one are left out. */
export async function holdCounts(ctx: Ctx, { companyId, userId, product, subjects, isKept }: Uses): Promise<string[]> {
  await lockAccount(ctx, companyId)
  const taken = await ctx.many(
    'service_use',
    { companyId, product, subject: subjects, state: ['held', 'used'] },
    { columns: ['subject'] },
  )
  const missing = [...new Set(subjects)].filter((one) => !taken.some(({ subject }) => subject === one))
  if (missing.length === 0) return []
  const now = ctx.clock.now()
  const lotIds = await takeFrom(ctx, { companyId, product, count: missing.length })
  const uses = missing.map((subject, i) => ({
    id: ctx.newId(),
    companyId,
    product,
    subject,
    lotId: lotIds[i] ?? null,
    usedBy: userId,
    usedAt: now,
    state: 'held',
  }))
  await ctx.insert('service_use', uses)
  const useIds = uses.map(({ id }) => id)
  const overdue = { kind: OVERDUE_EVENT, payload: { useIds } }
  if (!isKept) await ctx.schedule(`${OVERDUE_EVENT}:${useIds[0]}`, new Date(now.getTime() + HOLD_MS), overdue)
  tellChange(ctx, companyId)
  return useIds
}

/** What a service took from one lot. */
export interface Part {
  lotId: string
  count: number
}

/**
 * Uses what there is of a product, up to so many, of what expires first; answers from which lots, none where nothing is left.
 * For what is rendered as it is counted, such as minutes: whoever asks keeps what it was used for.
 */
export async function drawCounts(
  ctx: Ctx,
  { companyId, product, count }: { companyId: string; product: string; count: number },
): Promise<Part[]> {
  await lockAccount(ctx, companyId)
  const parts: Part[] = []
  let due = count
  for (const lot of spendable(await lotsOf(ctx, companyId), product, ctx.clock.now())) {
    const taken = Math.min(due, freeOf(lot))
    if (taken === 0) break
    await ctx.update('service_lot', { id: lot.id }, { used: lot.used + taken })
    parts.push({ lotId: lot.id, count: taken })
    due -= taken
  }
  if (parts.length > 0) tellChange(ctx, companyId)
  return parts
}

/** From which lots so many counts come, of what expires first, one entry each; none where the membership sets no limit. */
async function takeFrom(
  ctx: Ctx,
  { companyId, product, count }: { companyId: string; product: string; count: number },
): Promise<string[]> {
  const now = ctx.clock.now()
  const lots = await lotsOf(ctx, companyId)
  if (isUnlimited(lots, product, now)) return []
  if (remainOf(lots, product, now) < count) throw new AppError('serviceNotBought')
  const ids: string[] = []
  for (const lot of spendable(lots, product, now)) {
    const taken = Math.min(count - ids.length, freeOf(lot))
    if (taken === 0) break
    await ctx.update('service_lot', { id: lot.id }, { held: lot.held + taken })
    ids.push(...Array.from({ length: taken }, () => lot.id))
  }
  return ids
}

/** The service was rendered: what was set apart for it is used. False where nothing is set apart any more. */
export async function confirmCount(ctx: Ctx, useId: string): Promise<boolean> {
  return (await settle(ctx, [useId], { state: 'used', reason: '' })) > 0
}

/**
 * The service was rendered for these subjects: each is used, whoever set it apart, and what was set apart no more is taken
 * anew. Throws `serviceNotBought` where that cannot be; then nothing is used.
 */
export async function spendCounts(ctx: Ctx, uses: Uses): Promise<void> {
  await holdCounts(ctx, uses)
  const { companyId, product, subjects } = uses
  const held = await ctx.many(
    'service_use',
    { companyId, product, subject: subjects, state: 'held' },
    { columns: ['id'] },
  )
  await settle(
    ctx,
    held.map(({ id }) => id),
    { state: 'used', reason: '' },
  )
}

/**
 * The service failed: what was set apart for it is free again, with the reason, and the subject can be asked for anew. False
 * where nothing is set apart any more.
 */
export function releaseCount(ctx: Ctx, useId: string, reason: string): Promise<boolean> {
  return releaseCounts(ctx, [useId], reason)
}

/** The same for the uses of one service; whoever asked for it is told once. */
export async function releaseCounts(ctx: Ctx, useIds: readonly string[], reason: string): Promise<boolean> {
  return (await settle(ctx, useIds, { state: 'released', reason })) > 0
}

/** The use of a subject whose count is set apart, as long as it is neither used nor free again. */
export async function heldUse(ctx: Ctx, use: Use): Promise<string | undefined> {
  return (await ctx.one('service_use', { ...use, state: 'held' }, { columns: ['id'] }))?.id
}

/** What a company may use of a product: how often yet, or as often as it likes. */
export async function leftOf(
  ctx: Ctx,
  { companyId, product }: Pick<Use, 'companyId' | 'product'>,
): Promise<{ remain: number; isUnlimited: boolean }> {
  const lots = await lotsOf(ctx, companyId)
  const now = ctx.clock.now()
  return { remain: remainOf(lots, product, now), isUnlimited: isUnlimited(lots, product, now) }
}

/** How a company stands with a product that is counted, and whether a subject of it costs anything more. */
export interface CountStand {
  remain: number
  isUnlimited: boolean
  /** A count was used for the subject, or is set apart for it. */
  isCovered: boolean
  /** Why the count of the last attempt was given back; null: it was not. */
  givenBack: string | null
}

export async function countStand(ctx: Ctx, use: Use): Promise<CountStand> {
  return {
    ...(await leftOf(ctx, use)),
    isCovered: await hasUse(ctx, use),
    givenBack: await releasedFor(ctx, use),
  }
}

/** Why the last use of a subject was given back; null where it was not. */
async function releasedFor(ctx: Ctx, use: Use): Promise<string | null> {
  const [last] = await ctx.many('service_use', { ...use }, { orderBy: ['usedAt desc', 'id desc'], limit: 1 })
  return last?.state === 'released' ? last.reason : null
}

/** Whoever asked for the service hears that its count is there again. */
export const tellReleased: Subscriber = {
  name: 'membership: tell of a count that came back',
  kind: RELEASED_EVENT,
  async handle(ctx, { id, payload }) {
    const useIds = usesIn(payload)
    const use = await ctx.expectOne('service_use', { id: useIds[0]! })
    const { name } = PRODUCTS.find(({ code }) => code === use.product)!
    const counted = await ctx.many('service_use', { id: useIds }, { columns: ['lotId'] })
    const back = counted.filter(({ lotId }) => lotId !== null).length
    await notify(ctx, {
      to: { userIds: [use.usedBy] },
      identity: await inboxOf(ctx, use.companyId),
      kind: RELEASED_EVENT,
      title: `${name}未成功，次数已退回`,
      content: back === 0 ? `${use.reason}。本次不计入使用。` : `${use.reason}。所用 ${back} 次已退回，可重新使用。`,
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
    await releaseCounts(ctx, usesIn(payload), '服务未在规定时间内完成')
  },
}

/** What an event is about; one that was stored by an earlier version names one use. */
function usesIn(payload: object): string[] {
  const { useIds, useId } = payload as { useIds?: string[]; useId?: string }
  return useIds ?? [useId!]
}

/** Ends holds of one company, each once; answers how many. */
async function settle(
  ctx: Ctx,
  useIds: readonly string[],
  { state, reason }: { state: 'used' | 'released'; reason: string },
): Promise<number> {
  if (useIds.length === 0) return 0
  const { companyId } = await ctx.expectOne('service_use', { id: useIds[0]! }, { columns: ['companyId'] })
  await lockAccount(ctx, companyId)
  const held = await ctx.many(
    'service_use',
    { id: useIds, state: 'held' },
    { columns: ['id', 'lotId'], lock: 'update' },
  )
  if (held.length === 0) return 0
  const byLot = Map.groupBy(held, ({ lotId }) => lotId)
  for (const [lotId, { length: n }] of byLot) {
    if (lotId === null) continue
    const lot = await ctx.expectOne('service_lot', { id: lotId })
    await ctx.update(
      'service_lot',
      { id: lotId },
      { held: lot.held - n, used: state === 'used' ? lot.used + n : lot.used },
    )
  }
  const ended = held.map(({ id }) => id)
  await ctx.update('service_use', { id: ended }, { state, reason, settledAt: ctx.clock.now() })
  // The timer of a hold stays: uses that were set apart together may end apart, and it frees only what is still held.
  if (state === 'released') ctx.emit({ kind: RELEASED_EVENT, payload: { useIds: ended } })
  tellChange(ctx, companyId)
  return ended.length
}

function tellChange(ctx: Ctx, companyId: string): void {
  ctx.emit({ kind: 'service.changed', payload: { companyId }, topics: [`company:${companyId}`] })
}
