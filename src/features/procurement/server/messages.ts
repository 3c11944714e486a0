import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import { NoticeKind, OPENING_KINDS, TradeStatus } from '../rules/enums.ts'
import { methodOf } from '../methods/all.ts'
import { noticeLabel } from '../methods/notices.ts'
import type { Page } from '../methods/pages.ts'
import { placeOf } from '../methods/places.ts'
import { say } from '../methods/say.ts'
import type { Order } from './access.ts'
import { contractDue } from './award-letter.ts'
import { publishedNotice } from './notices.ts'
import { objectionPlace } from './objections.ts'
import { undecided } from './invited.ts'
import { type Audience, orderAudience, orderRow } from './public.ts'
import { awardsOf, type ResultKind } from './results.ts'
import { companyName } from './trades.ts'
import { isPrivate } from './visible.ts'

/** A message about an order, before it is known where its reader's page stands. */
interface Text {
  title: string
  content: string
  /** Of the message, where it is not that of the event. */
  kind?: string
}

interface Subject {
  ctx: Context<null>
  event: DeliveredEvent
  order: Order
  audience: Audience
}

/** Who is told what, by event. Every event carries the id of its order. */
export const subscribers: readonly Subscriber[] = [
  on('trade.signed-up', async (subject) => {
    const trade = await tradeOf(subject)
    if (trade?.status !== TradeStatus.values.pending) return
    const name = await companyName(subject.ctx, trade.supplierCompanyId)
    await tellOwners(
      subject,
      { title: '收到新的报名', content: `${name}报名${named(subject.order)}，请审核。` },
      'sign-up.list',
    )
  }),
  on('trade.decided', async (subject) => {
    const trade = await tradeOf(subject)
    if (!trade) return
    const passed = subject.event.payload.pass === true
    const content = passed
      ? `贵单位在${named(subject.order)}的报名已通过，${nextStep(subject.order)}`
      : `贵单位在${named(subject.order)}的报名未通过：${trade.reason}。报名截止前可重新报名。`
    await tellSupplier(subject, trade.supplierCompanyId, { title: passed ? '报名已通过' : '报名未通过', content })
  }),
  on('notice.published', async (subject) => {
    const notice = await publishedNotice(subject.ctx, String(subject.event.payload.noticeId))
    // It opens the sign-up: nobody takes part yet.
    if (OPENING_KINDS.includes(notice.kind)) return
    const label = noticeLabel(notice.kind, subject.order)
    const duty = notice.needsConfirmation ? '请登录平台查看并确认。' : '请登录平台查看。'
    const text = { title: `${label}：${notice.title}`, content: `${named(subject.order)}发布了${label}，${duty}` }
    await tellParticipants(subject, text)
    // What others read on the portal.
    if (isPrivate(subject.order) && notice.kind !== NoticeKind.values.clarification)
      for (const companyId of await undecided(subject.ctx, subject.order.id))
        await tellSupplier(subject, companyId, text)
    await tellObservers(subject, text)
  }),
  on('order.awarded', async (subject) => {
    // Everybody else is told by the notice of the result (招标投标法第四十五条).
    const { tradeId } = subject.event.payload
    const award = (await awardsOf(subject.ctx, subject.order.id)).find((one) => one.tradeId === tradeId)
    if (!award) return
    const due = formatTime(await contractDue(subject.ctx, award.decidedAt))
    const price = `${say(subject.order, '{won}价')} ${formatAmount(award.price)} 元`
    const content = `贵单位已被确定为${named(subject.order)}的${say(subject.order, '{winner}')}，${price}。请下载${say(subject.order, '{won}通知书')}，并于 ${due}（北京时间）前订立书面合同。`
    await tellSupplier(subject, award.companyId, { title: say(subject.order, '{won}通知书'), content })
  }),
  on('order.result-fell', async (subject) => {
    const { kind, tradeIds, cause } = subject.event.payload as { kind: ResultKind; tradeIds: string[]; cause: string }
    const [lost, notice] =
      kind === 'award'
        ? [say(subject.order, '{won}资格'), say(subject.order, '原{won}通知书失效，变更结果见公告。')]
        : [say(subject.order, '{won}候选人资格'), '变更后的候选人见公示，公示期内可提出异议。']
    for (const { supplierCompanyId: companyId } of await tradesOf(subject, tradeIds))
      await tellSupplier(subject, companyId, {
        title: `${lost}已取消`,
        content: `贵单位在${named(subject.order)}的${lost}已取消，原因：${cause}。${notice}`,
      })
  }),
  on('order.status', async (subject) => {
    if (subject.event.payload.from === subject.event.payload.to) return
    // With the result, and not before it: until then nobody outside learns how the committee decides.
    const { to } = subject.event.payload
    if (to !== 'winner.fixed' && to !== 'abortive.declared') return
    for (const { accepted, fault, reason, supplierCompanyId: companyId } of await bondDecisions(subject)) {
      const outcome = accepted ? '予以接受' : '否决投标'
      await tellSupplier(subject, companyId, {
        kind: 'bond.decided',
        title: `投标保证金认定：${outcome}`,
        content: `${named(subject.order)}：${fault}。评标委员会认定${outcome}，理由：${reason}。`,
      })
    }
  }),
  on('invitation.declined', (subject) => {
    const { companyName: name, reason } = subject.event.payload
    const isAlone = methodOf(subject.order.method).maxSuppliers === 1
    const next = isAlone ? '如不再报名，请办理流标。' : '报名截止前可继续邀请其他供应商。'
    const content = `${String(name)}谢绝参加${named(subject.order)}：${String(reason)}。${next}`
    return tellOwners(subject, { title: '受邀供应商谢绝参加', content }, 'abortive.addSupplier')
  }),
  on('question.asked', (subject) =>
    // Who asked is not told, neither here nor on the page.
    tellOwners(subject, { title: '收到新的提问', content: `${named(subject.order)}有供应商提问，请答复。` }),
  ),
  on('objection.created', async (subject) => {
    const { dueAt } = await objectionOf(subject)
    const due = formatTime(dueAt)
    const content = `${named(subject.order)}收到异议，请于 ${due}（北京时间）前答复，答复前流程暂停。`
    await tellObjection(subject, { title: '收到异议', content })
  }),
  on('objection.withdrawn', async (subject) => {
    const { subject: about } = await objectionOf(subject)
    await tellObjection(subject, {
      title: '异议已撤回',
      content: `${named(subject.order)}的异议“${about}”已由供应商撤回。`,
    })
  }),
  on('objection.answered', (subject) => tellObjector(subject, '异议已答复', '已答复，请登录平台查看。')),
  on('objection.complained', (subject) => tellObjector(subject, '投诉已登记', '已登记投诉受理，请登录平台查看。')),
  on('order.sign-up-end', async (subject) => {
    if (!isRunning(subject)) return
    const waiting = await subject.ctx.tx
      .selectFrom('trade')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('tenantId', '=', subject.ctx.tenantId)
      .where('orderId', '=', subject.order.id)
      .where('status', '=', TradeStatus.values.pending)
      .executeTakeFirstOrThrow()
    const more = waiting.n > 0 ? `，尚有 ${waiting.n} 家待审核` : ''
    await tellOwners(
      subject,
      { title: '报名已截止', content: `${named(subject.order)}报名已截止${more}。` },
      'sign-up.list',
    )
  }),
  on('order.bid-reminder', async (subject) => {
    if (!isRunning(subject)) return
    const { order, event } = subject
    const end = formatTime(order.bidEnd, true)
    const hours = String(event.payload.hours)
    if (methodOf(order.method).offers === 'live')
      return tellParticipants(subject, {
        title: `距竞价开始不足 ${hours} 小时`,
        content: `${named(order)}将于 ${end}（北京时间）开始竞价，以平台时间为准，请提前进入竞价大厅。`,
      })
    await tellParticipants(subject, {
      title: `距${say(order, '{deadline}')}不足 ${hours} 小时`,
      content: `${named(order)}的${say(order, '{offer}')}须于 ${end}（北京时间）前提交，以平台时间为准，逾期不予受理。`,
    })
  }),
  on('order.open-time', async (subject) => {
    // What opens by the clock tells of it itself.
    if (!isRunning(subject) || methodOf(subject.order.method).reveal === 'clock') return
    const text = { title: '开标时间已到', content: `${named(subject.order)}已到开标时间，请进入开标大厅。` }
    await tellOwners(subject, text)
    await tellParticipants(subject, text)
  }),
  on('order.publicity-end', async (subject) => {
    if (isRunning(subject))
      return tellOwners(subject, { title: '公示期满', content: `${named(subject.order)}公示期已满。` })
    if (subject.order.state !== 'candidates.public') return
    await tellOwners(subject, {
      title: say(subject.order, '{publicity}期满'),
      content: `${named(subject.order)}${say(subject.order, '{publicity}')}期已满，可以定标。`,
    })
  }),
]

