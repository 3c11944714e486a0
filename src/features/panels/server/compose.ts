import { AppError } from '#contract/errors.ts'
import { prepareDraw } from '#features/draws/server/public.ts'
import { statesReached } from '#features/procurement/engine/states.ts'
import { buyer, ownersOrder, reviewGroupFindings } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { AT_WORK, type PanelStage, ROLES } from '../rules/panel.ts'
import { acting, announce, groupOf, record, SEATED, sheetKind, TURNS } from './access.ts'
import { compositionProblem } from './composition.ts'
import { demandEligible, demandUntied, type Eligible, eligiblePeople } from './people.ts'
import { activeOf, type Any, invalid, type Member, type Order } from './rows.ts'
import { failsWith, responsesOf, takeOut } from './stand.ts'
import { tellHosts, tellMembers } from './telling.ts'

type EmployeeCtx = Context<Employee>
/** Until the review begins. */
const CHOOSABLE = statesReached('published', 'publicised')

/** Who sits in the group, and its beginning. */
export const composeRoutes: readonly Route[] = [
  buyer(contract.panelPeople, async (ctx, { params }) => {
    const { order } = await ownersOrder(ctx, params.orderId)
    groupOf(order)
    const people = await eligiblePeople(ctx, order)
    return {
      representatives: people.flatMap(({ employeeId, name, department }) =>
        employeeId === null ? [] : [{ employeeId, name, department }],
      ),
      experts: people.flatMap(({ expertId, name, role, employer, isDrawn }) =>
        expertId === null ? [] : [{ expertId, name, role, employer, isDrawn }],
      ),
    }
  }),

  buyer(contract.choosePanel, async (ctx, { params, body }) => {
    const seat = await acting(ctx, params.orderId, 'compose')
    const { order } = seat
    if (!CHOOSABLE.includes(order.state)) throw new AppError('wrongState', '当前状态不能组建小组')
    const people = await demandEligible(ctx, order, body)
    const orderId = order.id
    const known = await ctx.one('panel', { orderId }, { columns: ['orderId'] })
    if (!known) await ctx.insert('panel', { orderId, createdBy: ctx.actor.userId, createdAt: ctx.clock.now() })
    const gone = seat.members.filter(({ userId }) => !people.some((one) => one.userId === userId))
    await demandDrawnStay(ctx, order, gone)
    if (gone.length > 0) await ctx.remove('panel_member', { id: gone.map(({ id }) => id) })
    for (const [sort, person] of people.entries()) {
      const before = seat.members.find(({ userId }) => userId === person.userId)
      if (before) await ctx.update('panel_member', { id: before.id }, { sort, isDrawn: person.isDrawn })
      else await ctx.insert('panel_member', seatFor(ctx, order, { person, sort }))
    }
    record(ctx, orderId, {
      action: 'compose',
      summary: `确定小组成员 ${people.length} 名`,
      data: { members: people.map(({ userId, role }) => ({ userId, role })) },
    })
    announce(ctx, { order, members: [] })
  }),

  buyer(contract.startPanel, async (ctx, { params }) => {
    const { order, members, to } = await acting(ctx, params.orderId, 'start')
    const active = activeOf(members)
    await demandUntied(ctx, order, active)
    const now = ctx.clock.now()
    await ctx.update('panel', { orderId: order.id }, { stage: to, startedAt: now, roundNo: 1 })
    const responses = await responsesOf(ctx, order.id, 1)
    for (const { tradeId } of responses) await ctx.insert('panel_supplier', { orderId: order.id, tradeId })
    for (const { tradeId, invalid: reason } of responses)
      if (reason) await takeOut(ctx, order, { tradeId, cause: 'invalid', reason, roundNo: 1 })
    record(ctx, order.id, { action: 'start', summary: '小组开始评审', data: { members: active.map(({ id }) => id) } })
    const count = responses.filter((one) => one.invalid === '').length
    if (await failsWith(ctx, { order, members }, { count, at: 'response' })) return
    await readyDraw(ctx, order)
    await tellMembers(ctx, { order, members }, { title: '请参加评审', content: '：请作出回避声明并审查响应文件。' })
    announce(ctx, { order, members })
  }),

  buyer(contract.replacePanelMember, async (ctx, { params, body }) => {
    const { order, members, panel } = await acting(ctx, params.orderId, 'replace')
    const before = members.find(({ id }) => id === params.memberId)
    if (!before) throw new AppError('notFound')
    const person = await successor(ctx, order, { body, before, members })
    const now = ctx.clock.now()
    if (before.outAt === null) {
      // What was handed in stays as it is; who has spoken in a stage that goes on is not taken back.
      const kind = sheetKind(panel.stage)
      const sheet = { memberId: before.id, roundNo: panel.roundNo, ...(kind && { kind }) }
      const spoke = await ctx.one('panel_sheet', sheet, { columns: ['kind'] })
      if (spoke && !AT_WORK.includes(panel.stage as PanelStage))
        throw new AppError('wrongState', '该成员已提交本阶段意见，不能更换')
      await ctx.update('panel_member', { id: before.id }, { outAt: now, outReason: body.reason })
    }
    const next = seatFor(ctx, order, { person, sort: before.sort })
    await ctx.insert('panel_member', next)
    record(ctx, order.id, {
      action: 'replace',
      summary: `更换小组成员：${before.name}更换为${person.name}，${body.reason}`,
      data: { out: before.id, in: next.id },
    })
    const now2 = await ctx.many('panel_member', { orderId: order.id })
    const added = now2.filter(({ id }) => id === next.id)
    await tellMembers(ctx, { order, members: added }, { title: '请参加评审', content: '：请作出回避声明并参加评审。' })
    announce(ctx, { order, members: now2 })
  }),

  implementForPerson(contract.declarePanel, SEATED, async (ctx, { params, body }) => {
    const { order, members, own } = await acting(ctx, params.orderId, 'declare')
    const { hasConflict, reason } = body
    if (hasConflict && reason.length < 2) throw invalid('reason', '请说明应当回避的情形')
    const now = ctx.clock.now()
    const { id, name, role } = own!
    if (hasConflict) {
      await ctx.update('panel_member', { id }, { outAt: now, outReason: `回避：${reason}` })
      await tellHosts(ctx, order, {
        title: '小组成员回避',
        content: `的${ROLES[role as 'technical']}${name}回避：${reason}，请更换成员。`,
      })
    } else await ctx.update('panel_member', { id }, { declaredAt: now })
    record(ctx, order.id, {
      action: hasConflict ? 'avoid' : 'declare',
      summary: hasConflict ? `小组成员回避：${reason}` : '小组成员声明与供应商无利害关系',
      data: { memberId: id },
    })
    announce(ctx, { order, members })
  }),
]

