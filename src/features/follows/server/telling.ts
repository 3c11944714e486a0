import { sql } from 'kysely'
import { notify } from '#features/messages/server/public.ts'
import { entitledUsers } from '#features/passport/server/public.ts'
import { stateLabel } from '#features/procurement/engine/stage.ts'
import { ABORTIVE_STATES, ORDER_STATES, type OrderState, reached } from '#features/procurement/engine/states.ts'
import { noticeLabel } from '#features/procurement/methods/notices.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { NoticeKind, OPENING_KINDS } from '#features/procurement/rules/enums.ts'
import {
  awardsOf,
  inState,
  isPrivate,
  isPublicNotice,
  named,
  orderAudience,
  orderRow,
  publishedNotice,
} from '#features/procurement/server/public.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import type { MessageKind } from '#server/feature.ts'
import { followersOf, noteLast } from './standing.ts'

type Ctx = Context<null>
type Order = Awaited<ReturnType<typeof orderRow>>
type Notice = Awaited<ReturnType<typeof publishedNotice>>
type Follower = Awaited<ReturnType<typeof followersOf>>[number]

/** A public step of an order. */
interface Step {
  event: DeliveredEvent
  order: Order
  at: Date
  link: string
  /** Users who know of it already. */
  heard: Set<string>
}

const ORDER_KIND = 'follow.order'
const COMPANY_KIND = 'follow.company'

export const messageKinds: readonly MessageKind[] = [
  {
    kind: ORDER_KIND,
    label: '关注的项目有新进展',
    group: '公告与变更',
    workbenches: ['supplier'],
    channels: ['email'],
  },
  {
    kind: COMPANY_KIND,
    label: '关注的企业有新动态',
    group: '公告与变更',
    workbenches: ['supplier'],
    channels: ['email'],
  },
]

/** What everybody may read of an order is told to whoever follows it, its purchaser, or a winner; once to each person. */
export const tellOfNotices: Subscriber = {
  name: 'follows: tell of a public notice',
  kind: 'notice.published',
  // Thousands may follow the same.
  isSlow: true,
  async handle(ctx, event) {
    const order = await orderRow(ctx, String(event.payload.orderId))
    const notice = await publishedNotice(ctx, String(event.payload.noticeId))
    if (!isPublicNotice(notice.kind, order)) return
    const opens = OPENING_KINDS.includes(notice.kind)
    const at = notice.publishedAt!
    const link = isPrivate(order) ? `/portal/notices/${notice.id}` : placeOf(order, 'publish.tender', 'supplier')
    const step = { event, order, at, link, heard: opens ? new Set<string>() : await participantsOf(ctx, order) }
    await tellOfOrder(ctx, step, noticeWords(notice, order))
    if (opens) {
      await tellOfNewAttempt(ctx, step)
      // Several orders may publish one text: it is told of the first.
      if (notice.isListed) await tellOfPurchaser(ctx, step, noticeLabel(notice.kind, order))
    }
    if (notice.kind === NoticeKind.values.result) await tellOfWinners(ctx, step, notice)
  },
}

/** That offers are being looked at stands on the page of every notice; it is told once, when it begins. */
export const tellOfOpening: Subscriber = {
  name: 'follows: tell of an opening',
  kind: 'order.status',
  isSlow: true,
  async handle(ctx, event) {
    const { from, to } = event.payload as { from: OrderState; to: OrderState }
    if (!isOpening(from, to)) return
    const order = await orderRow(ctx, String(event.payload.orderId))
    if (isPrivate(order) || order.isSecret) return
    const label = stateLabel({ ...order, state: to })
    const link = placeOf(order, 'publish.tender', 'supplier')
    const step = { event, order, at: event.at, link, heard: await participantsOf(ctx, order) }
    await tellOfOrder(ctx, step, { label, what: `进入“${label}”阶段`, last: label })
  },
}

/** An order goes from its publication to where offers are looked at. What ends it at once has a notice that says so. */
function isOpening(from: OrderState, to: OrderState): boolean {
  if (reached({ state: from }, 'opened') || !reached({ state: to }, 'opened')) return false
  return !reached({ state: to }, 'publicised') && !ORDER_STATES[to].isFailed
}

/** Whoever takes part hears of each notice and of the opening as a participant. */
async function participantsOf(ctx: Ctx, order: Order): Promise<Set<string>> {
  return new Set((await orderAudience(ctx, order.id)).participants)
}

interface Words {
  label: string
  /** What became of the order, behind its name. */
  what: string
  /** The same in short, for the list of what is followed. */
  last: string
}