function on(kind: string, tell: (subject: Subject) => Promise<void>): Subscriber {
  return {
    name: `procurement: tell of ${kind}`,
    kind,
    handle: async (ctx, event) => {
      const orderId = String(event.payload.orderId)
      const order = await orderRow(ctx, orderId)
      await tell({ ctx, event, order, audience: await orderAudience(ctx, orderId) })
    },
  }
}

/** What an approved supplier does next. */
function nextStep(order: Order): string {
  if (methodOf(order.method).offers === 'live')
    return `竞价于 ${formatTime(order.openAt)}（北京时间）开始，届时请进入竞价大厅报价。`
  return `可下载${say(order, '{documents}')}。${say(order, '{deadline}')}时间 ${formatTime(order.bidEnd)}（北京时间）。`
}

/** A deadline that fired for an order that has ended meanwhile is nobody's business. */
function isRunning({ order }: Subject): boolean {
  return order.state === 'publish.open'
}

function named(order: Order): string {
  return `“${order.title}”（${order.code}）`
}

async function tellOwners(subject: Subject, text: Text, page: Page = 'publish.detail'): Promise<void> {
  const { ctx, event, order, audience } = subject
  const identity = audience.ownerIdentity
  const link = placeOf(order, page, identity)
  await notify(ctx, { to: { userIds: audience.owners }, identity, kind: event.kind, eventId: event.id, link, ...text })
}