/** Whoever was drawn and may sit in the group stays where the rules ask for a draw: the draw replaces who does not come. */
async function demandDrawnStay(ctx: EmployeeCtx, order: Order, gone: readonly Member[]): Promise<void> {
  const drawn = gone.filter(({ isDrawn }) => isDrawn)
  if (drawn.length === 0) return
  const may = await eligiblePeople(ctx, order)
  const names = drawn.filter(({ userId }) => may.some((one) => one.userId === userId)).map(({ name }) => name)
  const rule = (await reviewGroupFindings(ctx, order, { handPicked: [] })).find(({ ruleId }) => ruleId === 'group-draw')
  if (names.length > 0 && rule)
    throw new AppError(
      'legalRule',
      `${names.join('、')}由随机抽取确定，不得移出；确需更换的，请在专家抽取中更换（${rule.citation}）`,
    )
}

/** The draw of turns, to which members may add their part until it is made. */
export async function readyDraw(ctx: Any, order: Pick<Order, 'id'>): Promise<string> {
  const open = await ctx.one('draw', { subject: order.id, kind: TURNS, frozenAt: NULL }, { columns: ['id'] })
  if (open) return open.id
  const id = ctx.newId()
  await prepareDraw(ctx, { id, kind: TURNS, subject: order.id, title: '商谈次序抽签' })
  return id
}

function seatFor(ctx: Any, order: Order, { person, sort }: { person: Eligible; sort: number }) {
  const { department: _, ...seat } = person
  return { id: ctx.newId(), orderId: order.id, sort, chosenAt: ctx.clock.now(), ...seat }
}

/** Somebody of the same part in the group, so that it stays composed as the rules demand. */
async function successor(
  ctx: EmployeeCtx,
  order: Order,
  given: {
    body: { employeeId?: string | undefined; expertId?: string | undefined }
    before: Member
    members: readonly Member[]
  },
): Promise<Eligible> {
  const { body, before, members } = given
  const wanted = before.role === 'representative' ? body.employeeId : body.expertId
  const path = before.role === 'representative' ? 'employeeId' : 'expertId'
  if (!wanted) throw invalid(path, before.role === 'representative' ? '请选择采购人代表' : '请选择评审专家')
  if (before.outAt !== null && (await isFilled(ctx, order, members))) throw new AppError('wrongState', '成员已补足')
  const isStaff = before.role === 'representative'
  const [person] = await demandEligible(ctx, order, {
    employeeIds: isStaff ? [wanted] : [],
    expertIds: isStaff ? [] : [wanted],
  })
  if (members.some(({ userId }) => userId === person!.userId)) throw invalid(path, '该人员已是或者曾是小组成员')
  return person!
}

async function isFilled(ctx: Any, order: Order, members: readonly Member[]): Promise<boolean> {
  return (await compositionProblem(ctx, order, activeOf(members))) === null
}
