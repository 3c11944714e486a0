import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { ownersOrder, ownOrder, ownTrade } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'
import { TALK_STATUS, type TalkAction } from '../../rules/talk.ts'
import { type Any, mayBuy, type Order } from '../access.ts'
import { entriesOf, talkFacts, type TalkRow } from './entries.ts'

type Ctx = Context<Employee>

/** The talks of an order, oldest first. */
export async function talksOf(ctx: Any, orderId: string): Promise<TalkRow[]> {
  return ctx.many('price_talk', { orderId }, { orderBy: ['rank'] })
}

/** An order with live offers, from the buyer's side: to read, observers and auditors included. */
export async function readOrder(ctx: Ctx, orderId: string) {
  if (!mayBuy(ctx.actor)) throw new AppError('noRight')
  const owned = await ownOrder(ctx, orderId)
  if (methodOf(owned.order.method).offers !== 'live') throw new AppError('notFound')
  return owned
}

/** The order for whoever runs it, locked, when its price may be talked over now; `notFound` or `wrongState` otherwise. */
export async function hostOrder(ctx: Ctx, orderId: string): Promise<Order> {
  if (!mayBuy(ctx.actor)) throw new AppError('noRight')
  const own = await ownersOrder(ctx, orderId, 'update')
  await own.demand('talkPrice')
  return own.order
}

/** A talk of an own order, locked, with this act allowed now. */
export async function hostTalk(
  ctx: Ctx,
  { orderId, talkId }: { orderId: string; talkId: string },
  action: TalkAction,
): Promise<{ order: Order; talk: TalkRow }> {
  const order = await hostOrder(ctx, orderId)
  const talk = await lockedTalk(ctx, { orderId, talkId })
  await demand(ctx, talk, { action, part: 'host' })
  return { order, talk }
}

/** The talk with the own company, to read; `notFound` where there is none. */
export async function supplierTalk(ctx: Ctx, orderId: string): Promise<{ order: Order; talk: TalkRow }> {
  const { order, trade } = await ownTrade(ctx, orderId)
  const talk = (await talksOf(ctx, orderId)).find((one) => one.tradeId === trade.id)
  if (!talk) throw new AppError('notFound')
  return { order, talk }
}

/** The same, locked behind the order, with this act allowed now. */
export async function answeringTalk(ctx: Ctx, orderId: string, action: TalkAction) {
  const { talk: seen } = await supplierTalk(ctx, orderId)
  const { order } = await ownTrade(ctx, orderId, { lock: 'share' })
  if (order.state !== 'auction.ended') throw new AppError('wrongState', '采购单已进入下一环节，议价已结束')
  const talk = await lockedTalk(ctx, { orderId, talkId: seen.id })
  return { order, talk, facts: await demand(ctx, talk, { action, part: 'supplier' }) }
}

/** `price-talk:<id>`: the supplier of the talk; the buyer's side hears of it as of its orders. */
export const talkTopic: LiveTopic = {
  prefix: 'price-talk',
  async allows(kernel, { tenantId, actor }, id) {
    if (!actor?.companyId || !Id.safeParse(id).success) return false
    const { companyId } = actor
    return inContext(kernel, { tenantId, actor, readOnly: true }, async ({ tx }) => {
      const own = await tx
        .selectFrom('price_talk as p')
        .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'p.tenantId').onRef('t.id', '=', 'p.tradeId'))
        .select('p.id')
        .where('p.tenantId', '=', tenantId)
        .where('p.id', '=', id)
        .where('t.supplierCompanyId', '=', companyId)
        .executeTakeFirst()
      return own !== undefined
    })
  },
}

async function lockedTalk(ctx: Ctx, { orderId, talkId }: { orderId: string; talkId: string }): Promise<TalkRow> {
  const talk = await ctx.one('price_talk', { id: talkId, orderId }, { lock: 'update' })
  if (!talk) throw new AppError('notFound')
  return talk
}

async function demand(ctx: Ctx, talk: TalkRow, { action, part }: { action: TalkAction; part: 'host' | 'supplier' }) {
  const record = talkFacts(talk, await entriesOf(ctx, talk.id))
  TALK_STATUS.next(action, { record, who: { part }, now: ctx.clock.now().getTime() })
  return record
}
