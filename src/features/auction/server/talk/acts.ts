import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, toCapitals } from '#contract/money.ts'
import { MINUTE } from '#contract/time.ts'
import { candidateRows } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../../contract-talk.ts'
import { isBigJump } from '../../rules/offer.ts'
import { nextInTalk, priceProblem, type TalkState } from '../../rules/talk.ts'
import type { Any, Order } from '../access.ts'
import { answeringTalk, hostOrder, hostTalk, talksOf } from './access.ts'
import { talkGenesis } from './chain.ts'
import { addEntry, type TalkRow } from './entries.ts'
import { BOX_END } from './messages.ts'

type Ctx = Context<Employee>
type OfTalk = { orderId: string; talkId: string }

/** The ranking of the auction, each with what became of the talk with it; prices as offered in the auction. */
export async function rankedForTalk(ctx: Any, order: Order) {
  const talks = await talksOf(ctx, order.id)
  return (await candidateRows(ctx, order.id)).map(({ rank, tradeId, supplierName, price, talkedFrom }) => ({
    rank,
    tradeId,
    supplierName,
    price: talkedFrom ?? price,
    talk: (talks.find((one) => one.tradeId === tradeId)?.status as TalkState | undefined) ?? null,
  }))
}

/** Begins the talk with whoever is next in the ranking. */
export async function start(ctx: Ctx, orderId: string, reason: string): Promise<{ talkId: string }> {
  const order = await hostOrder(ctx, orderId)
  const next = nextInTalk(await rankedForTalk(ctx, order))
  if (typeof next === 'string') throw new AppError('wrongState', next)
  if (next.rank > 1 && reason.length < 2)
    throw new AppError('invalid', '与下一名次议价，须填写原因', [{ path: 'reason', message: '请填写原因' }])
  const talkId = ctx.newId()
  const talk = await ctx.tx
    .insertInto('price_talk')
    .values({
      tenantId: ctx.tenantId,
      id: talkId,
      orderId,
      tradeId: next.tradeId,
      rank: next.rank,
      startPrice: next.price,
      price: next.price,
      head: talkGenesis({ tenantId: ctx.tenantId, talkId, orderId, tradeId: next.tradeId }),
      openedAt: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addEntry(ctx, talk, { kind: 'open', side: 'buyer' })
  note(ctx, order, {
    action: 'order.talkPrice',
    summary: `与第 ${next.rank} 名发起议价${reason === '' ? '' : `：${reason}`}`,
    data: { talkId, tradeId: next.tradeId, reason },
  })
  return { talkId }
}

/** Opens a box for one offer. */
export async function ask(ctx: Ctx, params: OfTalk, body: BodyOf<typeof c.askInTalk>): Promise<{ until: string }> {
  const { talk } = await hostTalk(ctx, params, 'ask')
  const price = body.price === null ? null : new Exact(body.price).toFixed(2)
  if (price !== null) demandLower(price, talk)
  const until = new Date(ctx.clock.now().getTime() + body.minutes * MINUTE)
  await addEntry(ctx, talk, { kind: 'ask', side: 'buyer', price, until, text: body.text })
  await setBoxTimer(ctx, talk, until)
  return { until: until.toISOString() }
}

export async function say(ctx: Ctx, params: OfTalk, text: string): Promise<void> {
  const { talk } = await hostTalk(ctx, params, 'say')
  await addEntry(ctx, talk, { kind: 'message', side: 'buyer', text })
}

/** Ends a talk: the agreed price is what the award takes (`candidateRows`). */
export async function conclude(
  ctx: Ctx,
  params: OfTalk,
  { isAgreed, minutes }: BodyOf<typeof c.concludeTalk>,
): Promise<void> {
  const { order, talk } = await hostTalk(ctx, params, isAgreed ? 'agree' : 'fail')
  const price = isAgreed ? talk.price : null
  await addEntry(ctx, talk, { kind: isAgreed ? 'agree' : 'fail', side: 'buyer', price, text: minutes })
  await setBoxTimer(ctx, talk, null)
  note(ctx, order, {
    action: 'order.talkPrice',
    summary: isAgreed
      ? `与第 ${talk.rank} 名议价达成一致，由 ${formatAmount(talk.startPrice)} 元降至 ${formatAmount(talk.price)} 元`
      : `与第 ${talk.rank} 名议价未达成一致`,
    data: { talkId: talk.id, tradeId: talk.tradeId, price, minutes },
  })
}

/** The supplier's lower price: the clock is read behind the lock, and that instant is compared with the deadline. */
export async function offer(
  ctx: Ctx,
  orderId: string,
  given: BodyOf<typeof c.offerInTalk>,
): Promise<OutputOf<typeof c.offerInTalk>> {
  const { talk } = await answeringTalk(ctx, orderId, 'offer')
  const price = new Exact(given.price).toFixed(2)
  demandLower(price, talk)
  if (!given.confirm && isBigJump(price, talk.price))
    throw new AppError(
      'confirm',
      `报价 ${formatAmount(price)} 元（${toCapitals(price)}）比当前价格 ${formatAmount(talk.price)} 元低 10% 以上，请确认`,
    )
  const { seq, at, hash } = await addEntry(ctx, talk, { kind: 'offer', side: 'supplier', price })
  await setBoxTimer(ctx, talk, null)
  return { seq, price, at: at.toISOString(), hash }
}

export async function refuse(ctx: Ctx, orderId: string, reason: string): Promise<void> {
  const { talk } = await answeringTalk(ctx, orderId, 'refuse')
  await addEntry(ctx, talk, { kind: 'refuse', side: 'supplier', text: reason })
  await setBoxTimer(ctx, talk, null)
}

export async function reply(ctx: Ctx, orderId: string, text: string): Promise<void> {
  const { talk } = await answeringTalk(ctx, orderId, 'say')
  await addEntry(ctx, talk, { kind: 'message', side: 'supplier', text })
}

function demandLower(price: string, talk: TalkRow): void {
  const message = priceProblem(price, talk)
  if (message !== null) throw new AppError('invalid', message, [{ path: 'price', message }])
}

/** In the history of the order, which the buyer's side alone reads. */
function note(ctx: Ctx, order: Order, fact: { action: string; summary: string; data: object }): void {
  ctx.audit({ entity: 'order', entityId: order.id, ...fact })
}

/** When the box lapses, its owner is told. */
function setBoxTimer(ctx: Ctx, talk: TalkRow, until: Date | null): Promise<void> {
  const payload = { talkId: talk.id, orderId: talk.orderId, seq: talk.seq + 1 }
  return ctx.schedule(`price-talk:${talk.id}:box`, until, { kind: BOX_END, payload })
}
