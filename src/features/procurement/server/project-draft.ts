import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { statementOf } from '#server/database/exchange.ts'
import type { createProject } from '../contract/project.ts'

/** A new project of the own company; written with the commit. `code` was drawn for it. */
export async function draftProject(ctx: Context<Employee>, body: Fields, code: string) {
  const sides = await sidesOf(ctx, body)
  const now = ctx.clock.now()
  const own = { tenantId: ctx.tenantId, id: ctx.newId(), code, ...sides }
  const rest = { ...projectColumns(body), createdBy: ctx.actor.userId, createdAt: now, updatedAt: now }
  ctx.withCommit(statementOf(ctx.tx.insertInto('project').values({ ...own, ...rest })))
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

/** Purchaser and agency of a project made from this workbench; the partner must be one at this tenant. */
export async function sidesOf(ctx: Context<Employee>, body: Fields) {
  const own = ctx.actor.companyId
  const agencySide = ctx.actor.workbench === 'agency'
  const partner = agencySide ? body.purchaserCompanyId : body.agencyCompanyId
  const path = agencySide ? 'purchaserCompanyId' : 'agencyCompanyId'
  if (agencySide && !partner) throw invalid(path, '请选择采购人')
  if (partner) {
    const found = await ctx.tx
      .selectFrom('company_tenant')
      .select('companyId')
      .where('tenantId', '=', ctx.tenantId)
      .where('companyId', '=', partner)
      .where(agencySide ? 'isPurchaser' : 'isAgency', '=', true)
      .where('status', '=', 1)
      .executeTakeFirst()
    if (!found || partner === own) throw invalid(path, agencySide ? '采购人不存在' : '代理机构不存在')
  }
  return agencySide
    ? { purchaserCompanyId: partner!, agencyCompanyId: own }
    : { purchaserCompanyId: own, agencyCompanyId: partner }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
