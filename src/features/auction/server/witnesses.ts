import { AppError } from '#contract/errors.ts'
import { isOver } from '#features/procurement/engine/order-status.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { asHost, witnessRows } from './access.ts'
import { NULL } from '#server/database/records.ts'

type Ctx = Context<Employee>

export async function witnessesOf(ctx: Ctx, orderId: string) {
  await asHost(ctx, orderId)
  const rows = await ctx.many(
    'auction_witness',
    { orderId, removedAt: NULL },
    { columns: ['id', 'name', 'mobile', 'unit'], orderBy: ['createdAt'] },
  )
  return rows.map(({ id, mobile, ...rest }) => ({
    witnessId: id,
    mobile: ctx.cipher.open('auction_witness.mobile', id, mobile),
    ...rest,
  }))
}

/** Names a witness by the mobile number of the account. Whoever takes part, on either side, is refused at the hall itself. */
export async function addWitness(ctx: Ctx, orderId: string, given: { name: string; mobile: string; unit: string }) {
  const { order } = await asHost(ctx, orderId, 'update')
  if (isOver(order)) throw new AppError('wrongState')
  const { mobile, ...about } = given
  if (await witnessRows(ctx, orderId, mobile).executeTakeFirst())
    throw new AppError('conflict', '该手机号的见证人已在名单中')
  const witnessId = ctx.newId()
  await ctx.insert('auction_witness', {
    id: witnessId,
    orderId,
    ...about,
    ...ctx.cipher.fields('auction_witness.mobile', witnessId, mobile),
    createdBy: ctx.actor.userId,
    createdAt: ctx.clock.now(),
  })
  ctx.audit({
    action: 'auction.witness',
    entity: 'order',
    entityId: orderId,
    summary: `邀请见证人：${given.name}${given.unit ? `（${given.unit}）` : ''}`,
    data: { witnessId },
  })
  return { witnessId }
}

export async function removeWitness(ctx: Ctx, { orderId, witnessId }: { orderId: string; witnessId: string }) {
  await asHost(ctx, orderId, 'update')
  const row = await ctx.tx
    .updateTable('auction_witness')
    .set({ removedAt: ctx.clock.now() })
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('id', '=', witnessId)
    .where('removedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  ctx.audit({ action: 'auction.witness', entity: 'order', entityId: orderId, summary: `取消见证人：${row.name}` })
}
