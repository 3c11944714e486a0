import { AppError } from '#contract/errors.ts'
import { makeProject, lockProject } from '#features/procurement/server/public.ts'
import type { Run } from '../contract/run.ts'
import { changesOf } from '../rules/changes.ts'
import { breachesOf } from '../rules/findings.ts'
import { announce, type Ctx, demandedApproved, invalid, record, type Supplement } from './access.ts'
import { copyOf, findingsNow, runOf, shownColumns, versionOf } from './content.ts'

/** The working copy becomes the next version, with what the checks find now; the first one makes a project unless it joins one. */
export async function register(ctx: Ctx, supplementId: string, revision: number): Promise<{ version: number }> {
  const { row, to } = await demandedApproved(ctx, supplementId, 'submit')
  await holdProject(ctx, row)
  const copy = copyOf(row)
  if (!copy || revision !== row.draftRevision) throw new AppError('conflict')
  // Written before an approval that took its time; what was past then is past now.
  const run = runOf(ctx, copy.content)
  const version = row.version + 1
  const isFirst = version === 1
  if (!isFirst && row.draftReason.length < 2) throw invalid('correctionReason', '请填写更正原因')
  const before = isFirst ? null : await versionOf(ctx, row.id, row.version)
  const changes = before ? changesOf(before, { ...copy, content: run }) : []
  if (before && changes.length === 0) throw new AppError('invalid', '没有改动，无须更正')
  const findings = await findingsNow(ctx, run)
  const now = ctx.clock.now()
  await ctx.insert('supplement_version', {
    supplementId,
    version,
    content: JSON.stringify(run),
    files: JSON.stringify(copy.files),
    findings: JSON.stringify(findings),
    changes: JSON.stringify(changes),
    reason: row.draftReason,
    madeBy: ctx.actor.userId,
    madeByName: ctx.actor.name,
    madeAt: now,
  })
  const projectId = row.projectId ?? (await makeProjectOf(ctx, run, row.purchaserCompanyId))
  await ctx.update(
    'supplement',
    { id: row.id },
    {
      state: to,
      version,
      ...(await shownColumns(ctx, run)),
      draft: null,
      draftFiles: '[]',
      draftReason: '',
      draftRevision: row.draftRevision + 1,
      updatedAt: now,
      ...(isFirst && { projectId, registeredAt: now }),
    },
  )
  const breaches = breachesOf(findings).map(({ ruleId, source, message }) => ({ ruleId, source, message }))
  record(ctx, row, {
    action: isFirst ? 'register' : 'correct',
    summary: isFirst ? `登记补录：${run.title}` : `更正补录（第 ${version} 版）：${run.title}，${row.draftReason}`,
    data: { version, projectId, breaches, ...(before && { changes, reason: row.draftReason }) },
  })
  announce(ctx, row, isFirst ? 'registered' : 'corrected')
  return { version }
}

/** While it is registered the project stays in the hands that it is in: an entrustment that has just ended is seen. */
async function holdProject(ctx: Ctx, { projectId, companyId, purchaserCompanyId }: Supplement): Promise<void> {
  if (projectId === null) return
  const { agencyCompanyId } = await lockProject(ctx, projectId)
  if (companyId !== purchaserCompanyId && agencyCompanyId !== companyId)
    throw new AppError('wrongState', '委托已终止，项目不再由本单位办理')
}

function makeProjectOf(ctx: Ctx, run: Run, purchaserCompanyId: string): Promise<string> {
  const { title, category, regime, region, funds, budget, reason } = run
  return makeProject(ctx, {
    fields: {
      name: title,
      category,
      regime,
      region,
      funds,
      budget,
      description: `补录的采购：${reason}`,
      purchaserCompanyId: ctx.actor.workbench === 'agency' ? purchaserCompanyId : null,
    },
    items: [],
    isSupplement: true,
  }).then(({ projectId }) => projectId)
}

/** What was registered no longer counts; every version stays readable. */
export async function withdraw(ctx: Ctx, supplementId: string, reason: string): Promise<{ version: number }> {
  const { row, to } = await demandedApproved(ctx, supplementId, 'withdraw')
  const now = ctx.clock.now()
  await ctx.update(
    'supplement',
    { id: row.id },
    {
      state: to,
      draft: null,
      draftFiles: '[]',
      draftReason: '',
      withdrawnAt: now,
      withdrawnByName: ctx.actor.name,
      withdrawReason: reason,
      updatedAt: now,
    },
  )
  record(ctx, row, { action: 'withdraw', summary: `撤回补录：${row.title}，${reason}`, data: { reason } })
  announce(ctx, row, 'withdrawn')
  return { version: row.version }
}
