import type { BodyOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { type AcceptedEmployee, acceptedEmployees } from '#features/organisation/server/public.ts'
import { drawNumber } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { demandOnAgenda, waitingOrders } from './agenda.ts'
import { type Ctx, demanded, demandOrganiser, record, SEATED } from './access.ts'
import { demandEligible, invalid } from './people.ts'

/** Meetings while they are prepared. */
export const draftRoutes: readonly Route[] = [
  implement(contract.meetingChoices, SEATED, async (ctx) => {
    demandOrganiser(ctx)
    const orders = await waitingOrders(ctx)
    const companies = new Set([ctx.actor.companyId, ...orders.map((order) => order.purchaserCompanyId)])
    const people = await acceptedEmployees(ctx, [...companies])
    return {
      orders: orders.map(({ id, code, title, method }) => ({ orderId: id, code, title, method })),
      people: people.map(({ employeeId, name, department, companyName }) => ({
        employeeId,
        name,
        department,
        companyName,
      })),
    }
  }),

  implement(contract.createMeeting, SEATED, async (ctx, { body }) => {
    demandOrganiser(ctx)
    const people = await soundPeople(ctx, body)
    const now = ctx.clock.now()
    const id = ctx.newId()
    const code = await drawCode(ctx)
    await ctx.insert('award_meeting', {
      ...columns(body),
      id,
      code,
      companyId: ctx.actor.companyId,
      state: 'draft',
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: now,
    })
    await writeParts(ctx, id, { ...body, people })
    record(ctx, { id, code }, { action: 'create', summary: `起草定标会：${body.title}`, data: body })
    return { meetId: id }
  }),

  implement(contract.updateMeeting, SEATED, async (ctx, { params, body }) => {
    const { meeting } = await demanded(ctx, params.meetId, 'edit')
    const people = await soundPeople(ctx, body)
    await ctx.update('award_meeting', { id: meeting.id }, columns(body))
    await ctx.remove('award_meeting_order', { meetingId: meeting.id })
    await ctx.remove('award_meeting_member', { meetingId: meeting.id })
    await writeParts(ctx, meeting.id, { ...body, people })
    record(ctx, meeting, { action: 'update', summary: `修改定标会：${body.title}`, data: body })
  }),

  implement(contract.removeMeeting, SEATED, async (ctx, { params }) => {
    const { meeting } = await demanded(ctx, params.meetId, 'remove')
    await ctx.remove('award_meeting', { id: meeting.id })
    record(ctx, meeting, { action: 'remove', summary: `删除定标会草稿：${meeting.title}` })
  }),
]

type Fields = BodyOf<typeof contract.createMeeting>

/** The members of a sound draft, in its order; their number is asked for by the call. */
async function soundPeople(ctx: Ctx, { orderIds, memberIds, chairId }: Fields): Promise<AcceptedEmployee[]> {
  if (new Set(orderIds).size < orderIds.length) throw invalid('orderIds', '采购单不能重复')
  if (new Set(memberIds).size < memberIds.length) throw invalid('memberIds', '定标成员不能重复')
  if (!memberIds.includes(chairId)) throw invalid('chairId', '主持人须为定标成员之一')
  for (const orderId of orderIds) await demandOnAgenda(ctx, orderId)
  return demandEligible(ctx, { ids: memberIds, orderIds, path: 'memberIds' })
}

function columns({ title, rule, ballot, place, meetAt, note }: Fields) {
  return { title, rule, ballot, place, meetAt: new Date(meetAt), note }
}

type Parts = Pick<Fields, 'orderIds' | 'chairId'> & { people: readonly AcceptedEmployee[] }

async function writeParts(ctx: Ctx, meetingId: string, { orderIds, chairId, people }: Parts): Promise<void> {
  await ctx.insert(
    'award_meeting_order',
    orderIds.map((orderId, sort) => ({ meetingId, orderId, sort })),
  )
  await ctx.insert(
    'award_meeting_member',
    people.map(({ employeeId, userId, name }) => ({
      id: ctx.newId(),
      meetingId,
      employeeId,
      userId,
      name,
      isChair: employeeId === chairId,
    })),
  )
}

/** `DB`, day, running number of the tenant. */
async function drawCode(ctx: Ctx): Promise<string> {
  const [[row] = []] = await ctx.run([drawNumber(ctx.tenantId, 'award-meeting')])
  return `DB${formatDate(ctx.clock.now()).replaceAll('-', '')}${String(row!.last).padStart(6, '0')}`
}
