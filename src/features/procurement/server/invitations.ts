import { methodOf } from '../methods/all.ts'
import { placeOf } from '../methods/places.ts'
import { say } from '../methods/say.ts'
import { AppError } from '#contract/errors.ts'
import { formatTime, MINUTE } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/follow-up.ts'
import { lockedBy } from '../engine/order-status.ts'
import { RESPONSE_TIME_RULES } from '../rules/legal-calendar-rules.ts'
import { invitationState, type InviteMode, inviteMode } from '../rules/invite-mode.ts'
import type { Order } from './access.ts'
import { supplierAdmission } from './admission-port.ts'
import { buyer } from './bind.ts'
import { announcementOf } from './draft-parts.ts'
import { dropInvitations, invitationValues, invitedOf } from './invited.ts'
import { demandLawful, findingsOf, lawProject, lawView } from './legal.ts'
import { copyDraft } from './order-draft.ts'
import { orderRow, ownersOrder } from './public.ts'
import { iso } from './values.ts'
import { isPrivate } from './visible.ts'

type Ctx = Context<Employee>
/** Whom to ask, and why. */
type Named = { companyIds: readonly string[]; reason: string }
/** Between two letters to one supplier. */
const LEAST_BETWEEN = 10 * MINUTE

/**
 * Suppliers asked by name, who sign up like everybody else. An open tender admits all, and being asked gives no advantage;
 * of one with invited suppliers they alone know. Facts go under an entity of their own, so that the order's history does not tell who may bid.
 */
export const inviteeRoutes: readonly Route[] = [
  buyer(contract.orderInvitees, async (ctx, { params }) => {
    // The observer learns who takes part after the opening only.
    const { order } = await ownersOrder(ctx, params.orderId)
    const rows = await invitedOf(ctx, order.id)
    const { mode, blocked } = stateOf(order, ctx.clock.now())
    return {
      mode,
      blocked,
      until: order.signUpEnd?.toISOString() ?? null,
      rows: rows.map(inviteeValue),
    }
  }),

  buyer(contract.invitationDetail, async (ctx, { params }) => {
    const { order } = await ownersOrder(ctx, params.orderId)
    const row = (await invitedOf(ctx, order.id)).find((one) => one.id === params.inviteId)
    if (!row) throw new AppError('notFound')
    const letter = await announcementOf(ctx, order)
    return {
      ...inviteeValue(row),
      readByName: row.readByName ?? '',
      sentAgainAt: iso(row.sentAgainAt),
      maySendAgain: isUnanswered(row) && stateOf(order, ctx.clock.now()).mode === 'invite',
      letterId: letter?.isPublished ? letter.id : null,
    }
  }),

  buyer(contract.sendInvitationAgain, async (ctx, { params }) => {
    const { order } = await ownersOrder(ctx, params.orderId, 'update')
    const row = (await invitedOf(ctx, order.id)).find((one) => one.id === params.inviteId)
    if (!row) throw new AppError('notFound')
    const now = ctx.clock.now()
    if (stateOf(order, now).mode !== 'invite') throw new AppError('wrongState', '报名已截止，不能再发送邀请')
    if (!isUnanswered(row)) throw new AppError('wrongState', '该供应商尚未通知或已回复，无需再次发送')
    const last = row.sentAgainAt ?? row.toldAt!
    if (now.getTime() - last.getTime() < LEAST_BETWEEN) throw new AppError('wrongState', '刚刚已发送，请十分钟后再发送')
    await ctx.update('order_invitation', { id: row.id }, { sentAgainAt: now })
    await sendLetter(ctx, order, row)
    ctx.audit({
      action: 'order-invitee.send-again',
      entity: 'order-invitee',
      entityId: order.id,
      summary: `再次发送邀请：${row.name}`,
      data: { companyId: row.companyId },
    })
  }),

  buyer(contract.removeInvitee, async (ctx, { params }) => {
    const own = await ownersOrder(ctx, params.orderId, 'update')
    const { order } = own
    if (stateOf(order, ctx.clock.now()).mode !== 'draft')
      throw new AppError('wrongState', '邀请已发出，不能移除受邀供应商')
    await own.demand('edit')
    const removed = await ctx.tx
      .deleteFrom('order_invitation')
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', order.id)
      .where('companyId', '=', params.companyId)
      .returning('companyId')
      .executeTakeFirst()
    if (!removed) throw new AppError('notFound')
    ctx.audit({
      action: 'order-invitee.remove',
      entity: 'order-invitee',
      entityId: order.id,
      summary: '移除受邀供应商 1 家',
      data: { companyIds: [removed.companyId] },
    })
  }),

  buyer(contract.rerunOrder, async (ctx, { params, body }) => {
    const own = await ownersOrder(ctx, params.orderId, 'update')
    const { order } = own
    if (stateOf(order, ctx.clock.now()).mode !== 'rerun')
      throw new AppError('wrongState', say(order, '流标后方可重新{act}'))
    const made = await copyDraft(ctx, own)
    if (methodOf(order.method).maxSuppliers === 1) await dropInvitations(ctx, made.orderId)
    await insert(ctx, await orderRow(ctx, made.orderId), body)
    return { orderId: made.orderId, projectId: made.projectId }
  }),
]

