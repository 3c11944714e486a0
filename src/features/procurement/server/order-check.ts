import { Exact } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Finding } from '../contract/shared.ts'
import { checkDates } from '../rules/legal-calendar-dates.ts'
import type { OrderDates } from '../rules/legal-calendar-dates.ts'
import type { Schedule as LawSchedule } from '../rules/legal-calendar-schedule.ts'
import { BidFileType, envelopeOf, NoticeKind, ReviewModel } from '../rules/enums.ts'
import { isRichText, type RichNode, textOf } from '../rules/rich-text.ts'
import { OrderSettings } from '../rules/settings.ts'
import { termProblems } from '../rules/auction-terms-meaning.ts'
import { shownDate } from '../engine/schedule.ts'
import { methodOf } from '../methods/all.ts'
import type { ScheduleField } from '../methods/method.ts'
import { say } from '../methods/say.ts'
import { isJoint, keyModeProblems } from '../rules/key-mode.ts'
import { wayProblems } from '../rules/default-ways.ts'
import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import type { Order } from './access.ts'
import { findingsOf, lawView } from './legal.ts'
import { checkedDocuments } from './document-check.ts'
import { orderFiles } from './files.ts'
import { invitedOf } from './invited.ts'
import { jointKeys } from './key-port.ts'
import { textAsPublished } from './notice-text.ts'
import { orderItems } from './public.ts'
import type { Project } from './projects.ts'
import { soleFacts, soleProblemsOf } from './sole-source.ts'
import { isPrivate } from './visible.ts'

export interface Problem {
  path: string
  message: string
}

/** Where the form shows who is invited. */
const INVITEES_PATH = 'invitees'

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

/** Everything that is missing or wrong in a draft that shall be published, by field of the form. */
export async function problemsOf(
  ctx: Context<Employee>,
  {
    order,
    project,
    announcement,
  }: {
    order: Order
    project: Pick<Project, 'budget' | 'must_tender'>
    announcement: { title: string; content: unknown } | undefined
  },
): Promise<Problem[]> {
  const problems: Problem[] = []
  const wrong = (path: string, message: string) => problems.push({ path, message })
  const method = methodOf(order.method)
  for (const [field, label] of Object.entries(method.dates.labels) as [ScheduleField, string][])
    if (!order[DATE_COLUMNS[field]]) wrong(`schedule.${field}`, `请填写${label}`)
  if (method.offers === 'live') problems.push(...liveProblems(order, project))
  const settings = OrderSettings.safeParse(order.settings).data
  if (settings) problems.push(...soleProblemsOf(order, settings))
  const sole = settings && (await soleFacts(ctx, order, settings))
  problems.push(...dateProblems({ ...order, publicity_end: sole?.end ? new Date(sole.end) : null }, ctx.clock.now()))

  if (!announcement?.title.trim()) wrong('announcement.title', say(order, '请填写{notice}标题'))
  const content = isRichText(announcement?.content) ? announcement.content : null
  if (!content || textOf(content).trim() === '') wrong('announcement.content', say(order, '请填写{notice}正文'))
  if (announcement && content)
    for (const message of await textProblems(ctx, order, { title: announcement.title, content }))
      wrong('announcement.content', message)

  const files = await orderFiles(ctx, order.id, null)
  if (method.documents === 'demanded' && !files.some((f) => f.kind === 'document'))
    wrong('files', say(order, '请上传{documents}'))
  if (method.hears === 'announcement' && !files.some((f) => f.kind === 'attachment'))
    wrong('files', '请上传单一来源理由的证明材料（专业人员论证意见、专利证书、原合同等）')
  if (isPrivate(order)) {
    const invited = await invitedOf(ctx, order.id)
    for (const { name } of invited.filter((one) => !one.is_usable))
      wrong(INVITEES_PATH, `受邀供应商“${name}”已不是在用的认证供应商，请移除`)
    const { maxSuppliers } = method
    if (maxSuppliers === 1 && invited.length !== 1)
      wrong(INVITEES_PATH, `${method.name}须邀请一家供应商，现为 ${invited.length} 家`)
  }
  for (const { problems: stated } of await checkedDocuments(ctx, order, files))
    for (const message of stated) wrong('files', message)
  if ((await orderItems(ctx, order)).length === 0) wrong('items', say(order, `{order} ${order.lot_no} 没有采购清单`))
  problems.push(...amountProblems(order, project))
  if (method.review === 'hall') problems.push(...reviewProblems(order))
  if (method.offers === 'sealed') problems.push(...(await keyProblems(ctx, order)))
  return problems
}

/** What the announcement would say wrongly if it were published now: documents are never on sale before it. */
async function textProblems(
  ctx: Context<Employee>,
  order: Order,
  text: { title: string; content: RichNode },
): Promise<string[]> {
  const now = ctx.clock.now()
  const saleStart = order.sale_start && order.sale_start > now ? order.sale_start : order.sale_start && now
  return (await textAsPublished(ctx, { ...order, sale_start: saleStart }, text)).problems
}

