import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { givenBack } from '../rules/offer.ts'
import { AUCTION_STATUS, type AuctionAction, AuctionStatus } from '../rules/status.ts'
import { asHost, type AuctionRow, auctionRow, HOST } from './access.ts'
import { change, factsOf, note, tell } from './record.ts'
import { close, END_DUE, setEndTimer } from './settle.ts'

type Ctx = Context<Employee>

/** Stops the clock of the auction for everybody. */
export async function pause(ctx: Ctx, orderId: string, reason: string): Promise<void> {
  const { auction, status } = await act(ctx, orderId, 'pause')
  await change(ctx, auction, { status, pausedAt: ctx.clock.now(), reason })
  await note(ctx, auction, { kind: 'pause', reason })
  await ctx.schedule(`auction:${orderId}:end`, null, { kind: END_DUE, payload: {} })
  ctx.audit({ action: 'auction.pause', entity: 'order', entityId: orderId, summary: `暂停竞价：${reason}` })
  tell(ctx, 'auction.paused', orderId)
}

/** Goes on where it stopped: the end moves by as long as it stood still. */
export async function resume(ctx: Ctx, orderId: string, reason: string): Promise<void> {
  const { auction, status } = await act(ctx, orderId, 'resume')
  const old = { startsAt: auction.startsAt.getTime(), endsAt: auction.endsAt.getTime() }
  const end = new Date(givenBack(old, auction.pausedAt!.getTime(), ctx.clock.now().getTime()))
  await change(ctx, auction, { status, pausedAt: null, reason: '', endsAt: end })
  await note(ctx, auction, { kind: 'resume', reason, oldEnd: auction.endsAt, newEnd: end })
  await setEndTimer(ctx, orderId, end)
  ctx.audit({
    action: 'auction.resume',
    entity: 'order',
    entityId: orderId,
    summary: `恢复竞价，结束时间顺延至 ${formatTime(end, true)}：${reason}`,
  })
  tell(ctx, 'auction.resumed', orderId)
}

/** Ends without a result; the order then has to be declared abortive, with its notice. */
export async function abort(ctx: Ctx, orderId: string, reason: string): Promise<void> {
  const { auction, host } = await act(ctx, orderId, 'abort')
  await close(ctx, auction, { status: AuctionStatus.values.abortive, reason })
  await host.as({ part: 'clock' }).advance({ action: 'failAuction', summary: `终止竞价：${reason}` })
}

async function act(ctx: Ctx, orderId: string, action: AuctionAction) {
  const host = await asHost(ctx, orderId, 'update')
  const auction: AuctionRow | undefined = await auctionRow(ctx, orderId, 'update')
  if (!auction) throw new AppError('wrongState', '竞价尚未开始')
  const status = AUCTION_STATUS.next(action, {
    record: factsOf(auction),
    who: HOST,
    now: ctx.clock.now().getTime(),
  })
  return { host, auction, status }
}
