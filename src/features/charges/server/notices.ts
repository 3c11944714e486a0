import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as contract from '../contract/bill.ts'
import { PLATFORM } from './own.ts'
import { notFoundUnless } from './standards.ts'

type Any = Context<Actor | null>

/** What the platform tells now to those who owe a service fee: the newest notice in force, or null. */
export async function currentNotice(ctx: Any) {
  const now = ctx.clock.now()
  return (await newest(ctx)).find((row) => isInForce(row, now)) ?? null
}

function newest(ctx: Any) {
  return ctx.tx
    .selectFrom('charge_notice')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

export const noticeRoutes: readonly Route[] = [
  implementForPerson(contract.notices, PLATFORM, async (ctx) => {
    const now = ctx.clock.now()
    const current = await currentNotice(ctx)
    return (await newest(ctx)).map((row) => ({
      noticeId: row.id,
      content: row.content,
      from: row.fromAt.toISOString(),
      until: row.untilAt?.toISOString() ?? null,
      createdByName: row.createdByName,
      isInForce: row.id === current?.id,
      mayEnd: row.untilAt === null || row.untilAt > now,
    }))
  }),

  implementForPerson(contract.addNotice, PLATFORM, async (ctx, { body }) => {
    const noticeId = ctx.newId()
    await ctx.insert('charge_notice', {
      id: noticeId,
      content: body.content,
      fromAt: new Date(body.from),
      untilAt: body.until === null ? null : new Date(body.until),
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    })
    ctx.audit({
      action: 'charge.notice',
      entity: 'charge-standard',
      entityId: noticeId,
      summary: '发布缴费提示',
      data: { content: body.content, from: body.from, until: body.until },
    })
    return { noticeId }
  }),

  implementForPerson(contract.endNotice, PLATFORM, async (ctx, { params }) => {
    const now = ctx.clock.now()
    const row = notFoundUnless(await ctx.one('charge_notice', { id: params.noticeId }, { lock: 'update' }))
    if (row.untilAt !== null && row.untilAt <= now) throw new AppError('wrongState', '该提示已结束')
    // What had not begun yet never does.
    const untilAt = now > row.fromAt ? now : new Date(row.fromAt.getTime() + 1)
    await ctx.update('charge_notice', { id: row.id }, { untilAt })
    ctx.audit({ action: 'charge.notice-end', entity: 'charge-standard', entityId: row.id, summary: '结束缴费提示' })
  }),
]

function isInForce({ fromAt, untilAt }: { fromAt: Date; untilAt: Date | null }, now: Date): boolean {
  return fromAt <= now && (untilAt === null || now < untilAt)
}
