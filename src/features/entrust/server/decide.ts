import { AppError } from '#contract/errors.ts'
import { companyChanged } from '#features/organisation/server/public.ts'
import { handOver, lockProject } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/entrust.ts'
import type { EntrustState } from '../rules/status.ts'
import { ACTS, type Ctx, demanded, type Entrusted, record } from './access.ts'

/** From the offer to the end of an entrustment. */
export const decideRoutes: readonly Route[] = [
  implement(contract.offerEntrustment, ACTS, async (ctx, { params }) => {
    const { row, to } = await demanded(ctx, params.entrustmentId, 'offer')
    const project = await lockProject(ctx, row.projectId)
    if (project.agencyCompanyId !== null) throw new AppError('wrongState', '项目已由代理机构办理')
    const now = ctx.clock.now()
    await ctx.update('entrustment', { id: row.id }, { state: to, offeredAt: now, updatedAt: now })
    tell(ctx, row, { to, summary: `发出委托：${project.name}（${project.code}）` })
  }),

  implement(contract.withdrawEntrustment, ACTS, async (ctx, { params }) => {
    const { row, to } = await demanded(ctx, params.entrustmentId, 'withdraw')
    await ctx.update('entrustment', { id: row.id }, { state: to, offeredAt: null, updatedAt: ctx.clock.now() })
    tell(ctx, row, { to, summary: '撤回委托' })
  }),

  implement(contract.acceptEntrustment, ACTS, async (ctx, { params }) => {
    const { row, to } = await demanded(ctx, params.entrustmentId, 'accept')
    const project = await lockProject(ctx, row.projectId)
    if (project.agencyCompanyId !== null) throw new AppError('wrongState', '项目已由代理机构办理')
    const { companyId, userId } = ctx.actor
    const taken = await handOver(ctx, project, { to: { companyId, userId }, reason: '代理机构接受委托' })
    await decided(ctx, row, { state: to })
    tell(ctx, row, {
      to,
      summary: `接受委托：${project.name}（${project.code}）`,
      data: { orders: taken.map(({ id }) => id) },
    })
  }),

  implement(contract.refuseEntrustment, ACTS, async (ctx, { params, body }) => {
    const { row, to } = await demanded(ctx, params.entrustmentId, 'refuse')
    await decided(ctx, row, { state: to, refusal: body.reason })
    tell(ctx, row, { to, summary: `拒绝委托：${body.reason}` })
  }),

  implement(contract.endEntrustment, ACTS, async (ctx, { params, body }) => {
    const { row, side, to } = await demanded(ctx, params.entrustmentId, 'end')
    const { companyId, userId, name } = ctx.actor
    const project = await lockProject(ctx, row.projectId)
    // Back with whoever ends it, or whoever entrusted it.
    const handler = side === 'purchaser' ? userId : row.createdBy
    const back = await handOver(ctx, project, {
      to: { companyId: row.purchaserCompanyId, userId: handler },
      reason: `委托已终止：${body.reason}`,
    })
    const now = ctx.clock.now()
    await ctx.update(
      'entrustment',
      { id: row.id },
      {
        state: to,
        endedAt: now,
        endedByName: name,
        endedByCompanyId: companyId,
        endReason: body.reason,
        returnedOrders: back.map(({ id }) => id),
        updatedAt: now,
      },
    )
    tell(ctx, row, { to, summary: `终止委托：${body.reason}`, data: { returned: back.map(({ id }) => id) } })
    // Pages of the agency that are open hear nothing more of what went back.
    await companyChanged(ctx, row.agencyCompanyId)
    return { returned: back.length }
  }),
]

function decided(ctx: Ctx, row: Entrusted, { state, refusal = '' }: { state: EntrustState; refusal?: string }) {
  const now = ctx.clock.now()
  const by = { decidedAt: now, decidedByName: ctx.actor.name }
  return ctx.update('entrustment', { id: row.id }, { state, ...by, refusal, updatedAt: now })
}

/** On record, and told to the other side. */
function tell(
  ctx: Ctx,
  row: Entrusted,
  { to, summary, data }: { to: EntrustState; summary: string; data?: object },
): void {
  record(ctx, row, { action: to, summary, ...(data && { data }) })
  ctx.emit({
    kind: 'entrust.moved',
    payload: { entrustmentId: row.id, to, by: ctx.actor.companyId },
    topics: [`user:${ctx.actor.userId}`],
  })
}
