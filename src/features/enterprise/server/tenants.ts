import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { changeTenant, readTenants, type Tenant } from '#features/tenancy/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../contract/admin.ts'
import { brandProblems } from '../rules/brand.ts'
import { demandOwnFiles, pictureAddress } from './files.ts'

type Ctx = Context<Actor>

/** All tenants: their brands are public, their data are not looked at. */
export async function list(ctx: Ctx): Promise<z.output<typeof c.tenants.returns>> {
  return (await readTenants(ctx.tx)).map(({ id, name, alias, hosts, isDefault, config }) => ({
    tenantId: id,
    name,
    alias,
    hosts: [...hosts],
    isDefault,
    isOwn: id === ctx.tenantId,
    themeColor: firstColour(config.themeColor),
    logo: config.logo,
    funcList: [...config.funcList],
    agencyFuncList: [...config.agencyFuncList],
  }))
}

export async function branding(ctx: Ctx, id: number): Promise<z.output<typeof c.tenantBranding.returns>> {
  const { name, alias, isDefault, config } = await find(ctx, id)
  const { openHallTitle, reviewPlatformTitle, hotline, address, logo, favicon, funcList, agencyFuncList } = config
  return {
    name,
    alias,
    isDefault,
    themeColor: firstColour(config.themeColor),
    openHallTitle,
    reviewPlatformTitle,
    hotline,
    address,
    logo,
    favicon,
    funcList: [...funcList],
    agencyFuncList: [...agencyFuncList],
  }
}

/** Changes a tenant; the colour must be legible whoever sets it. */
export async function setBranding(
  ctx: Ctx,
  id: number,
  body: z.output<typeof c.updateTenantBranding.body>,
): Promise<void> {
  const problems = brandProblems(body)
  if (problems[0]) throw new AppError('invalid', problems[0].message, problems)
  const before = await find(ctx, id)
  const { name, alias, logoId, faviconId, ...brand } = body
  const pictures = [logoId, faviconId].filter((one) => one !== null)
  await demandOwnFiles(ctx, pictures, { use: 'brand-picture' })
  await changeTenant(ctx.tx, id, {
    name,
    alias,
    brand: {
      ...brand,
      loginAlias: alias,
      ...(logoId ? { logo: await pictureAddress(ctx, logoId) } : {}),
      ...(faviconId ? { favicon: await pictureAddress(ctx, faviconId) } : {}),
    },
  })
  ctx.audit({
    action: 'tenant.branding',
    entity: 'tenant',
    entityId: String(id),
    summary: `修改平台品牌：${name}`,
    data: {
      before: { name: before.name, alias: before.alias, themeColor: before.config.themeColor },
      after: { name, alias, themeColor: brand.themeColor, funcList: brand.funcList },
    },
  })
}

async function find(ctx: Ctx, id: number): Promise<Tenant> {
  const tenant = (await readTenants(ctx.tx)).find((one) => one.id === id)
  if (!tenant) throw new AppError('notFound', '平台不存在')
  return tenant
}

function firstColour(themeColor: string): string {
  return themeColor.split(',')[0]?.trim() ?? ''
}
