import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/page.ts'
import { changeTenant, readTenants, type Tenant } from '#features/tenancy/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type * as admin from '../contract/admin.ts'
import type * as c from '../contract/brand.ts'
import type { Decision } from '../contract/shared.ts'
import { AUDIT_STATUS } from '../rules/audit-status.ts'
import { companiesHere, ownTenant } from './access.ts'
import { namesOf, standingOf } from './audit-rows.ts'
import { PLATFORM } from './audits.ts'
import { fileAnswer, pictureAddress } from './files.ts'
import { newestFirst } from './paging.ts'

type Ctx = Context<Actor>
type Row = z.output<typeof c.BrandApplication>

/** A purchaser applies for another brand of this platform. Pictures are checked now, not only when it is decided. */
export async function apply(
  ctx: Context<Employee>,
  body: z.output<typeof c.applyForBrand.body>,
): Promise<{ id: string }> {
  const pictures = [body.logoId, body.faviconId].filter((id) => id !== null)
  await demandOwnFiles(ctx, pictures, { use: 'brand-picture', by: 'person', path: 'logoId' })
  for (const id of pictures) await pictureAddress(ctx, id)
  const obstacle = aliasObstacle(await readTenants(ctx.tx), ctx.tenantId, body.alias)
  if (obstacle) throw new AppError('conflict', obstacle, [{ path: 'alias', message: obstacle }])
  const open = await applications(ctx)
    .select('a.id')
    .where('a.companyId', '=', ctx.actor.companyId)
    .where('a.status', '=', 0)
    .executeTakeFirst()
  if (open) throw new AppError('conflict', '已有品牌申请正在审核，请等待审核结果')
  const id = ctx.newId()
  await ctx.insert('brand_application', {
    id,
    companyId: ctx.actor.companyId,
    alias: body.alias,
    themeColor: body.themeColor,
    openHallTitle: body.openHallTitle,
    logoId: body.logoId,
    faviconId: body.faviconId,
    statement: body.statement,
    appliedBy: ctx.actor.userId,
    appliedAt: ctx.clock.now(),
  })
  ctx.audit({ action: 'brand.apply', entity: 'brand-application', entityId: id, summary: '申请平台品牌' })
  ctx.emit({ kind: 'brand.audit.submitted', payload: { id } })
  return { id }
}

/** The brand in force and the company's applications. */
export async function ownApplications(ctx: Context<Employee>): Promise<z.output<typeof c.brandApplications.returns>> {
  const rows = await applications(ctx)
    .selectAll('a')
    .where('a.companyId', '=', ctx.actor.companyId)
    .orderBy('a.id', 'desc')
    .limit(50)
    .execute()
  const tenant = await ownTenant(ctx)
  return { inForce: inForce(tenant), applications: await shown(ctx, rows, tenant) }
}

/** A picture of an application: of the own company's, or of any for the platform. */
export async function picture(ctx: Ctx, { id, picture: which }: { id: string; picture: 'logo' | 'favicon' }) {
  const row = await applications(ctx)
    .select(['a.logoId', 'a.faviconId'])
    .where('a.id', '=', id)
    .$if(ctx.actor.workbench !== 'admin', (q) => q.where('a.companyId', '=', ctx.actor.companyId))
    .executeTakeFirst()
  const fileId = which === 'logo' ? row?.logoId : row?.faviconId
  if (!fileId) throw new AppError('notFound')
  return fileAnswer(ctx, { fileId })
}

/** Applications of all companies, for the platform. */
export async function list(
  ctx: Ctx,
  query: z.output<typeof admin.adminBrandApplications.query>,
): Promise<Page<z.output<typeof admin.adminBrandApplications.returns>['rows'][number]>> {
  const base = applications(ctx)
    .selectAll('a')
    .$if(query.status !== undefined, (q) => q.where('a.status', '=', query.status!))
  const page = await newestFirst(ctx, base, { query, key: 'a.id' })
  const tenants = await readTenants(ctx.tx)
  const rows = await shown(ctx, page.rows, await ownTenant(ctx))
  const now = ctx.clock.now().getTime()
  return {
    ...page,
    rows: rows.map((row) => {
      const obstacle = row.status === 0 ? aliasObstacle(tenants, ctx.tenantId, row.alias) : ''
      return { ...row, obstacle, actions: AUDIT_STATUS.allowed({ status: row.status, obstacle }, PLATFORM, now) }
    }),
  }
}

