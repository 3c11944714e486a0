import { type Notice, notify } from '#features/messages/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import type { Page } from '../methods/pages.ts'
import { placeOf } from '../methods/places.ts'
import type { Order } from './access.ts'
import { type Audience, orderAudience } from './order-audience.ts'
import { orderRow } from './order-row.ts'

/** What people are told of: an order, and the event that it is told for (without an id: none). */
export interface Subject {
  ctx: Context<Actor | null>
  order: Order
  event: { id: number | null; kind: string }
}

/** A message about an order, before it is known where its reader's page stands. */
export interface Told {
  title: string
  content: string
  /** Of the message, where it is not that of the event. */
  kind?: string
  /** Where it leads; left out: to the order. */
  page?: Page
  /** The same where it is no page of the order. */
  link?: string
}

/** The same for whoever runs the order, where the address tells their workbench. */
type ToldOwners = Omit<Told, 'link'> & { link?: string | ((reader: Audience['ownerIdentity']) => string) }

/** An event that carries the id of its order, with the order. */
export interface OrderEvent extends Subject {
  ctx: Context<null>
  event: DeliveredEvent
}

/** A kind of message about an order, and who is told what by the event of that name. */
export interface OrderMessage extends MessageKind {
  /** The event, where it is not named as the kind. */
  of?: string
  tell?: (subject: OrderEvent) => Promise<unknown>
}

/** An order in a sentence. */
export function named({ title, code }: { title: string; code: string }): string {
  return `“${title}”（${code}）`
}

/** A deadline that fired for an order that has ended meanwhile is nobody's business. */
export function isRunning({ state }: Order): boolean {
  return state === 'publish.open'
}

/** Tells of an event that carries the id of its order. `name` is stable, like that of every subscriber. */
export function onOrder(name: string, kind: string, tell: (subject: OrderEvent) => Promise<unknown>): Subscriber {
  return {
    name,
    kind,
    async handle(ctx, event) {
      await tell({ ctx, event, order: await orderRow(ctx, String(event.payload.orderId)) })
    },
  }
}

/** Whoever runs the order, in the workbench it is run from; `among`: these people instead. */
export async function tellOwners(subject: Subject, told: ToldOwners, among?: readonly string[]): Promise<void> {
  const { owners, ownerIdentity } = await orderAudience(subject.ctx, subject.order.id)
  const { link, ...rest } = told
  const place = typeof link === 'function' ? link(ownerIdentity) : link
  await tell(
    subject,
    { ...rest, ...(place && { link: place }) },
    { to: { userIds: among ?? owners }, identity: ownerIdentity },
  )
}

/** The purchaser's people while an agency runs the order. */
export async function tellObservers(subject: Subject, told: Told): Promise<void> {
  const { observers } = await orderAudience(subject.ctx, subject.order.id)
  await tell(subject, told, { to: { userIds: observers }, identity: 'purchaser' })
}

/** People of approved participants. */
export async function tellParticipants(subject: Subject, told: Told): Promise<void> {
  const { participants } = await orderAudience(subject.ctx, subject.order.id)
  await tell(subject, told, { to: { userIds: participants }, identity: 'supplier' })
}

/** Whoever bids for this company. */
export async function tellSupplier(subject: Subject, companyId: string, told: Told): Promise<void> {
  await tell(subject, told, { to: { companyId, right: 'bidding' }, identity: 'supplier' })
}

async function tell(
  { ctx, order, event }: Subject,
  { title, content, kind = event.kind, page, link }: Told,
  whom: Pick<Notice, 'to' | 'identity'>,
): Promise<void> {
  const own = whom.identity === 'supplier' ? 'publish.tender' : 'publish.detail'
  await notify(ctx, {
    ...whom,
    kind,
    eventId: event.id,
    title,
    content,
    link: link ?? placeOf(order, page ?? own, whom.identity),
  })
}
