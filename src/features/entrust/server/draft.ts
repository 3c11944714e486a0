import { AppError } from '#contract/errors.ts'
import { lockOwnPurchase, lockRunProject } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import * as contract from '../contract/entrust.ts'
import { ACTS, type Ctx, demanded, record, sideOf } from './access.ts'
import { answersItself } from './kept.ts'
import { termColumns } from './terms.ts'

/** States in which a project is in an agency's hands, or about to be. */
export const LIVE_STATES = ['draft', 'offered', 'accepted'] as const

/** Entrustments while one side writes them. */
export const draftRoutes: readonly Route[] = [
  implement(contract.entrustableProjects, ACTS, async (ctx, { query: { keyword } }) => {
    if (sideOf(ctx, true) !== 'purchaser') throw new AppError('notFound')
    const rows = await ctx.tx
      .selectFrom('project as p')
      .select(['p.id', 'p.code', 'p.name'])
      .where('p.tenantId', '=', ctx.tenantId)
      .where('p.purchaserCompanyId', '=', ctx.actor.companyId)
      .where('p.agencyCompanyId', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('entrustment as e')
              .select('e.id')
              .whereRef('e.tenantId', '=', 'p.tenantId')
              .whereRef('e.projectId', '=', 'p.id')
              .where('e.state', 'in', LIVE_STATES),
          ),
        ),
      )
      .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['p.name', 'p.code'])))
      .orderBy('p.id', 'desc')
      .limit(50)
      .execute()
    return rows.map(({ id, code, name }) => ({ projectId: id, code, name }))
  }),

  implement(contract.createEntrustment, ACTS, async (ctx, { body: { projectId, ...terms } }) => {
    const side = sideOf(ctx, true)
    const project = await (side === 'agency' ? proposable(ctx, projectId) : entrustable(ctx, projectId))
    const now = ctx.clock.now()
    const row = {
      id: ctx.newId(),
      projectId: project.id,
      purchaserCompanyId: project.purchaserCompanyId,
      proposedBy: side,
      state: 'draft',
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: now,
      ...(await termColumns(ctx, terms)),
    }
    await ctx.insert('entrustment', row)
    record(ctx, row, { action: 'create', summary: `起草委托：${project.name}（${project.code}）`, data: terms })
    return { entrustmentId: row.id }
  }),

  implement(contract.updateEntrustment, ACTS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.entrustmentId, 'edit')
    await ctx.update('entrustment', { id: row.id }, await termColumns(ctx, body, row.contractFiles as StoredFile[]))
    record(ctx, row, { action: 'update', summary: '修改委托草稿', data: body })
  }),

  implement(contract.removeEntrustment, ACTS, async (ctx, { params }) => {
    const { row } = await demanded(ctx, params.entrustmentId, 'remove')
    await ctx.remove('entrustment', { id: row.id })
    record(ctx, row, { action: 'remove', summary: '删除委托草稿' })
  }),
]

/** An own project, locked, that is in nobody else's hands: `notFound` for others', `wrongState` while it is entrusted. */
async function entrustable(ctx: Ctx, projectId: string) {
  const project = await lockOwnPurchase(ctx, projectId)
  if (!project) throw new AppError('notFound')
  if (project.agencyCompanyId !== null) throw new AppError('wrongState', '项目已由代理机构办理')
  await demandNoneLive(ctx, projectId)
  return project
}

/** A project that the own agency runs for a purchaser with an account, which was not asked yet. */
async function proposable(ctx: Ctx, projectId: string) {
  const project = await lockRunProject(ctx, projectId)
  if (!project) throw new AppError('notFound')
  if (!(await answersItself(ctx, project.purchaserCompanyId)))
    throw new AppError('wrongState', '采购人尚未注册，无须征求其同意')
  await demandNoneLive(ctx, projectId)
  return project
}

async function demandNoneLive(ctx: Ctx, projectId: string): Promise<void> {
  const live = await ctx.one('entrustment', { projectId, state: [...LIVE_STATES] }, { columns: ['id'] })
  if (live) throw new AppError('wrongState', '项目已有进行中的委托')
}