/** Whether the list of suppliers belongs to a draft still, so that naming one publishes nothing. */
export async function isListOfDraft(ctx: Ctx, orderId: string): Promise<boolean> {
  return stateOf((await ownersOrder(ctx, orderId, 'update')).order, ctx.clock.now()).mode === 'draft'
}

/** Names suppliers for a draft, or sends them their letters while sign-up is open. Throws `wrongState` later on. */
export async function addInvitees(ctx: Ctx, orderId: string, body: Named): Promise<object> {
  const own = await ownersOrder(ctx, orderId, 'update')
  const { order } = own
  const { mode, blocked } = stateOf(order, ctx.clock.now())
  // A draft that waits for its approval is not changed, its list of suppliers neither.
  if (mode === 'draft') await own.demand('edit')
  else if (mode !== 'invite') throw new AppError('wrongState', blocked ?? '请重新发起采购后邀请供应商')
  if (mode === 'invite') {
    const { pendingApproval } = await own.facts()
    if (pendingApproval !== null) throw new AppError('wrongState', lockedBy(pendingApproval))
    await demandTime(ctx, order)
  }
  await insert(ctx, order, body)
  if (mode === 'invite') await tell(ctx, order)
  return {}
}

/** Suppliers who were named for a draft are told once it is published. */
export const tellInvitees: Subscriber = {
  name: 'procurement: tell invitees of a new run',
  kind: 'order.status',
  async handle(ctx, event) {
    if (event.payload.to !== 'publish.open' || event.payload.from !== 'publish.draft') return
    await tell(ctx, await orderRow(ctx, String(event.payload.orderId), 'update'))
  },
}

function stateOf(order: Order, now: Date): { mode: InviteMode; blocked: string | null } {
  const { method, admission, state } = order
  const mode = inviteMode({ method, admission, state, signUpEnd: order.signUpEnd?.getTime() ?? null }, now.getTime())
  if (mode !== 'closed') return { mode, blocked: null }
  const blocked =
    methodOf(method).maxSuppliers === 1
      ? '拟定的供应商已公示，不能更换；须更换的，流标后重新发起'
      : order.state === 'publish.draft'
        ? '公告发布后方可追加邀请供应商'
        : order.state === 'publish.open'
          ? '报名已截止，不能再邀请供应商；流标后可重新发起'
          : '当前状态不能追加供应商'
  return { mode: 'closed', blocked }
}

function inviteeValue(row: Awaited<ReturnType<typeof invitedOf>>[number]) {
  return {
    inviteId: row.id,
    tradeId: row.tradeId,
    companyId: row.companyId,
    name: row.name,
    reason: row.reason,
    addedByName: row.addedByName,
    addedAt: row.addedAt.toISOString(),
    toldAt: iso(row.toldAt),
    readAt: iso(row.readAt),
    state: invitationState({
      isTold: row.toldAt !== null,
      isRead: row.readAt !== null,
      hasSignedUp: row.tradeId !== null,
      hasDeclined: row.declinedAt !== null,
    }),
    repliedAt: iso(row.signedUpAt ?? row.declinedAt),
    repliedByName: row.signedUpBy ?? row.declinedByName ?? '',
    declineReason: row.declineReason ?? '',
    isUsable: row.isUsable,
  }
}

