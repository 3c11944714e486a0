import { Exact } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Finding } from '../contract/shared.ts'
import { checkDates } from '../rules/legal-calendar-dates.ts'
import type { OrderDates } from '../rules/legal-calendar-dates.ts'
import type { Schedule as LawSchedule } from '../rules/legal-calendar-schedule.ts'
import { NoticeKind } from '../rules/enums.ts'
import { OrderSettings } from '../rules/settings.ts'
import { shownDate } from '../engine/schedule.ts'
import type { ScheduleField } from '../methods/method.ts'
import { say } from '../methods/say.ts'
import { isJoint } from '../rules/key-mode.ts'
import type { Order } from './access.ts'
import { findingsOf, lawView } from './legal.ts'
import { invitedOf } from './invited.ts'
import { jointKeys } from './key-port.ts'
import { orderItems } from './public.ts'
import type { Problem } from './step-server.ts'
import { isPrivate } from './visible.ts'

const FIELDS: Readonly<Partial<Record<keyof OrderDates, ScheduleField>>> = {
  documentSaleStart: 'saleStart',
  documentSaleEnd: 'saleEnd',
  signUpDeadline: 'signUpEnd',
  bidDeadline: 'bidEnd',
  openAt: 'openAt',
}

/** The column of each date of a schedule. */
export const DATE_COLUMNS = {
  saleStart: 'sale_start',
  saleEnd: 'sale_end',
  signUpEnd: 'sign_up_end',
  questionEnd: 'question_end',
  bidEnd: 'bid_end',
  openAt: 'open_at',
} as const satisfies Record<ScheduleField, keyof Order>

/** Mistakes among the dates; `before` holds the dates of a published order that is changed. */
export function dateProblems(order: Order, now: Date, before?: Order): Problem[] {
  const view = (o: Order): OrderDates => ({
    documentSaleStart: o.sale_start,
    documentSaleEnd: o.sale_end,
    signUpDeadline: o.sign_up_end,
    bidDeadline: o.bid_end,
    openAt: o.open_at,
  })
  const problems: Problem[] = []
  // A date that follows from another is named by what it follows from, and a mistake is said once.
  const wrong = (field: ScheduleField, message: string) => {
    const path = `schedule.${shownDate(order.method, field).field}`
    if (!problems.some((one) => one.path === path)) problems.push({ path, message })
  }
  for (const { path, message } of checkDates(view(order), now, before && view(before)))
    wrong(FIELDS[path as keyof OrderDates]!, say(order, message))
  const { question_end: questionEnd, sign_up_end: signUpEnd, sale_end: saleEnd, bid_end: bidEnd } = order
  const labelOf = (field: ScheduleField) => shownDate(order.method, field).label
  const early = (field: ScheduleField, at: Date | null) => {
    if (at !== null && bidEnd !== null && at > bidEnd) wrong(field, `${labelOf(field)}不能晚于${labelOf('bidEnd')}`)
  }
  early('questionEnd', questionEnd)
  early('signUpEnd', signUpEnd)
  early('saleEnd', saleEnd)
  // Nobody commits to an order whose reason may still be refuted.
  const { publicity_end: publicised } = order
  if (publicised && signUpEnd && signUpEnd < publicised)
    wrong('signUpEnd', `${labelOf('signUpEnd')}不能早于公示截止时间 ${formatTime(publicised)}`)
  const moved = before?.question_end?.getTime() !== questionEnd?.getTime()
  if (questionEnd && questionEnd < now && moved) wrong('questionEnd', '不能早于当前时间')
  return problems
}

/** The legal calendar and our own warnings about an order as it stands: planned dates, and what has happened. */
export async function lawOf(
  ctx: Context<Actor>,
  { order, mustTender }: { order: Order; mustTender: boolean },
): Promise<Finding[]> {
  const noticeAt = order.published_at ?? ctx.clock.now()
  const key = !order.published_at && isJoint(order.settings) ? await jointKeys().keyOf(ctx, order) : null
  const view = {
    ...lawView(order, { mustTender, noticeAt }),
    ...statedTerms(order),
    ...(key && { keyHolders: key.holders }),
  }
  if (!order.published_at) {
    // Those who are added later only raise the number.
    const inviteeCount = isPrivate(order) ? (await invitedOf(ctx, order.id)).length : undefined
    const planned = { ...view, ...(inviteeCount !== undefined && { inviteeCount }) }
    return [...(await findingsOf(ctx, planned)), ...(await itemPriceWarning(ctx, order))]
  }
  return findingsOf(ctx, { ...view, ...(await happened(ctx, order)) })
}

/** What the law looks at among the settings; those of a draft that cannot be read yet say nothing. */
function statedTerms(order: Pick<Order, 'settings'>): Pick<LawSchedule, 'offerRounds' | 'sole'> {
  const { offerRounds = 0, sole } = OrderSettings.safeParse(order.settings).data ?? {}
  return { offerRounds, ...(sole && { sole }) }
}

/** What the law looks at besides the plan: amendments, publicity, objections, award. */
async function happened(ctx: Context<Actor>, order: Order): Promise<Partial<LawSchedule>> {
  const notices = await ctx.tx
    .selectFrom('notice')
    .select(['kind', 'published_at', 'data'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', order.id)
    .where('status', '=', 1)
    .orderBy('published_at')
    .execute()
  const objections = await ctx.tx
    .selectFrom('objection')
    .select(['created_at', 'answered_at'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', order.id)
    .where('withdrawn_at', 'is', null)
    .execute()
  const last = (test: (notice: (typeof notices)[number]) => boolean) =>
    notices.findLast(test)?.published_at ?? undefined
  const { candidate, result } = NoticeKind.values
  return {
    now: ctx.clock.now(),
    amendmentAt: last(({ data }) => (data as { affectsBids?: boolean }).affectsBids === true),
    candidateNoticeAt: last((n) => n.kind === candidate),
    candidateNoticeEnd: order.publicity_end ?? undefined,
    winnerNoticeAt: last((n) => n.kind === result),
    objections: objections.map((o) => ({ receivedAt: o.created_at, answeredAt: o.answered_at ?? undefined })),
  }
}

/** Line limits that together exceed the limit of the whole are most often a slip of the unit (元, 万元). */
async function itemPriceWarning(ctx: Context<Actor>, order: Order): Promise<Finding[]> {
  const items = await orderItems(ctx, order)
  if (order.control_price === null || items.length === 0 || items.some((i) => i.control_price === null)) return []
  const total = items.reduce((sum, i) => sum.plus(new Exact(i.control_price!).times(i.quantity)), new Exact(0))
  return [
    {
      ruleId: 'item-limits',
      citation: '清单与最高限价一致性',
      title: '清单各行限价合计不超过最高限价',
      ok: total.lte(order.control_price),
      severity: 'warn',
      message: total.lte(order.control_price)
        ? '清单各行限价合计不超过最高限价'
        : `清单各行限价合计 ${total.toFixed(2)} 元，超过最高限价 ${order.control_price} 元`,
    },
  ]
}
