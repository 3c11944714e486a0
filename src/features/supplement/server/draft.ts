import { keptFiles } from '#server/files/own-files.ts'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { clientCompanies } from '#features/clients/server/public.ts'
import { drawNumber, lockOwnPurchase, lockRunProject, purchaserOf } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import * as contract from '../contract/supplement.ts'
import { ACTS, announce, type Ctx, demanded, demandHandler, invalid, record } from './access.ts'
import { copyOf, runOf, shownColumns, versionOf } from './content.ts'
import { USE } from './files.ts'

/** Registrations and their corrections while they are written. */
export const draftRoutes: readonly Route[] = [
  implement(contract.supplementChoices, ACTS, async (ctx, { query }) => {
    demandHandler(ctx.actor)
    const isAgency = ctx.actor.workbench === 'agency'
    return {
      purchasers: isAgency ? await purchasers(ctx) : [],
      projects: await joinable(ctx, query.keyword),
    }
  }),

  implement(contract.createSupplement, ACTS, async (ctx, { body }) => {
    demandHandler(ctx.actor)
    const { files, projectId, purchaserCompanyId: _, ...rest } = body
    const run = runOf(ctx, rest)
    const purchaserCompanyId = await purchaserOf(ctx, body)
    await demandJoinable(ctx, projectId, purchaserCompanyId)
    const now = ctx.clock.now()
    const row = {
      id: ctx.newId(),
      code: await drawCode(ctx),
      companyId: ctx.actor.companyId,
      purchaserCompanyId,
      projectId,
      state: 'draft',
      ...(await shownColumns(ctx, run)),
      draft: JSON.stringify(run),
      draftFiles: JSON.stringify(await keptFiles(ctx, files, { use: USE })),
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: now,
      updatedAt: now,
    }
    await ctx.insert('supplement', row)
    record(ctx, row, { action: 'create', summary: `起草补录：${run.title}` })
    return { supplementId: row.id }
  }),

  implement(contract.updateSupplement, ACTS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.supplementId, 'edit')
    const { files, projectId, revision, correctionReason, ...rest } = body
    if (revision !== row.draftRevision) throw new AppError('conflict')
    const run = runOf(ctx, rest)
    const isNew = row.version === 0
    if (isNew) await demandJoinable(ctx, projectId, row.purchaserCompanyId)
    if (!isNew && correctionReason.length < 2) throw invalid('correctionReason', '请填写更正原因')
    const before = isNew ? [] : (await versionOf(ctx, row.id, row.version)).files
    await ctx.update(
      'supplement',
      { id: row.id },
      {
        draft: JSON.stringify(run),
        draftFiles: JSON.stringify(
          await keptFiles(ctx, files, { use: USE, kept: [...before, ...(copyOf(row)?.files ?? [])] }),
        ),
        draftReason: isNew ? '' : correctionReason,
        draftRevision: revision + 1,
        updatedAt: ctx.clock.now(),
        // What is registered is shown as it was until the correction is handed in.
        ...(isNew && { projectId, ...(await shownColumns(ctx, run)) }),
      },
    )
    record(ctx, row, { action: 'update', summary: isNew ? `修改补录草稿：${run.title}` : `起草补录更正：${row.title}` })
    announce(ctx, row)
    return { revision: revision + 1 }
  }),

  implement(contract.removeSupplement, ACTS, async (ctx, { params }) => {
    const { row } = await demanded(ctx, params.supplementId, 'remove')
    await ctx.remove('supplement', { id: row.id })
    record(ctx, row, { action: 'remove', summary: `删除补录草稿：${row.title}` })
  }),

  implement(contract.discardCorrection, ACTS, async (ctx, { params }) => {
    const { row } = await demanded(ctx, params.supplementId, 'discard')
    await ctx.update(
      'supplement',
      { id: row.id },
      {
        draft: null,
        draftFiles: '[]',
        draftReason: '',
        draftRevision: row.draftRevision + 1,
        updatedAt: ctx.clock.now(),
      },
    )
    record(ctx, row, { action: 'discard', summary: `放弃补录更正：${row.title}` })
    announce(ctx, row)
  }),
]

async function drawCode(ctx: Ctx): Promise<string> {
  const [[row] = []] = await ctx.run([drawNumber(ctx.tenantId, 'supplement')])
  return `BL${formatDate(ctx.clock.now()).replaceAll('-', '')}${String(row!.last).padStart(6, '0')}`
}

/** Own projects that a registration may join, by name or code. */
async function joinable(ctx: Ctx, keyword: string | undefined) {
  const rows = await ctx.tx
    .selectFrom('project as p')
    .select(['p.id', 'p.code', 'p.name', 'p.purchaserCompanyId'])
    .where('p.tenantId', '=', ctx.tenantId)
    .where(ctx.actor.workbench === 'agency' ? 'p.agencyCompanyId' : 'p.purchaserCompanyId', '=', ctx.actor.companyId)
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['p.name', 'p.code'])))
    .orderBy('p.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, ...row }) => ({ projectId: id, ...row }))
}

/** A project that is joined belongs to the same purchaser, and is in the own hands. */
async function demandJoinable(ctx: Ctx, projectId: string | null, purchaserCompanyId: string): Promise<void> {
  if (projectId === null) return
  const lock = ctx.actor.workbench === 'agency' ? lockRunProject : lockOwnPurchase
  const project = await lock(ctx, projectId)
  if (project?.purchaserCompanyId !== purchaserCompanyId) throw invalid('projectId', '项目不存在，或者不属于该采购人')
}

/** Purchasers here and the own clients, for whom an agency may register. */
async function purchasers(ctx: Ctx) {
  const clients = await clientCompanies(ctx)
  const rows = await ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .select(['c.id as companyId', 'c.name'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.isPurchaser', '=', true)
    .where('t.isCertified', '=', true)
    .where('t.status', '=', 1)
    .where('c.id', '<>', ctx.actor.companyId)
    .orderBy('c.name')
    .limit(200)
    .execute()
  return [...rows, ...clients.filter(({ companyId }) => !rows.some((row) => row.companyId === companyId))]
}
