import { AppError } from '#contract/errors.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import { INVITATION, InvitationStatus, MOST_INVITATIONS } from '../rules-invitations.ts'
import { type Any, orderOfOwner } from './access.ts'

type Ctx = Context<Employee>

/** Somebody was asked, or has answered: {orderId, invitationId}. */
export const INVITED = 'joint-key.invited'
export const ANSWERED = 'joint-key.invitation-answered'

const S = InvitationStatus.values

export interface Supervisor {
  userId: string
  name: string
  companyName: string
}

/** Whom the owner asked; of people who have not accepted only what the owner wrote. */
export async function invitationsOf(ctx: Ctx, orderId: string) {
  await orderOfOwner(ctx, orderId)
  const rows = await ctx.many('joint_invitation', { orderId }, { orderBy: ['id desc'] })
  const people = await supervisorsOf(ctx, orderId)
  return rows.map((row) => ({
    invitationId: row.id,
    contact: contactOf(ctx, row),
    status: row.status as InvitationStatus,
    statusLabel: InvitationStatus.label(row.status),
    invitedAt: row.invitedAt.toISOString(),
    person: (row.status === S.accepted && people.find((one) => one.userId === row.userId)) || null,
  }))
}

/** Asks whoever has exactly this account or number. The same is done, and answered, where nobody has it. */
export async function invite(ctx: Ctx, orderId: string, contact: string): Promise<{ invitationId: string }> {
  const order = await orderOfOwner(ctx, orderId, 'update')
  if (order.state !== 'publish.draft') throw new AppError('wrongState', '采购单已发布，不能再邀请监督人')
  if (!isJoint(order.settings)) throw new AppError('wrongState', '请先在“开启方式”中选择联合密钥')
  const { asked } = await ctx.tx
    .selectFrom('joint_invitation')
    .select((e) => e.fn.countAll<number>().as('asked'))
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  if (asked >= MOST_INVITATIONS) throw new AppError('wrongState', `每个采购单最多邀请 ${MOST_INVITATIONS} 次`)
  const person = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .select('u.id')
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .where((w) =>
      w.or([w('u.account', '=', contact), w('u.mobileHash', 'in', ctx.cipher.hashes('app_user.mobile', contact))]),
    )
    .limit(1)
    .executeTakeFirst()
  const invitationId = ctx.newId()
  const added = await ctx.tx
    .insertInto('joint_invitation')
    .values({
      tenantId: ctx.tenantId,
      id: invitationId,
      orderId,
      ...ctx.cipher.fields('joint_invitation.contact', invitationId, contact),
      userId: person?.id ?? null,
      status: S.waiting,
      invitedBy: ctx.actor.userId,
      invitedAt: ctx.clock.now(),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new AppError('conflict', '该账号或手机号已邀请过')
  ctx.audit({
    action: 'joint-key.invite',
    entity: 'order',
    entityId: orderId,
    summary: `邀请联合密钥监督人：${shortened(contact)}`,
    data: { invitationId },
  })
  ctx.emit({ kind: INVITED, payload: { orderId, invitationId } })
  return { invitationId }
}

export async function withdraw(ctx: Ctx, { orderId, invitationId }: { orderId: string; invitationId: string }) {
  await orderOfOwner(ctx, orderId, 'update')
  const row = await invitationRow(ctx, invitationId)
  if (row?.orderId !== orderId) throw new AppError('notFound')
  await move(ctx, row, { action: 'withdraw', part: 'owner' })
  ctx.audit({
    action: 'joint-key.invitation-withdrawn',
    entity: 'order',
    entityId: orderId,
    summary: `撤回联合密钥监督人邀请：${shortened(contactOf(ctx, row))}`,
    data: { invitationId },
  })
}

/** What waits for the person's answer. */
export async function invitationsTo(ctx: Context<Actor>) {
  const rows = await ctx.tx
    .selectFrom('joint_invitation as i')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'i.tenantId').onRef('o.id', '=', 'i.orderId'))
    .innerJoin('company as c', 'c.id', 'o.ownerCompanyId')
    .select(['i.id', 'i.invitedAt', 'o.code', 'o.title', 'c.name as company'])
    .where('i.tenantId', '=', ctx.tenantId)
    .where('i.userId', '=', ctx.actor.userId)
    .where('i.status', '=', S.waiting)
    .where('o.state', '=', 'publish.draft')
    .orderBy('i.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    invitationId: row.id,
    orderCode: row.code,
    orderTitle: row.title,
    companyName: row.company,
    invitedAt: row.invitedAt.toISOString(),
  }))
}

export async function answer(ctx: Context<Actor>, invitationId: string, accept: boolean): Promise<void> {
  const row = await invitationRow(ctx, invitationId)
  if (row?.userId !== ctx.actor.userId) throw new AppError('notFound')
  await move(ctx, row, { action: accept ? 'accept' : 'decline', part: 'person' })
  ctx.audit({
    action: accept ? 'joint-key.invitation-accepted' : 'joint-key.invitation-declined',
    entity: 'order',
    entityId: row.orderId,
    summary: `${accept ? '接受' : '谢绝'}担任联合密钥监督人（${shortened(contactOf(ctx, row))}）`,
    data: { invitationId },
  })
  ctx.emit({
    kind: ANSWERED,
    payload: { orderId: row.orderId, invitationId },
    topics: [`order-owner:${row.orderId}`],
  })
}

/** People who accepted to hold a part of this order's key and work here, each with one company. */
export async function supervisorsOf(ctx: Any, orderId: string): Promise<Supervisor[]> {
  const rows = await ctx.tx
    .selectFrom('joint_invitation as i')
    .innerJoin('employee as e', (j) => j.onRef('e.tenantId', '=', 'i.tenantId').onRef('e.userId', '=', 'i.userId'))
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .select(['e.userId as userId', 'e.name', 'c.name as companyName'])
    .where('i.tenantId', '=', ctx.tenantId)
    .where('i.orderId', '=', orderId)
    .where('i.status', '=', S.accepted)
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .orderBy('e.id')
    .execute()
  return [...new Map(rows.toReversed().map((row) => [row.userId, row])).values()]
}

/** Locked: whoever answers and whoever withdraws come one after the other. */
export async function invitationRow(ctx: Any, invitationId: string, lock = true) {
  return ctx.tx
    .selectFrom('joint_invitation as i')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'i.tenantId').onRef('o.id', '=', 'i.orderId'))
    .selectAll('i')
    .select('o.state as orderState')
    .where('i.tenantId', '=', ctx.tenantId)
    .where('i.id', '=', invitationId)
    .$if(lock, (q) => q.forUpdate('i'))
    .executeTakeFirst()
}

/** What the owner wrote to name somebody. */
export function contactOf(ctx: Pick<Any, 'cipher'>, { id, contact }: { id: string; contact: Sealed }): string {
  return ctx.cipher.open('joint_invitation.contact', id, contact)
}

/** For records and messages, which stay: of a number no more than tells it from others. */
export function shortened(contact: string): string {
  return contact.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')
}

type Row = NonNullable<Awaited<ReturnType<typeof invitationRow>>>

async function move(
  ctx: Context<Actor>,
  row: Row,
  { action, part }: { action: 'accept' | 'decline' | 'withdraw'; part: 'owner' | 'person' },
): Promise<void> {
  const record = {
    status: row.status as InvitationStatus,
    isDraft: row.orderState === 'publish.draft',
  }
  const now = ctx.clock.now()
  const status = INVITATION.next(action, { record, who: { part }, now: now.getTime() })
  await ctx.update('joint_invitation', { id: row.id }, { status, answeredAt: now })
}