/** What an order with live offers needs beside the rest. */
function liveProblems(order: Order, project: Pick<Project, 'must_tender'>): Problem[] {
  const parsed = OrderSettings.safeParse(order.settings)
  if (!parsed.success || !parsed.data.auction) return [{ path: 'settings.auction', message: '请填写竞价规则' }]
  const { auction } = parsed.data
  const problems: Problem[] = termProblems(auction, order.control_price)
  if (auction.priceTalk && project.must_tender)
    problems.push({ path: 'settings.auction.priceTalk', message: '依法必须招标的项目不得在竞价后议价' })
  return problems
}

/** In joint-key mode the key must be there before the announcement, which publishes its fingerprint. */
async function keyProblems(ctx: Context<Employee>, order: Order): Promise<Problem[]> {
  if (!isJoint(order.settings)) return []
  const problems = keyModeProblems({ keyMode: 'joint', suite: order.suite, reviewModel: order.review_model })
  if (problems.length > 0) return problems
  const key = await jointKeys().keyOf(ctx, order)
  const message = key ? key.problem : '联合密钥尚未就绪，请先由全体保管人完成密钥生成'
  return message === '' ? [] : [{ path: 'settings.keyMode', message }]
}

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

function amountProblems(order: Order, project: Pick<Project, 'budget'>): Problem[] {
  const problems: Problem[] = []
  const estimated = new Exact(order.estimated_price)
  if (!estimated.gt(0)) problems.push({ path: 'estimatedPrice', message: '估算价必须大于零' })
  if (estimated.gt(project.budget))
    problems.push({ path: 'estimatedPrice', message: `估算价不能超过项目预算 ${project.budget} 元` })
  if (order.control_price !== null) {
    if (!new Exact(order.control_price).gt(0)) problems.push({ path: 'controlPrice', message: '最高限价必须大于零' })
    if (estimated.lt(order.control_price))
      problems.push({ path: 'controlPrice', message: `最高限价不能超过估算价 ${order.estimated_price} 元` })
  }
  return problems
}

/** Comprehensive scoring must add up to a hundred; every scored way's items must add up to its full mark. */
function reviewProblems(order: Order): Problem[] {
  const parsed = OrderSettings.safeParse(order.settings)
  if (!parsed.success) return [{ path: 'settings', message: '评审设置不完整' }]
  const { ways } = parsed.data
  if (ways.length === 0) return [{ path: 'settings.ways', message: '请设置评审办法' }]
  const problems: Problem[] = order.review_model === ReviewModel.values.double ? envelopeProblems(parsed.data) : []
  const scored = ways.filter((way) => way.itemKind === 2)
  const total = scored.reduce((sum, way) => sum.plus(way.fullMark), new Exact(0))
  const { comprehensive, dualRandom, priceCommitment } = ReviewMethod.values
  const method = order.review_method
  if ((method === comprehensive || method === dualRandom) && !total.eq(100))
    problems.push({ path: 'settings.ways', message: `各评分项满分合计为 ${total.toFixed()} 分，应为 100 分` })
  ways.forEach((way, i) => {
    if (way.isAutomatic) return
    const path = `settings.ways.${i}.items`
    if (way.items.length === 0) problems.push({ path, message: `“${way.name}”没有评审项` })
    else if (way.itemKind === 2) {
      const marks = way.items.reduce((sum, item) => sum.plus(item.fullMark), new Exact(0))
      if (!marks.eq(way.fullMark))
        problems.push({ path, message: `“${way.name}”各项满分合计 ${marks.toFixed()} 分，应为 ${way.fullMark} 分` })
    }
  })
  if (method === priceCommitment && order.control_price === null)
    problems.push({ path: 'controlPrice', message: '价格承诺法须公布承诺价格（最高限价）' })
  // What else would keep the review from beginning.
  if (problems.length === 0)
    problems.push(...wayProblems(ways, method).map((message) => ({ path: 'settings.ways', message })))
  return problems
}

/** Double envelope: nothing that is a price may stand in the first, and it must hold something. */
function envelopeProblems({ marks, bidFiles }: OrderSettings): Problem[] {
  const priced = marks.find((mark) => mark.envelope === 1 && mark.unit !== null && mark.type !== 3)
  const hasFirst = bidFiles.some((file) => file.required && envelopeOf(file.role) === BidFileType.values.business)
  return [
    ...(priced ? [{ path: 'settings.marks', message: `唱标项“${priced.name}”带金额或费率，只能放入报价信封` }] : []),
    ...(hasFirst ? [] : [{ path: 'settings.bidFiles', message: '双信封须要求至少一份商务、技术或资格文件' }]),
  ]
}
