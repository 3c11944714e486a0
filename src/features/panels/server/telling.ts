import { notify } from '#features/messages/server/public.ts'
import { named, tellOwners, tellSupplier } from '#features/procurement/server/public.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { deskPlace } from '../rules/places.ts'
import { activeOf, type Any, type Member, type Order } from './rows.ts'

const GROUP = { group: '小组评审', channels: URGENT, isEssential: true, isTimely: true } as const

export const messageKinds: readonly MessageKind[] = [
  { ...GROUP, kind: 'panel.work', label: '小组评审待办', workbenches: ['purchaser', 'agency', 'expert'] },
  { ...GROUP, kind: 'panel.state', label: '小组评审进展', workbenches: ['purchaser', 'agency'] },
  { ...GROUP, kind: 'panel.asked', label: '采购需求变动、评审结论', workbenches: ['supplier'] },
]

/** Tells members what is asked of them, in the transaction that asks. */
export async function tellMembers(
  ctx: Any,
  { order, members }: { order: Order; members: readonly Member[] },
  { title, content }: { title: string; content: string },
): Promise<void> {
  for (const identity of ['expert', 'purchaser'] as const) {
    const userIds = activeOf(members)
      .filter(({ expertId }) => (expertId === null) === (identity === 'purchaser'))
      .map(({ userId }) => userId)
    if (userIds.length === 0) continue
    const link = deskPlace(order.id)
    await notify(ctx, {
      to: { userIds },
      identity,
      kind: 'panel.work',
      title,
      content: `${named(order)}${content}`,
      link,
    })
  }
}

/** Tells whoever runs the order how the review stands. */
export async function tellHosts(ctx: Any, order: Order, { title, content }: { title: string; content: string }) {
  const subject = { ctx, order, event: { id: null, kind: 'panel.state' } }
  await tellOwners(subject, { title, content: `${named(order)}${content}`, page: 'group.desk' })
}

/** Tells one supplier what concerns it, and nothing else. */
export async function tellOne(
  ctx: Any,
  order: Order,
  { tradeId, title, content }: { tradeId: string; title: string; content: string },
): Promise<void> {
  const { supplierCompanyId } = await ctx.expectOne('trade', { id: tradeId }, { columns: ['supplierCompanyId'] })
  const subject = { ctx, order, event: { id: null, kind: 'panel.asked' } }
  await tellSupplier(subject, supplierCompanyId, { title, content: `${named(order)}${content}`, page: 'group.own' })
}
