import { Exact } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Finding } from '../contract/shared.ts'
import { checkDates } from '../rules/legal-calendar-dates.ts'
import type { OrderDates } from '../rules/legal-calendar-dates.ts'
import type { Schedule as LawSchedule } from '../rules/legal-calendar-schedule.ts'
import { NoticeKind } from '../rules/enums.ts'
import { candidateDays } from '../rules/candidate-days.ts'
import { methodOf } from '../methods/all.ts'
import { OrderSettings } from '../rules/settings.ts'
import { shownDate } from '../engine/schedule.ts'
import type { ScheduleField } from '../methods/method.ts'
import { say } from '../methods/say.ts'
import { isJoint } from '../rules/key-mode.ts'
import type { Order } from './access.ts'
import { findingsOf, isFew, type LawProject, lawView, reportedAt } from './legal.ts'
import { invitedOf } from './invited.ts'
import { budgetUse } from './budget-port.ts'
import { jointKeys } from './key-port.ts'
import { orderItems } from './order-items.ts'
import type { Problem } from './step-server.ts'
import { isPrivate } from './visible.ts'
import { NULL } from '#server/database/records.ts'

const FIELDS: Readonly<Partial<Record<keyof OrderDates, ScheduleField>>> = {
  documentSaleStart: 'saleStart',
  documentSaleEnd: 'saleEnd',
  signUpDeadline: 'signUpEnd',
  bidDeadline: 'bidEnd',
  openAt: 'openAt',
}

/** The dates of a schedule, as an order holds them. */
export const DATES = [
  'saleStart',
  'saleEnd',
  'signUpEnd',
  'questionEnd',
  'bidEnd',
  'openAt',
] as const satisfies readonly ScheduleField[]

/** Mistakes among the dates; `before` holds the dates of a published order that is changed. */
export function dateProblems(order: Order, now: Date, before?: Order): Problem[] {
  const view = (o: Order): OrderDates => ({
    documentSaleStart: o.saleStart,
    documentSaleEnd: o.saleEnd,
    signUpDeadline: o.signUpEnd,
    bidDeadline: o.bidEnd,
    openAt: o.openAt,
  })
  const problems: Problem[] = []
  // A date that follows from another is named by what it follows from, and a mistake is said once.
  const wrong = (field: ScheduleField, message: string) => {
    const path = `schedule.${shownDate(order.method, field).field}`
    if (!problems.some((one) => one.path === path)) problems.push({ path, message })
  }
  for (const { path, message } of checkDates(view(order), now, before && view(before)))
    wrong(FIELDS[path as keyof OrderDates]!, say(order, message))
  const { questionEnd, signUpEnd, saleEnd, bidEnd } = order
  const labelOf = (field: ScheduleField) => shownDate(order.method, field).label
  const early = (field: ScheduleField, at: Date | null) => {
    if (at !== null && bidEnd !== null && at > bidEnd) wrong(field, `${labelOf(field)}不能晚于${labelOf('bidEnd')}`)
  }
  early('questionEnd', questionEnd)
  early('signUpEnd', signUpEnd)
  early('saleEnd', saleEnd)
  // Nobody commits to an order whose reason may still be refuted.
  const { publicityEnd: publicised } = order
  if (publicised && signUpEnd && signUpEnd < publicised)
    wrong('signUpEnd', `${labelOf('signUpEnd')}不能早于公示截止时间 ${formatTime(publicised)}`)
  const moved = before?.questionEnd?.getTime() !== questionEnd?.getTime()
  if (questionEnd && questionEnd < now && moved) wrong('questionEnd', '不能早于当前时间')
  return problems
}

