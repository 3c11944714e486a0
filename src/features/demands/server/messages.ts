import { seatedFrom } from '#features/organisation/server/public.ts'
import { formatTime } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent, Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { demandPlaces, supplierPlaces } from '../rules/places.ts'
import { sideOf } from '../rules/profiles.ts'
import { LEAST_RESPONDENTS } from '../rules/status.ts'
import type { Demand } from './access.ts'
import { answerCount } from './counts.ts'
import { lastRound } from './rounds.ts'

const GROUP = { group: '需求调研', channels: URGENT } as const
const OWNER = { ...GROUP, workbenches: ['purchaser', 'agency'] } as const
const SUPPLIER = { ...GROUP, workbenches: ['supplier'] } as const

export const messageKinds: readonly MessageKind[] = [
  { ...SUPPLIER, kind: 'demand.invited', label: '收到调研邀请', isEssential: true },
  { ...SUPPLIER, kind: 'demand.decided', label: '调研报名审核结果' },
  { ...SUPPLIER, kind: 'demand.moved', label: '调研截止时间调整', isEssential: true },
  { ...SUPPLIER, kind: 'demand.round', label: '发起新一轮调研', isEssential: true },
  { ...SUPPLIER, kind: 'demand.ended', label: '调研提前结束', isEssential: true },
  { ...SUPPLIER, kind: 'demand.withdrawn', label: '调研撤回', isEssential: true },
  { ...SUPPLIER, kind: 'demand.reminder', label: '调研即将截止', isTimely: true },
  { ...OWNER, kind: 'demand.signed-up', label: '调研报名待审核' },
  { ...OWNER, kind: 'demand.closed', label: '调研已截止' },
  { ...OWNER, kind: 'demand.marks-asked', label: '需求参数待标注', isEssential: true },
  { ...OWNER, kind: 'demand.review', label: '需求与计划待审查', isEssential: true },
  { ...OWNER, kind: 'demand.reviewed', label: '需求与计划审查结果' },
]

type Any = Context<null>
interface Telling {
  title: string
  content: string
}

/** Suppliers hear what concerns their part, each by itself; the owner what waits for it. */
export const messages: readonly Subscriber[] = [
  on('tell suppliers invited with the survey', 'demand.published', async (ctx, demand, event) => {
    const invited = await ctx.many('demand_trade', { demandId: demand.id, isInvited: true })
    for (const trade of invited)
      await tellSupplier(ctx, { demand, trade, event, kind: 'demand.invited' }, await invitation(ctx, demand))
  }),
  on('tell a supplier invited later', 'demand.invited', async (ctx, demand, event) => {
    const trade = await ctx.expectOne('demand_trade', { id: String(event.payload.tradeId) })
    await tellSupplier(ctx, { demand, trade, event, kind: 'demand.invited' }, await invitation(ctx, demand))
  }),
  on('tell the owner of a sign-up', 'demand.signed-up', (ctx, demand, event) =>
    tellOwner(
      ctx,
      { demand, event, kind: 'demand.signed-up', page: 'trades' },
      {
        title: '有供应商报名参与调研',
        content: '请审核报名。',
      },
    ),
  ),
  on('tell a supplier of the decision', 'demand.decided', async (ctx, demand, event) => {
    const trade = await ctx.expectOne('demand_trade', { id: String(event.payload.tradeId) })
    const isPassed = trade.status === 'passed'
    await tellSupplier(
      ctx,
      { demand, trade, event, kind: 'demand.decided' },
      {
        title: isPassed ? '调研报名审核通过' : '调研报名审核未通过',
        content: isPassed ? '请在截止前提交应答。' : `${trade.refusal}。`,
      },
    )
  }),
  on('tell everybody of another end', 'demand.moved', async (ctx, demand, event) => {
    const round = await lastRound(ctx, demand.id)
    await tellAll(
      ctx,
      { demand, event, kind: 'demand.moved' },
      {
        title: '调研截止时间已调整',
        content: `截止时间调整为 ${formatTime(round?.endsAt)}，原因：${String(event.payload.reason)}。已提交的应答继续有效，截止前可以修改。`,
      },
    )
  }),
  on('tell everybody of a further round', 'demand.round', async (ctx, demand, event) => {
    const { roundNo } = event.payload
    const round = await ctx.one('demand_round', { demandId: demand.id, roundNo: Number(roundNo) })
    await tellAll(
      ctx,
      { demand, event, kind: 'demand.round' },
      {
        title: `第 ${Number(roundNo)} 轮调研已开始`,
        content: `参数有调整，${formatTime(round?.endsAt)} 截止，请按本轮参数应答；此前的应答保留。`,
      },
    )
  }),
  on('ask staff to mark', 'demand.marks-asked', async (ctx, demand, event) => {
    const people = (event.payload.employeeIds as string[]).map((employeeId) => ({ employeeId }))
    for (const side of ['purchaser', 'agency'] as const) {
      const userIds = await seatedFrom(ctx, side, people)
      if (userIds.length === 0) continue
      await notify(ctx, {
        to: { userIds },
        identity: side,
        kind: 'demand.marks-asked',
        eventId: event.id,
        title: '请标注需求参数',
        content: `“${demand.title}”（${demand.code}）：请逐项标注保留、调整或取消。`,
        link: demandPlaces({ side, profile: demand.profile }).rounds(demand.id),
      })
    }
  }),
  on('tell everybody of an early end', 'demand.ended', async (ctx, demand, event) => {
    const round = await lastRound(ctx, demand.id)
    if (event.payload.early === true)
      await tellAll(
        ctx,
        { demand, event, kind: 'demand.ended' },
        {
          title: '调研提前结束',
          content: `原因：${round?.endReason ?? ''}。已提交的应答有效。`,
        },
      )
    const answers = await answerCount(ctx, demand.id, Number(event.payload.roundNo))
    const isShort = answers < LEAST_RESPONDENTS
    await tellOwner(
      ctx,
      { demand, event, kind: 'demand.closed', page: 'survey' },
      {
        title: '调研已截止',
        content: `收到 ${answers} 份应答。${isShort ? `不足 ${LEAST_RESPONDENTS} 份，请延长调研，或者在结论中说明理由。` : '请对比应答并形成结论。'}`,
      },
    )
  }),
  on('tell everybody of the withdrawal', 'demand.withdrawn', (ctx, demand, event) =>
    tellAll(
      ctx,
      { demand, event, kind: 'demand.withdrawn' },
      {
        title: '调研已撤回',
        content: `原因：${demand.withdrawReason}。`,
      },
    ),
  ),
  on('remind who has not answered', 'demand.reminder', async (ctx, demand, event) => {
    const round = await lastRound(ctx, demand.id)
    if (!round || demand.state !== 'surveying' || round.endsAt.toISOString() !== event.payload.endsAt) return
    const answered = await ctx.many('demand_answer', { demandId: demand.id, roundNo: round.roundNo })
    const trades = await ctx.many('demand_trade', {
      demandId: demand.id,
      status: ['invited', 'passed'],
      isPaper: false,
    })
    for (const trade of trades.filter(({ id }) => !answered.some((one) => one.tradeId === id)))
      await tellSupplier(
        ctx,
        { demand, trade, event, kind: 'demand.reminder' },
        {
          title: '调研即将截止',
          content: `${formatTime(round.endsAt)} 截止，尚未提交应答。`,
        },
      )
  }),
  on('ask reviewers', 'demand.review', async (ctx, demand, event) => {
    const reviewers = await ctx.many('demand_reviewer', { reviewId: String(event.payload.reviewId) })
    for (const side of ['purchaser', 'agency'] as const) {
      const userIds = await seatedFrom(ctx, side, reviewers)
      if (userIds.length === 0) continue
      await notify(ctx, {
        to: { userIds },
        identity: side,
        kind: 'demand.review',
        eventId: event.id,
        title: '请审查采购需求和实施计划',
        content: `“${demand.title}”（${demand.code}）：请提交审查意见，全部提交前互不可见。`,
        link: demandPlaces({ side, profile: demand.profile }).plan(String(event.payload.planId), 'review'),
      })
    }
  }),
  on('tell the owner of the review', 'demand.reviewed', (ctx, demand, event) =>
    tellOwner(
      ctx,
      { demand, event, kind: 'demand.reviewed', page: 'detail' },
      {
        title: event.payload.result === 'passed' ? '需求与计划审查通过' : '需求与计划审查未通过',
        content: event.payload.result === 'passed' ? '可以转为采购项目。' : '请按审查意见修改后重新提交。',
      },
    ),
  ),
]

