import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import { worksFor } from '../rules/eligible.ts'
import { ExtractionKind, ExtractionStatus, NoticeStatus, RefuseCategory, ReplyStatus } from '../rules/enums.ts'
import { advance, fail } from './advance.ts'
import type { ApplicationContent } from './application-view.ts'
import { candidatesOf, wantedBy } from './candidates.ts'
import {
  biddersOf,
  callsOf,
  type CallRow,
  type ExtractionRow,
  extractionRow,
  isRevealed,
  isUnderReview,
  lockExtraction,
  record,
} from './extraction-access.ts'
import { reply } from './replies.ts'
import { suddenJobs } from './sudden-jobs.ts'

type Ctx = Context<null>
const R = ReplyStatus.values
const S = ExtractionStatus.values

export const subscribers: readonly Subscriber[] = [
  { name: 'experts: notice of a call', kind: 'expert.called', handle: notice },
  { name: 'experts: reply due', kind: 'expert.reply-due', handle: expire },
  { name: 'experts: call off', kind: 'expert.call-off', handle: callOff },
  { name: 'experts: extraction over', kind: 'expert.extraction-over', handle: over },
  { name: 'experts: application', kind: 'expert.applied', handle: applied },
  { name: 'experts: application decided', kind: 'expert.application-decided', handle: decided },
  { name: 'experts: opening', kind: 'order.open-time', handle: atOpening },
  { name: 'experts: opened', kind: 'order.status', handle: orderMoved },
]

/** Tells an expert of a call. Delivery by channel is the messages' own matter; here it is on its way. */
async function notice(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { row, call } = await subject(ctx, event)
  if (call?.noticeStatus !== NoticeStatus.values.toNotice) return
  const sent = call.replyStatus === R.pending
  if (sent)
    await notify(ctx, {
      to: { userIds: [call.userId] },
      identity: 'expert',
      kind: 'expert.called',
      title: `邀请您参加${ExtractionKind.label(row.kind)}`,
      content: `“${row.title}”，时间 ${formatTime(row.reviewAt)}（北京时间），地点 ${row.place}。请于 ${formatTime(call.replyDue)} 前登录平台回复是否参加，逾期视为不参加。`,
      link: `/review/invitations/${call.id}`,
      eventId: event.id,
    })
  await ctx.update(
    'expert_call',
    { id: call.id },
    { noticeStatus: sent ? NoticeStatus.values.noticed : NoticeStatus.values.failed },
  )
}

async function expire(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const row = await lockExtraction(ctx, String(event.payload.extractionId))
  const call = (await callsOf(ctx, row.id)).find((one) => one.id === event.payload.callId)
  if (call?.replyStatus !== R.pending || row.status !== S.extracting || ctx.clock.now() < call.replyDue) return
  await reply(ctx, row, { call, action: 'expire', who: 'system', category: RefuseCategory.values.late, reason: '' })
}

async function callOff(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const { row, call } = await subject(ctx, event)
  if (!call || !row.byPlatform) return
  await notify(ctx, {
    to: { userIds: [call.userId] },
    identity: 'expert',
    kind: 'expert.call-off',
    title: '无需参加评审',
    content: `“${row.title}”（${formatTime(row.reviewAt)}）因${reasonOf(call)}，您无需参加，感谢支持。`,
    link: `/review/invitations/${call.id}`,
    eventId: event.id,
  })
}

/** Ended, failed or opened again: the owner is told, and the committee follows once names are public. */
async function over(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const row = await extractionRow(ctx, String(event.payload.extractionId))
  if (!row) return
  if (row.status === S.ended || row.status === S.failed) {
    const words =
      row.status === S.ended
        ? { title: '专家抽取已完成', content: `“${row.title}”（${row.code}）所需专家均已接受邀请。` }
        : { title: '专家抽取失败', content: `“${row.title}”（${row.code}）抽取失败：${row.failure}。可发起补充抽取。` }
    const identity = row.workbench === 'agency' ? 'agency' : 'purchaser'
    await notify(ctx, {
      to: { companyId: row.companyId, right: 'expertExtraction' },
      identity,
      kind: 'expert.extraction-over',
      link: `/expert/extraction/${addressOf(row.kind)}/${row.id}/detail`,
      eventId: event.id,
      ...words,
    })
  }
  await announce(ctx, row)
}

/** Tells the review hall that the committee of this order is to follow, when it may. */
async function announce(ctx: Ctx, row: ExtractionRow): Promise<void> {
  if (row.orderId === null || !(await isRevealed(ctx, row))) return
  ctx.emit({ kind: 'expert.extracted', payload: { orderId: row.orderId, extractionId: row.id } })
}

