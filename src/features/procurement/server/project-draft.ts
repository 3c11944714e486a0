import { bindRow } from '#server/bound-rows.ts'
import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { isClient } from '#features/clients/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { statementOf } from '#server/database/exchange.ts'
import type { createProject } from '../contract/project.ts'
import { PROJECTS } from './bound.ts'
import { budgetUse } from './budget-port.ts'

/** A new project of the own company; written with the commit. `code` was drawn for it; see `makeProject` for supplements. */
export async function draftProject(
  ctx: Context<Employee>,
  body: Fields,
  { code, isSupplement = false }: { code: string; isSupplement?: boolean },
) {
  const sides = await sidesOf(ctx, body)
  const now = ctx.clock.now()
  const own = { tenantId: ctx.tenantId, id: ctx.newId(), code, isSupplement, ...sides }
  const rest = { ...projectColumns(body), createdBy: ctx.actor.userId, createdAt: now, updatedAt: now }
  ctx.withCommit(statementOf(ctx.tx.insertInto('project').values({ ...own, ...rest })))
  bindRow(ctx, PROJECTS, [own.id])
  if (body.budgetShares) await budgetUse().name(ctx, { projectId: own.id, shares: body.budgetShares })
  ctx.audit({
    action: 'project.create',
    entity: 'project',
    entityId: own.id,
    summary: `创建采购项目：${body.name}`,
    data: body,
  })
  return own
}

type Fields = BodyOf<typeof createProject>

/** The fields of a form as columns. */
export function projectColumns(body: Fields) {
  const { name, category, regime, region, funds, budget, description } = body
  return { name, category, regime, region, funds, budget, description }
}

/** Purchaser and agency of a project made from this workbench; whom an agency buys for must be a purchaser here, or its client. */
export async function sidesOf(
  ctx: Context<Employee>,
  { purchaserCompanyId: partner }: Pick<Fields, 'purchaserCompanyId'>,
) {
  const own = ctx.actor.companyId
  if (ctx.actor.workbench !== 'agency') return { purchaserCompanyId: own, agencyCompanyId: null }
  if (!partner) throw invalid('请选择采购人')
  const found = await ctx.tx
    .selectFrom('company_tenant')
    .select('companyId')
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', partner)
    .where('isPurchaser', '=', true)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (partner === own || !(found ?? (await isClient(ctx, partner)))) throw invalid('采购人不存在')
  return { purchaserCompanyId: partner, agencyCompanyId: own }
}

function invalid(message: string): AppError {
  return new AppError('invalid', message, [{ path: 'purchaserCompanyId', message }])
}