/** Who is invited later gets the same terms, and no less than the time that the law leaves the others. */
async function demandTime(ctx: Ctx, order: Order): Promise<void> {
  if (!isPrivate(order)) return
  const now = ctx.clock.now()
  const view = lawView(order, { project: await lawProject(ctx, order), noticeAt: now })
  const findings = await findingsOf(ctx, { ...view, documentSaleStart: now })
  demandLawful(
    findings.filter(({ ruleId }) => RESPONSE_TIME_RULES.includes(ruleId)),
    true,
  )
}

/** The supplier has its letter, and has neither signed up nor declined. */
function isUnanswered(row: Awaited<ReturnType<typeof invitedOf>>[number]): boolean {
  return row.toldAt !== null && row.tradeId === null && row.declinedAt === null
}

async function insert(ctx: Ctx, order: Order, body: Named): Promise<void> {
  const ids = [...new Set(body.companyIds)]
  const { name, maxSuppliers } = methodOf(order.method)
  const known = (await invitedOf(ctx, order.id)).map((row) => row.companyId)
  if (new Set([...known, ...ids]).size > maxSuppliers)
    throw new AppError('wrongState', `${name}最多邀请 ${maxSuppliers} 家供应商，请先移除已选的供应商`)
  const suppliers = await ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .select(['c.id', 'c.name'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.isSupplier', '=', true)
    .where('t.isCertified', '=', true)
    .where('t.status', '=', 1)
    .where('c.id', 'in', ids)
    .execute()
  const own = [order.ownerCompanyId, order.purchaserCompanyId]
  if (suppliers.length < ids.length || ids.some((id) => own.includes(id)))
    throw new AppError('invalid', '所选企业不是已认证的供应商，或为采购人、代理机构', [
      { path: 'companyIds', message: '请重新选择供应商' },
    ])
  await demandAdmitted(ctx, order, suppliers)
  const added = await ctx.tx
    .insertInto('order_invitation')
    .values(ids.map((companyId) => invitationValues(ctx, { orderId: order.id, companyId, reason: body.reason })))
    .onConflict((on) => on.columns(['tenantId', 'orderId', 'companyId']).doNothing())
    .returning('companyId')
    .execute()
  if (added.length === 0) throw new AppError('conflict', '所选供应商均已邀请')
  ctx.audit({
    action: 'order-invitee.add',
    entity: 'order-invitee',
    entityId: order.id,
    summary: `邀请供应商 ${added.length} 家：${body.reason}`,
    data: { companyIds: added.map((row) => row.companyId) },
  })
}

/** Refuses to ask anybody whom the purchaser does not admit, with the reason for each. */
async function demandAdmitted(
  ctx: Ctx,
  order: Order,
  suppliers: readonly { id: string; name: string }[],
): Promise<void> {
  const asked = { order, companyIds: suppliers.map(({ id }) => id), act: 'invite' } as const
  const refused = (await supplierAdmission().refusals(ctx, asked)).filter(({ level }) => level === 'block')
  if (refused.length === 0) return
  const reasons = refused.map(({ companyId, reason }) => {
    const { name } = suppliers.find(({ id }) => id === companyId)!
    return { path: 'companyIds', message: `“${name}”不能邀请：${reason}` }
  })
  throw new AppError('invalid', reasons.map(({ message }) => message).join('；'), reasons)
}

async function tell(ctx: Context<Actor | null>, order: Order): Promise<void> {
  const untold = await ctx.tx
    .updateTable('order_invitation')
    .set({ toldAt: ctx.clock.now() })
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', order.id)
    .where('toldAt', 'is', null)
    .returning(['id', 'companyId'])
    .execute()
  for (const one of untold) await sendLetter(ctx, order, one)
}

/** Tells the company's bidders of its letter. */
async function sendLetter(
  ctx: Context<Actor | null>,
  order: Order,
  { id, companyId }: { id: string; companyId: string },
): Promise<void> {
  await notify(ctx, {
    to: { companyId, right: 'bidding' },
    identity: 'supplier',
    kind: 'order.invited',
    title: `受邀参加：${order.title}`,
    content: `诚邀贵单位参加“${order.title}”（${order.code}），报名截止时间 ${formatTime(order.signUpEnd)}（北京时间），请登录平台查看${say(order, '{announcement}')}并报名${isPrivate(order) ? '，不参加的请在此前谢绝' : ''}。`,
    link: placeOf({ ...order, ids: { inviteId: id } }, 'invite.reply', 'supplier'),
  })
}