/** Passes or rejects; a passed brand is the tenant's from the commit on. */
export async function decide(ctx: Ctx, id: string, decision: z.output<typeof Decision>): Promise<void> {
  const row = await applications(ctx).selectAll('a').where('a.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const status = AUDIT_STATUS.next(decision.pass ? 'pass' : 'reject', {
    record: { status: row.status, obstacle: aliasObstacle(await readTenants(ctx.tx), ctx.tenantId, row.alias) },
    who: PLATFORM,
    now: ctx.clock.now().getTime(),
  })
  const before = inForce(await ownTenant(ctx))
  if (decision.pass) {
    await changeTenant(ctx.tx, ctx.tenantId, {
      alias: row.alias,
      brand: {
        loginAlias: row.alias,
        themeColor: row.themeColor,
        openHallTitle: row.openHallTitle,
        ...(row.logoId ? { logo: await pictureAddress(ctx, row.logoId) } : {}),
        ...(row.faviconId ? { favicon: await pictureAddress(ctx, row.faviconId) } : {}),
      },
    })
  }
  await ctx.update(
    'brand_application',
    { id },
    {
      status,
      reason: decision.reason,
      before: JSON.stringify(before),
      decidedBy: ctx.actor.userId,
      decidedAt: ctx.clock.now(),
    },
  )
  ctx.audit({
    action: decision.pass ? 'brand.pass' : 'brand.reject',
    entity: 'brand-application',
    entityId: id,
    summary: `${decision.pass ? '通过' : '驳回'}平台品牌申请`,
    data: { alias: row.alias, themeColor: row.themeColor, reason: decision.reason },
  })
  ctx.emit({ kind: 'brand.audit.decided', payload: { id } })
}

export function inForce({ config }: Tenant): z.output<typeof c.BrandInForce> {
  const { alias, themeColor, openHallTitle, logo, favicon } = config
  return { alias, themeColor: themeColor.split(',')[0] ?? '', openHallTitle, logo, favicon }
}

function aliasObstacle(tenants: readonly Tenant[], own: number, alias: string): string {
  return tenants.some((tenant) => tenant.id !== own && tenant.alias === alias) ? '门户别名已被其他平台使用，请更换' : ''
}

async function shown(
  ctx: Ctx,
  rows: readonly Awaited<ReturnType<ReturnType<typeof everything>['executeTakeFirstOrThrow']>>[],
  tenant: Tenant,
): Promise<Row[]> {
  if (rows.length === 0) return []
  const names = await namesOf(
    ctx.tx,
    rows.flatMap((row) => [row.appliedBy, row.decidedBy]),
  )
  const companies = await companiesHere(ctx)
    .where('t.companyId', 'in', [...new Set(rows.map((row) => row.companyId))])
    .execute()
  return rows.map((row) => ({
    ...standingOf(row, names, ctx.actor.workbench === 'admin'),
    id: row.id,
    companyId: row.companyId,
    companyName: companies.find((one) => one.id === row.companyId)?.name ?? '',
    alias: row.alias,
    themeColor: row.themeColor,
    openHallTitle: row.openHallTitle,
    hasLogo: row.logoId !== null,
    hasFavicon: row.faviconId !== null,
    statement: row.statement,
    before: (row.before as Row['before'] | null) ?? inForce(tenant),
  }))
}

function everything(ctx: Ctx) {
  return applications(ctx).selectAll('a')
}

function applications(ctx: Ctx) {
  return ctx.tx.selectFrom('brand_application as a').where('a.tenantId', '=', ctx.tenantId)
}