/** The opening: bidders are known now, so whoever works for one leaves; names become public. */
async function atOpening(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const orderId = String(event.payload.orderId)
  const bidders = await biddersOf(ctx, orderId)
  for (const seen of await ofOrder(ctx, orderId)) {
    const row = await lockExtraction(ctx, seen.id)
    if (await isUnderReview(ctx, row)) continue
    const standing = (await callsOf(ctx, row.id)).filter(
      (c) => c.replyStatus === R.accepted || c.replyStatus === R.pending,
    )
    const people = await candidatesOf(
      ctx,
      wantedBy(ctx, row),
      standing.map((call) => call.expertId),
    )
    for (const call of standing) {
      const codes = people.find((one) => one.userId === call.userId)?.codes ?? [call.employerCode]
      if (!worksFor({ employer: call.employer, codes }, bidders)) continue
      const current = await lockExtraction(ctx, row.id)
      const { bidder } = RefuseCategory.values
      await reply(ctx, current, {
        call,
        action: 'replace',
        who: 'system',
        category: bidder,
        reason: '工作单位为本项目投标人',
      })
    }
    await tellOfSuddenJobs(ctx, row, { orderId, eventId: event.id })
    const now = await lockExtraction(ctx, row.id)
    if (now.isSecret && now.drawnAt !== null)
      record(ctx, now, {
        action: 'reveal',
        summary: '开标时间已到，专家名单解密',
        data: (await callsOf(ctx, now.id)).map(({ token, expertId }) => ({ token, expertId })),
      })
    await advance(ctx, now)
    await announce(ctx, now)
  }
}

/** Who took a job with a bidder after the pool was frozen comes all the same: the owner is told, and decides. */
async function tellOfSuddenJobs(
  ctx: Ctx,
  row: ExtractionRow,
  { orderId, eventId }: { orderId: string; eventId: number },
): Promise<void> {
  const calls = (await callsOf(ctx, row.id)).filter((call) => call.replyStatus === R.accepted)
  const found = await suddenJobs(ctx, row, calls)
  if (found.size === 0) return
  const said = calls.flatMap((call) => (found.has(call.id) ? [`${call.name}：${found.get(call.id)}`] : []))
  record(ctx, row, {
    action: 'finding',
    summary: `${found.size} 名专家在抽取之后与投标人或采购人产生任职关系`,
    data: { orderId, tokens: calls.filter((call) => found.has(call.id)).map((call) => call.token) },
  })
  await notify(ctx, {
    to: { companyId: row.companyId, right: 'expertExtraction' },
    identity: row.workbench === 'agency' ? 'agency' : 'purchaser',
    kind: 'expert.finding',
    title: '评审专家新增任职关系',
    content: `“${row.title}”（${row.code}）：${said.join('；')}。请核实后决定是否更换。`,
    link: `/expert/extraction/${addressOf(row.kind)}/${row.id}/detail`,
    eventId,
  })
}

/** An order that came to nothing needs no experts; one opened by hand opens names as well. */
async function orderMoved(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  if (event.payload.to !== 'abortive.declared') return
  for (const seen of await ofOrder(ctx, String(event.payload.orderId))) {
    const row = await lockExtraction(ctx, seen.id)
    if (row.status === S.extracting) await fail(ctx, row, { why: '项目已流标' })
    else
      for (const call of await callsOf(ctx, row.id))
        if (call.replyStatus === R.accepted)
          ctx.emit({ kind: 'expert.call-off', payload: { extractionId: row.id, callId: call.id } })
  }
}

async function applied(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const row = await application(ctx, event)
  if (!row) return
  const { name, employer } = row.content as ApplicationContent
  const text = {
    kind: 'expert.applied',
    title: '收到专家入库申请',
    content: `${name}（${employer}）申请进入专家库，请审核。`,
    link: `/expert/audit/${row.id}`,
    eventId: event.id,
  }
  if (row.libraryId === null) {
    const admins = await ctx.many('app_user', { isPlatformAdmin: true }, { columns: ['id'] })
    await notify(ctx, { to: { userIds: admins.map((a) => a.id) }, identity: 'admin', ...text })
    return
  }
  for (const identity of ['purchaser', 'agency'] as const)
    await notify(ctx, { to: { companyId: row.libraryId, right: 'expertManagement' }, identity, ...text })
}

async function decided(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const row = await application(ctx, event)
  if (!row) return
  const { name } = row.content as ApplicationContent
  const passed = row.status === 1
  const content = `${name}的专家入库申请${passed ? '已通过' : `未通过：${row.reason}`}。`
  const identity = row.companyId === null ? null : 'purchaser'
  await notify(ctx, {
    to: { userIds: [row.appliedBy] },
    identity: identity ?? (passed ? 'expert' : 'supplier'),
    kind: 'expert.application-decided',
    title: passed ? '专家入库申请已通过' : '专家入库申请未通过',
    content,
    link: row.companyId === null ? '/expert/apply' : `/expert/audit/${row.id}`,
    eventId: event.id,
  })
}

async function subject(ctx: Ctx, event: DeliveredEvent): Promise<{ row: ExtractionRow; call: CallRow | undefined }> {
  const row = await lockExtraction(ctx, String(event.payload.extractionId))
  return { row, call: (await callsOf(ctx, row.id)).find((one) => one.id === event.payload.callId) }
}

async function ofOrder(ctx: Ctx, orderId: string) {
  return ctx.many(
    'expert_extraction',
    { orderId, status: [S.extracting, S.ended] },
    { columns: ['id'], orderBy: ['id'] },
  )
}

async function application(ctx: Ctx, event: DeliveredEvent) {
  return ctx.one('expert_application', { id: String(event.payload.applicationId) })
}

function reasonOf(call: CallRow): string {
  switch (call.category) {
    case RefuseCategory.values.bidder:
      return '需要回避'
    case RefuseCategory.values.owner:
      return '评审安排调整'
    default:
      return '评审取消'
  }
}

function addressOf(kind: number): string {
  const names: Record<number, string> = { 1: 'project', 2: 'performance', 3: 'demand-verification', 4: 'interview' }
  return names[kind] ?? 'project'
}
