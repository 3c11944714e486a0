import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../contract/delegations.ts'
import { namesOf, stillInUse } from './employees.ts'

type Ctx = Context<Employee>

export async function listDelegations(ctx: Ctx): Promise<z.input<typeof c.delegations.returns>> {
  const { employeeId } = ctx.actor
  const now = ctx.clock.now()
  const rows = await ctx.tx
    .selectFrom('workflow_delegation')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where((e) => e.or([e('employeeId', '=', employeeId), e('delegateId', '=', employeeId)]))
    .orderBy('startsAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  const names = await namesOf(
    ctx,
    rows.flatMap((r) => [r.employeeId, r.delegateId]),
  )
  const period = (r: { startsAt: Date; endsAt: Date }) => ({
    from: r.startsAt.toISOString(),
    until: r.endsAt.toISOString(),
  })
  return {
    given: rows
      .filter((r) => r.employeeId === employeeId)
      .map((r) => ({
        delegationId: r.id,
        toName: names.get(r.delegateId) ?? '',
        ...period(r),
        reason: r.reason,
        state: r.endsAt <= now ? ('over' as const) : r.startsAt > now ? ('coming' as const) : ('active' as const),
      })),
    received: rows
      .filter((r) => r.delegateId === employeeId && r.endsAt > now)
      .map((r) => ({ delegationId: r.id, fromName: names.get(r.employeeId) ?? '', ...period(r) })),
  }
}

export async function addDelegation(
  ctx: Ctx,
  body: z.output<typeof c.addDelegation.body>,
): Promise<{ delegationId: string }> {
  const refuse = (path: string, message: string) => new AppError('invalid', message, [{ path, message }])
  const { employeeId } = ctx.actor
  const [from, until] = [new Date(body.from), new Date(body.until)]
  const now = ctx.clock.now()
  if (body.employeeId === employeeId) throw refuse('employeeId', '不能委托给本人')
  if ((await stillInUse(ctx, ctx.actor.companyId, [body.employeeId])).length === 0)
    throw refuse('employeeId', '所选人员不可用，请重新选择')
  if (until <= now) throw refuse('until', '结束时间须晚于当前时间')
  // Two at once by the same person wait for each other here.
  await ctx.many('employee', { id: employeeId }, { columns: ['id'], lock: 'update' })
  const other = await ctx.tx
    .selectFrom('workflow_delegation')
    .select(['startsAt', 'endsAt'])
    .where('tenantId', '=', ctx.tenantId)
    .where('employeeId', '=', employeeId)
    .where('startsAt', '<', until)
    .where('endsAt', '>', from)
    .executeTakeFirst()
  if (other)
    throw new AppError('conflict', `与已有委托（${formatTime(other.startsAt)} 至 ${formatTime(other.endsAt)}）时间重叠`)
  const delegationId = ctx.newId()
  await ctx.insert('workflow_delegation', {
    id: delegationId,
    employeeId,
    delegateId: body.employeeId,
    startsAt: from,
    endsAt: until,
    reason: body.reason,
    createdAt: now,
  })
  const names = await namesOf(ctx, [body.employeeId])
  const period = `${formatTime(from)} 至 ${formatTime(until)}`
  said(ctx, delegationId, { action: 'add', summary: `委托${names.get(body.employeeId)}代为审批（${period}）` })
  ctx.emit({ kind: 'workflow.delegated', payload: { delegationId, identity: ctx.actor.workbench ?? 'purchaser' } })
  return { delegationId }
}

export async function endDelegation(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.one('workflow_delegation', { id, employeeId: ctx.actor.employeeId }, { lock: 'update' })
  if (!row) throw new AppError('notFound')
  const now = ctx.clock.now()
  if (row.endsAt <= now) throw new AppError('wrongState', '该委托已结束')
  if (row.startsAt >= now) await ctx.remove('workflow_delegation', { id })
  else await ctx.update('workflow_delegation', { id }, { endsAt: now })
  said(ctx, id, { action: 'end', summary: '结束审批委托' })
}

function said(ctx: Ctx, id: string, fact: { action: string; summary: string }): void {
  ctx.audit({ ...fact, action: `workflow-delegation.${fact.action}`, entity: 'workflow-delegation', entityId: id })
}