async function tellObjection(subject: Subject, text: Text): Promise<void> {
  const { ctx, event, audience } = subject
  const identity = audience.ownerIdentity
  const link = objectionPlace(identity, String(event.payload.objectionId))
  await notify(ctx, { to: { userIds: audience.owners }, identity, kind: event.kind, eventId: event.id, link, ...text })
}

/** Tells whoever objected: a participant, or a company without a part. */
async function tellObjector(subject: Subject, title: string, outcome: string): Promise<void> {
  const { companyId: stranger } = subject.event.payload as { companyId?: string | null }
  const companyId = stranger ?? (await tradeOf(subject))?.supplierCompanyId
  if (!companyId) return
  const content = `贵单位对${named(subject.order)}提出的异议${outcome}`
  const page = stranger ? 'publicity.object' : 'publish.tender'
  await tellSupplier(subject, companyId, { title, content, page })
}

function objectionOf({ ctx, event }: Subject) {
  return ctx.expectOne('objection', { id: String(event.payload.objectionId) }, { columns: ['subject', 'dueAt'] })
}

async function tellObservers({ ctx, event, order, audience }: Subject, text: Text): Promise<void> {
  const link = placeOf(order, 'publish.detail', 'purchaser')
  const to = { userIds: audience.observers }
  await notify(ctx, { to, identity: 'purchaser', kind: event.kind, eventId: event.id, link, ...text })
}

async function tellParticipants({ ctx, event, order, audience }: Subject, text: Text): Promise<void> {
  const to = { userIds: audience.participants }
  await notify(ctx, {
    to,
    identity: 'supplier',
    kind: event.kind,
    eventId: event.id,
    link: supplierLink(order),
    ...text,
  })
}

async function tellSupplier(
  { ctx, event, order }: Subject,
  companyId: string,
  { page = 'publish.tender', ...text }: Text & { page?: Page },
): Promise<void> {
  const to = { companyId, right: 'bidding' }
  await notify(ctx, {
    to,
    identity: 'supplier',
    kind: event.kind,
    eventId: event.id,
    link: placeOf(order, page, 'supplier'),
    ...text,
  })
}

function supplierLink(order: Order): string {
  return placeOf(order, 'publish.tender', 'supplier')
}

/** What the committee decided of bonds, with the bidder it is about. */
function bondDecisions({ ctx, order }: Subject) {
  return ctx.tx
    .selectFrom('bond_decision as d')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'd.tenantId').onRef('t.id', '=', 'd.tradeId'))
    .select(['d.accepted', 'd.fault', 'd.reason', 't.supplierCompanyId'])
    .where('d.tenantId', '=', ctx.tenantId)
    .where('d.orderId', '=', order.id)
    .execute()
}

async function tradeOf(subject: Subject) {
  const [trade] = await tradesOf(subject, [String(subject.event.payload.tradeId)])
  return trade
}

function tradesOf({ ctx }: Subject, ids: readonly string[]) {
  return ctx.many('trade', { id: [...ids] })
}
