import { jointKeyPlace } from '#features/procurement/methods/places.ts'
import { notify } from '#features/messages/server/public.ts'
import { named, orderRow, tellOwners } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { InvitationStatus } from '../rules-invitations.ts'
import { ANSWERED, contactOf, INVITED, invitationRow, shortened } from './invitations.ts'
import { identitiesOf, INVITATION } from './messages.ts'

/** Asks whoever was found, in a workbench of their own company. */
const askPerson: Subscriber = {
  name: 'joint-key: ask a supervisor',
  kind: INVITED,
  async handle(ctx, { id: eventId, payload }) {
    const row = await invitationRow(ctx, String(payload.invitationId), false)
    if (!row?.userId || row.status !== InvitationStatus.values.waiting) return
    const order = await orderRow(ctx, row.orderId)
    const identity = (await identitiesOf(ctx, [row.userId])).get(row.userId)
    if (!identity) return
    await notify(ctx, {
      to: { userIds: [row.userId] },
      identity,
      kind: INVITATION,
      eventId,
      title: '邀请您担任联合密钥监督人',
      content: `${named(order)}邀请您作为监督人保管联合密钥的一份。接受后，采购方可以看到您的姓名和单位。`,
      link: '/joint-keys',
    })
  },
}

/** Tells whoever runs the order how it was answered. */
const tellOwner: Subscriber = {
  name: 'joint-key: tell of an answer',
  kind: ANSWERED,
  async handle(ctx, { id: eventId, payload }) {
    const row = await invitationRow(ctx, String(payload.invitationId), false)
    if (!row) return
    const order = await orderRow(ctx, row.orderId)
    const label = InvitationStatus.label(row.status)
    await tellOwners(
      { ctx, order, event: { id: eventId, kind: INVITATION } },
      {
        title: `监督人邀请${label}`,
        content: `${named(order)}：${shortened(contactOf(ctx, row))} ${label}担任联合密钥监督人的邀请。`,
        link: (reader) => jointKeyPlace(order, reader),
      },
    )
  },
}

export const tellOfInvitations: readonly Subscriber[] = [askPerson, tellOwner]