/** The legal calendar and our own warnings about an order as it stands: planned dates, and what has happened. */
export async function lawOf(
  ctx: Context<Actor>,
  { order, project }: { order: Order; project: LawProject },
): Promise<Finding[]> {
  const noticeAt = order.publishedAt ?? ctx.clock.now()
  const key = !order.publishedAt && isJoint(order.settings) ? await jointKeys().keyOf(ctx, order) : null
  const view = {
    ...lawView(order, { project, noticeAt }),
    ...statedTerms(order),
    ...(isFew(order) && { isFew: true }),
    ...(key && { keyHolders: key.holders }),
  }
  if (!order.publishedAt) {
    // Those who are added later only raise the number.
    const inviteeCount = isPrivate(order) ? (await invitedOf(ctx, order.id)).length : undefined
    const isAsked = methodOf(order.method).candidates === 'optional'
    const planned = {
      ...view,
      ...(inviteeCount !== undefined && { inviteeCount }),
      ...(isAsked && { candidateDays: candidateDays(order) }),
    }
    const budget = await budgetUse().findings(ctx, { order, amount: order.estimatedPrice })
    return [...(await findingsOf(ctx, planned)), ...(await itemPriceWarning(ctx, order)), ...budget]
  }
  return findingsOf(ctx, { ...view, ...(await happened(ctx, order)) })
}

/** What the law looks at among the settings; those of a draft that cannot be read yet say nothing. */
function statedTerms(
  order: Pick<Order, 'settings'>,
): Pick<LawSchedule, 'offerRounds' | 'sole' | 'lowPriceRule' | 'priceWeight'> {
  const { offerRounds = 0, sole, lowPrice, ways = [] } = OrderSettings.safeParse(order.settings).data ?? {}
  const priceWeight = ways.find(({ isAutomatic }) => isAutomatic)?.fullMark
  return {
    offerRounds,
    ...(sole && { sole }),
    ...(lowPrice && { lowPriceRule: lowPrice.rule }),
    ...(priceWeight && { priceWeight }),
  }
}

/** What the law looks at besides the plan: amendments, publicity, objections, award. */
async function happened(ctx: Context<Actor>, order: Order): Promise<Partial<LawSchedule>> {
  const notices = await ctx.many(
    'notice',
    { orderId: order.id, status: 1 },
    { columns: ['kind', 'publishedAt', 'data'], orderBy: ['publishedAt'] },
  )
  const objections = await ctx.many(
    'objection',
    { orderId: order.id, withdrawnAt: NULL },
    { columns: ['createdAt', 'answeredAt'] },
  )
  const last = (test: (notice: (typeof notices)[number]) => boolean) => notices.findLast(test)?.publishedAt ?? undefined
  const { candidate, result } = NoticeKind.values
  return {
    now: ctx.clock.now(),
    amendmentAt: last(({ data }) => (data as { affectsBids?: boolean }).affectsBids === true),
    reviewReportAt: reportedAt(order),
    candidateNoticeAt: last((n) => n.kind === candidate),
    candidateNoticeEnd: order.publicityEnd ?? undefined,
    awardedAt: order.awardedAt ?? undefined,
    winnerNoticeAt: last((n) => n.kind === result),
    objections: objections.map((o) => ({ receivedAt: o.createdAt, answeredAt: o.answeredAt ?? undefined })),
  }
}

/** Line limits that together exceed the limit of the whole are most often a slip of the unit (元, 万元). */
async function itemPriceWarning(ctx: Context<Actor>, order: Order): Promise<Finding[]> {
  const items = await orderItems(ctx, order)
  if (order.controlPrice === null || items.length === 0 || items.some((i) => i.controlPrice === null)) return []
  const total = items.reduce((sum, i) => sum.plus(new Exact(i.controlPrice!).times(i.quantity)), new Exact(0))
  return [
    {
      ruleId: 'item-limits',
      citation: say(order, '清单与{ceiling}一致性'),
      title: say(order, '清单各行限价合计不超过{ceiling}'),
      ok: total.lte(order.controlPrice),
      severity: 'warn',
      message: total.lte(order.controlPrice)
        ? say(order, '清单各行限价合计不超过{ceiling}')
        : `清单各行限价合计 ${total.toFixed(2)} 元，超过${say(order, '{ceiling}')} ${order.controlPrice} 元`,
    },
  ]
}
