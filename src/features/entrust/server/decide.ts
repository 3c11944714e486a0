import { AppError } from '#contract/errors.ts'
import { companyChanged } from '#features/organisation/server/public.ts'
import { handOver, lockProject, type Project } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/entrust.ts'
import type { EntrustState } from '../rules/status.ts'
import { ACTS, type Ctx, demanded, type Entrusted, record } from './access.ts'

/** From the offer to the end of an entrustment. */
export const decideRoutes: readonly Route[] = [
  implement(contract.offerEntrustment, ACTS, async (ctx, { params }) => {
    const { row, to } = await demanded(ctx, params.entrustmentId, 'offer')
    const project = await lockProject(ctx, row.projectId)
    demandHands(project, row)
    const now = ctx.clock.now()
    await ctx.update('entrustment', { id: row.id }, { state: to, offeredAt: now, updatedAt: now })
    tell(ctx, row, {
      to,
      summary: `${isProposal(row) ? '提请采购人同意委托' : '发出委托'}：${project.name}（${project.code}）`,
    })
  }),

  implement(contract.withdrawEntrustment, ACTS, async (ctx, { params }) => {
    const { row, to } = await demanded(ctx, params.entrustmentId, 'withdraw')
    await ctx.update('entrustment', { id: row.id }, { state: to, offeredAt: null, updatedAt: ctx.clock.now() })
    tell(ctx, row, { to, summary: '撤回委托' })
  }),

  implement(contract.acceptEntrustment, ACTS, async (ctx, { params }) => {
    const { row, to } = await demanded(ctx, params.entrustmentId, 'accept')
    const project = await lockProject(ctx, row.projectId)
    demandHands(project, row)
    const { companyId, userId } = ctx.actor
    // What the agency registered is in its hands already.
    const taken = isProposal(row)
      ? []
      : await handOver(ctx, project, { to: { companyId, userId }, reason: '代理机构接受委托' })
    await decided(ctx, row, { state: to })
    tell(ctx, row, {
      to,
      summary: `${isProposal(row) ? '同意' : '接受'}委托：${project.name}（${project.code}）`,
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
    // Back with whoever ends it, or whoever entrusted it or agreed to it.
    const handler = side === 'purchaser' ? userId : isProposal(row) ? row.decidedBy! : row.createdBy
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

/** An agency asks for it. */
function isProposal({ proposedBy }: Pick<Entrusted, 'proposedBy'>): boolean {
  return proposedBy === 'agency'
}

/** The project is still in the hands of whoever proposes: `wrongState` otherwise. */
function demandHands(project: Pick<Project, 'agencyCompanyId' | 'purchaserCompanyId'>, row: Entrusted): void {
  if (project.agencyCompanyId !== (isProposal(row) ? row.agencyCompanyId : null))
    throw new AppError('wrongState', isProposal(row) ? '项目已不由该代理机构办理' : '项目已由代理机构办理')
}

function decided(ctx: Ctx, row: Entrusted, { state, refusal = '' }: { state: EntrustState; refusal?: string }) {
  const now = ctx.clock.now()
  const by = { decidedAt: now, decidedBy: ctx.actor.userId, decidedByName: ctx.actor.name }
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
