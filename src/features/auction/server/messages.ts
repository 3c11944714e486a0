import { formatTime } from '#contract/time.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { named, onOrder, tellOwners, tellParticipants } from '#features/procurement/server/public.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import type { Subscriber } from '#server/events.ts'
import { AuctionStatus } from '../rules/status.ts'
import { type AuctionRow, auctionRow, type Order } from './access.ts'

const EVERYBODY = { group: '竞价', workbenches: ['purchaser', 'agency', 'supplier'], channels: URGENT } as const

export const messageKinds: readonly MessageKind[] = [
  { ...EVERYBODY, kind: 'auction.started', label: '竞价开始', isEssential: true, isTimely: true },
  { ...EVERYBODY, kind: 'auction.paused', label: '竞价暂停', isEssential: true, isTimely: true },
  { ...EVERYBODY, kind: 'auction.resumed', label: '竞价恢复', isEssential: true, isTimely: true },
  { ...EVERYBODY, kind: 'auction.outage', label: '平台中断，竞价顺延', isEssential: true, isTimely: true },
  { ...EVERYBODY, kind: 'auction.ended', label: '竞价结束', isEssential: true },
  { ...EVERYBODY, kind: 'auction.abortive', label: '竞价流标', isEssential: true },
]

interface Words {
  title: string
  toOwner: string
  toBidders: string
  /** Nobody is told twice of the same: what the notice says anyway is left to it. */
  isOver?: true
}

/** Tells both sides, each with the way into the hall; nobody is told who takes part. */
export const messages: readonly Subscriber[] = [
  on('auction.started', (_, { endsAt: end }) => ({
    title: '竞价已开始',
    toOwner: `已开始，计划于 ${formatTime(end, true)} 结束。`,
    toBidders: `已开始，计划于 ${formatTime(end, true)} 结束，请进入竞价大厅报价。`,
  })),
  on('auction.paused', (_, { reason }) => both('竞价已暂停', `已暂停：${reason}。恢复后竞价时间顺延。`)),
  on('auction.resumed', (_, { endsAt: end }) =>
    both('竞价已恢复', `已恢复，结束时间顺延至 ${formatTime(end, true)}。`),
  ),
  on('auction.outage', (_, { endsAt: end }) =>
    both('平台中断，竞价顺延', `因平台中断，结束时间对全体竞价人顺延至 ${formatTime(end, true)}。`),
  ),
  on('auction.ended', () => ({
    title: '竞价已结束',
    toOwner: '的竞价已结束，请查看排名并确定成交人。',
    toBidders: '的竞价已结束，结果以成交结果公告为准。',
    isOver: true,
  })),
  on('auction.abortive', (_, { reason }) => ({
    title: '竞价流标',
    toOwner: `的竞价未产生结果：${reason}。请进行流标处理。`,
    toBidders: `的竞价未产生结果：${reason}。`,
    isOver: true,
  })),
]

function both(title: string, content: string): Words {
  return { title, toOwner: content, toBidders: content }
}

function on(kind: string, words: (order: Order, auction: AuctionRow) => Words): Subscriber {
  return onOrder(`auction: tell of ${kind}`, kind, async (subject) => {
    const { ctx, order } = subject
    const auction = await auctionRow(ctx, order.id)
    if (!auction) return
    const { title, toOwner, toBidders, isOver } = words(order, auction)
    // Late: what it was about is over.
    if (!isOver && auction.status >= AuctionStatus.values.ended) return
    const message = { title, ...(!isOver && { link: placeOf(order, 'auction.supplierDoor', 'supplier') }) }
    await tellOwners(subject, { ...message, content: named(order) + toOwner })
    await tellParticipants(subject, { ...message, content: named(order) + toBidders })
  })
}
