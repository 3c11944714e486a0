import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { AuditStatus, JoinStatus } from '../rules/enums.ts'
import { serviceOf } from '../rules/services.ts'
import { allAudits } from './audits.ts'

type Ctx = Context<Actor>
const WAITING = AuditStatus.values.pending

/** What waits for a decision: of the platform on companies, of a company's administrators on people. Oldest first. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench, companyId, rights } = ctx.actor
    if (workbench === 'admin') return (await forPlatform(ctx, limit)).slice(0, limit)
    return companyId !== null && rights.has('businessManagement') ? forCompany(ctx, companyId, limit) : []
  },
}

async function forPlatform(ctx: Ctx, limit: number): Promise<Todo[]> {
  const audits = await allAudits(ctx)
    .select(['a.id', 'a.name'])
    .where('a.status', '=', WAITING)
    .orderBy('a.id')
    .limit(limit)
    .execute()
  const services = await ctx.tx
    .selectFrom('service_audit as a')
    .innerJoin('company as c', 'c.id', 'a.companyId')
    .select(['a.id', 'a.type', 'c.name'])
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.status', '=', WAITING)
    .orderBy('a.id')
    .limit(limit)
    .execute()
  const brands = await ctx.tx
    .selectFrom('brand_application as a')
    .innerJoin('company as c', 'c.id', 'a.companyId')
    .select(['a.id', 'c.name'])
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.status', '=', WAITING)
    .orderBy('a.id')
    .limit(limit)
    .execute()
  return [
    ...audits.map(({ id, name }) => ({
      key: `company-audit:${id}`,
      kind: 'platform' as const,
      isMine: true,
      label: '企业审核',
      title: name,
      link: `/admin/company-audits/${id}`,
      dueAt: null,
    })),
    ...services.map(({ id, type, name }) => ({
      key: `service-audit:${id}`,
      kind: 'platform' as const,
      isMine: true,
      label: '服务审核',
      title: `${name}：${serviceOf(type)?.label ?? type}`,
      link: `/admin/service-audits?status=${WAITING}`,
      dueAt: null,
    })),
    ...brands.map(({ id, name }) => ({
      key: `brand:${id}`,
      kind: 'platform' as const,
      isMine: true,
      label: '品牌审核',
      title: name,
      link: `/admin/brand-applications?status=${WAITING}`,
      dueAt: null,
    })),
  ]
}

async function forCompany(ctx: Ctx, companyId: string, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('join_request')
    .select(['id', 'name'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', companyId)
    .where('status', '=', JoinStatus.values.pending)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, name }) => ({
    key: `join:${id}`,
    kind: 'company' as const,
    isMine: true,
    label: '处理加入申请',
    title: name,
    link: '/enterprise/organisation?part=guests',
    dueAt: null,
    canWait: true,
  }))
}