function noticeWords(notice: Notice, order: Order): Words {
  const label = noticeLabel(notice.kind, order)
  const { before, schedule } = notice.data as { before?: object; schedule?: object }
  const isMoved = before !== undefined && JSON.stringify(before) !== JSON.stringify(schedule)
  const what = `发布了${label}《${notice.title}》${isMoved ? '，日程有调整' : ''}`
  return { label, what, last: isMoved ? `${label}（日程调整）` : label }
}

async function tellOfOrder(ctx: Ctx, step: Step, { label, what, last }: Words): Promise<void> {
  const { order, at } = step
  const of = await followersOf(ctx, 'orders', { subjects: [order.id], at })
  await tell(ctx, step, {
    of,
    kind: ORDER_KIND,
    title: `${label}：${order.title}`,
    content: () => `您关注的${named(order)}${what}。`,
  })
  await noteLast(ctx, 'orders', { of, last: { text: last, link: step.link, at } })
}

/** An order is published again after one of the same lot came to nothing: whoever followed that one is told. */
async function tellOfNewAttempt(ctx: Ctx, step: Step): Promise<void> {
  const { order, at, link } = step
  const { rows } = await sql<{ id: string }>`select o.id from purchase_order o
    where o.tenant_id = ${ctx.tenantId} and o.project_id = ${order.projectId} and o.lot_no = ${order.lotNo}
      and o.id <> ${order.id} and o.published_at is not null and ${inState('o.state', ...ABORTIVE_STATES)}`.execute(
    ctx.tx,
  )
  const of = await followersOf(ctx, 'orders', { subjects: rows.map(({ id }) => id), at })
  await tell(ctx, step, {
    of,
    kind: ORDER_KIND,
    title: `重新发布：${order.title}`,
    content: () => `您关注的项目终止后已重新发布：${named(order)}。`,
  })
  await noteLast(ctx, 'orders', { of, last: { text: `重新发布（${order.code}）`, link, at } })
}

async function tellOfPurchaser(ctx: Ctx, step: Step, label: string): Promise<void> {
  const { order, at, link } = step
  const of = await followersOf(ctx, 'companies', { subjects: [order.purchaserCompanyId], at })
  if (of.length === 0) return
  const { name } = await ctx.expectOne('company', { id: order.purchaserCompanyId }, { columns: ['name'] })
  await tell(ctx, step, {
    of,
    kind: COMPANY_KIND,
    title: `${name}：${order.title}`,
    content: () => `您关注的企业“${name}”发布了${label}：${named(order)}。`,
  })
  await noteLast(ctx, 'companies', { of, last: { text: `${label}：${order.title}`, link, at } })
}

/** Only of the award that the notice published, and as long as it is in force. */
async function tellOfWinners(ctx: Ctx, step: Step, notice: Notice): Promise<void> {
  const { order, at, link } = step
  const awards = (await awardsOf(ctx, order.id)).filter(({ noticeId }) => noticeId === notice.id)
  const of = await followersOf(ctx, 'companies', { subjects: awards.map(({ companyId }) => companyId), at })
  const names = Map.groupBy(of, ({ companyId }) => companyId)
  const label = noticeLabel(notice.kind, order)
  await tell(ctx, step, {
    of,
    kind: COMPANY_KIND,
    title: `${label}：${order.title}`,
    content(companyId) {
      const followed = names
        .get(companyId)!
        .map(({ subject }) => `“${awards.find((a) => a.companyId === subject)!.name}”`)
      return say(order, `您关注的企业${followed.join('、')}已{won}：${named(order)}。`)
    },
  })
  await noteLast(ctx, 'companies', { of, last: { text: `${label}：${order.title}`, link, at } })
}

interface News {
  of: readonly Follower[]
  kind: string
  title: string
  /** By the company that follows. */
  content: (companyId: string) => string
}

/** Everybody of these companies who may bid for them now, unless they have heard of the step already. */
async function tell(ctx: Ctx, { event, link, heard }: Step, { of, kind, title, content }: News): Promise<void> {
  const companyIds = [...new Set(of.map(({ companyId }) => companyId))]
  if (companyIds.length === 0) return
  const employees = await ctx.many('employee', { companyId: companyIds }, { columns: ['id', 'companyId'] })
  const entitled = await entitledUsers(ctx, {
    employeeIds: employees.map(({ id }) => id),
    workbench: 'supplier',
    right: 'bidding',
  })
  const companyOf = new Map(
    employees.flatMap(({ id, companyId }) => {
      const user = entitled.get(id)
      return user === undefined || heard.has(user) ? [] : [[user, companyId] as const]
    }),
  )
  await notify(ctx, {
    to: { userIds: [...companyOf.keys()] },
    identity: 'supplier',
    kind,
    eventId: event.id,
    title,
    content: (userId) => content(companyOf.get(userId)!),
    link,
  })
  for (const user of companyOf.keys()) heard.add(user)
}
