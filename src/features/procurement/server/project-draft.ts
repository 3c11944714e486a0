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
  const own = { tenant_id: ctx.tenantId, id: ctx.newId(), code, ...sides }
  const rest = { ...projectColumns(body), created_by: ctx.actor.userId, created_at: now, updated_at: now }
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
  const { name, category, region, funds, budget, description } = body
  return { name, category, must_tender: body.mustTender, region, funds, budget, description }
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
      .select('company_id')
      .where('tenant_id', '=', ctx.tenantId)
      .where('company_id', '=', partner)
      .where(agencySide ? 'is_purchaser' : 'is_agency', '=', true)
      .where('status', '=', 1)
      .executeTakeFirst()
    if (!found || partner === own) throw invalid(path, agencySide ? '采购人不存在' : '代理机构不存在')
  }
  return agencySide
    ? { purchaser_company_id: partner!, agency_company_id: own }
    : { purchaser_company_id: own, agency_company_id: partner }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
