import { formatTime } from '#contract/time.ts'
import { holdersOf, notifyOfficers } from '#features/joint-key/server/public.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { named, onOrder, participants, tellSupplier } from '#features/procurement/server/public.ts'
import { roundRows } from '#features/quotes/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { HOST } from '../quote-host.ts'
import { RELEASE_EXTENDED } from './extension.ts'
import { endOf, openingOf } from './opening.ts'
import { ANSWER_WANTED, RELEASE_WANTED } from './settle.ts'

/** The round has ended: whoever handed in a quote is asked for its keys. */
const askSuppliers = onOrder('inquiry: ask suppliers for their keys', RELEASE_WANTED, (subject) =>
  tellSuppliers(subject, ({ label, end }) => ({
    title: '请提交报价密钥',
    content: `${named(subject.order)}${label}已截止，请于 ${end} 前用本企业的密钥文件提交密钥；未提交的不予开启，视为撤销报价。`,
  })),
)

/** The time to release was extended: all who handed in a quote are told alike, and the officers who come after them. */
const tellOfExtension = onOrder('inquiry: tell of more time to release keys', RELEASE_EXTENDED, async (subject) => {
  const { ctx, order, event } = subject
  const reason = String(event.payload.reason)
  await tellSuppliers(subject, ({ label, end }) => ({
    title: '提交报价密钥的时限已延长',
    content: `${named(order)}${label}提交密钥的时限延长至 ${end}（${reason}）；已提交的无须再次提交。`,
  }))
  const key = await holdersOf(ctx, order.id)
  const about = await aboutOf(subject)
  if (!key || !about?.opening.ceremonyId) return
  await notifyOfficers(ctx, {
    userIds: key.officers.filter(({ isExcused }) => !isExcused).map(({ userId }) => userId),
    ceremonyId: key.ceremonyId,
    kind: ANSWER_WANTED,
    title: '共同开启报价的时间顺延',
    content: `${named(order)}${about.label}提交密钥的时限延长至 ${about.end}（${reason}），此后请您参与共同开启。`,
    eventId: event.id,
  })
})

/** The release is closed: every officer is asked to answer. */
const askOfficers = onOrder('inquiry: ask officers to answer', ANSWER_WANTED, async ({ ctx, order, event }) => {
  const opening = await openingOf(ctx, String(event.payload.roundId))
  const key = await holdersOf(ctx, order.id)
  if (!opening?.bids || opening.begunAt || !key) return
  await notifyOfficers(ctx, {
    userIds: key.officers.filter(({ isExcused }) => !isExcused).map(({ userId }) => userId),
    ceremonyId: key.ceremonyId,
    kind: ANSWER_WANTED,
    title: '请参与共同开启报价',
    content: `${named(order)}已截止提交密钥，共 ${opening.bids.length} 份报价，需 ${key.threshold} 名保管人共同开启，请在登记的设备上操作。`,
    eventId: event.id,
  })
})

export const keyMessages: readonly Subscriber[] = [askSuppliers, tellOfExtension, askOfficers]

type Subject = Parameters<Parameters<typeof onOrder>[2]>[0]

/** What messages say of a round that waits for its keys, in words; null where there is none. */
async function aboutOf({ ctx, order, event }: Subject) {
  const roundId = String(event.payload.roundId)
  const [round] = await roundRows(ctx, { orderId: order.id, kind: HOST.kind, id: roundId })
  const opening = await openingOf(ctx, roundId)
  if (!round || !opening) return null
  return { opening, label: HOST.label(round.roundNo), end: formatTime(await endOf(ctx, opening), true) }
}

/** A message to the suppliers of the event's trades, with a link to their quote of the round. */
async function tellSuppliers(
  subject: Subject,
  words: (about: { label: string; end: string }) => Record<'title' | 'content', string>,
): Promise<void> {
  const { ctx, order, event } = subject
  const about = await aboutOf(subject)
  if (!about) return
  const asked = event.payload.tradeIds as readonly string[]
  for (const { companyId, tradeId } of await participants(ctx, order.id)) {
    if (!asked.includes(tradeId)) continue
    const ids = { tradeId, roundId: String(event.payload.roundId), operation: 'view' }
    const link = placeOf({ id: order.id, method: order.method, ids }, 'quote.sheet', 'supplier')
    await tellSupplier(subject, companyId, { ...words(about), kind: RELEASE_WANTED, link })
  }
}
