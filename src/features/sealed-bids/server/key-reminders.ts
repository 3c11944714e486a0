import { formatTime } from '#contract/time.ts'
import { say } from '#features/procurement/methods/say.ts'
import { named, onOrder, tellSupplier } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { isKeyToTry } from '../rules.ts'
import { triedKeys } from './tried-keys.ts'

const KIND = 'order.key-reminder'

export const messageKinds: readonly MessageKind[] = [
  {
    kind: KIND,
    label: '投标密钥预演提醒',
    group: '期限提醒',
    workbenches: ['supplier'],
    channels: URGENT,
    isTimely: true,
  },
]

/** Three days and one day ahead, whoever has sealed a bid and has not tried its key since is told to; nobody else hears of it. */
export const remindOfKeys: Subscriber = onOrder('sealed-bids: remind of keys to try', KIND, async (subject) => {
  const { ctx, order, event } = subject
  const now = ctx.clock.now()
  for (const { companyId, bidEnd, triedAt } of await triedKeys(ctx, { orderId: order.id })) {
    if (!isKeyToTry({ bidEnd, triedAt }, now)) continue
    await tellSupplier(subject, companyId, {
      title: `距${say(order, '{deadline}')}不足 ${String(event.payload.days)} 天，请预演投标密钥`,
      content: `${named(order)}的${say(order, '{offer}')}用贵单位自己的密钥封存，${say(order, '{deadline}')}为 ${formatTime(bidEnd)}（北京时间）。请用该密钥再做一次加密预演，确认到时能够解密；密钥损坏或遗失的，须在截止前更换密钥重新提交。`,
      page: 'bid.room',
    })
  }
})