function on(
  name: string,
  kind: string,
  tell: (ctx: Any, demand: Demand, event: DeliveredEvent) => Promise<void>,
): Subscriber {
  return {
    name: `demands: ${name}`,
    kind,
    async handle(ctx, event) {
      const demand = await ctx.one('demand', { id: String(event.payload.demandId) })
      if (demand) await tell(ctx, demand, event)
    },
  }
}

interface About {
  demand: Demand
  event: DeliveredEvent
  kind: string
}

async function invitation(ctx: Any, demand: Demand): Promise<Telling> {
  const { name } = await ctx.expectOne('company', { id: demand.companyId }, { columns: ['name'] })
  const round = await lastRound(ctx, demand.id)
  return {
    title: '收到需求调研邀请',
    content: `${name}邀请贵单位参与调研，${formatTime(round?.endsAt)} 截止。本次调研不构成要约，参与调研不带来任何优势。`,
  }
}

async function tellSupplier(
  ctx: Any,
  { demand, trade, event, kind }: About & { trade: { id: string; companyId: string | null } },
  { title, content }: Telling,
): Promise<void> {
  if (trade.companyId === null) return
  const places = supplierPlaces(demand.profile)
  await notify(ctx, {
    to: { companyId: trade.companyId, right: 'bidding' },
    identity: 'supplier',
    kind,
    eventId: event.id,
    title,
    content: `“${demand.title}”（${demand.code}）：${content}`,
    link: kind === 'demand.invited' ? places.letter(demand.id, trade.id) : places.detail(demand.id),
  })
}

async function tellAll(ctx: Any, about: About, telling: Telling): Promise<void> {
  const trades = await ctx.many('demand_trade', { demandId: about.demand.id, isPaper: false })
  for (const trade of trades.filter(({ status }) => status !== 'declined'))
    await tellSupplier(ctx, { ...about, trade }, telling)
}

async function tellOwner(
  ctx: Any,
  { demand, event, kind, page }: About & { page: 'trades' | 'survey' | 'detail' },
  { title, content }: Telling,
): Promise<void> {
  const side = sideOf(demand.companyId === demand.purchaserCompanyId ? 'purchaser' : 'agency')
  await notify(ctx, {
    to: { userIds: [demand.createdBy] },
    identity: side,
    kind,
    eventId: event.id,
    title,
    content: `“${demand.title}”（${demand.code}）：${content}`,
    link: demandPlaces({ side, profile: demand.profile })[page](demand.id),
  })
}
