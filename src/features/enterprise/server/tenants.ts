import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { changeTenant, openTenant, readTenants, type Tenant } from '#features/tenancy/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type * as c from '../contract/admin.ts'
import { brandProblems, hostProblems, letterLogo } from '../rules/brand.ts'
import { pictureAddress } from './files.ts'

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
  const { name, alias, hosts, isDefault, config } = await find(ctx, id)
  const { openHallTitle, reviewPlatformTitle, hotline, address, logo, favicon, funcList, agencyFuncList } = config
  return {
    name,
    alias,
    hosts: [...hosts],
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

type Body = z.output<typeof c.updateTenantBranding.body>

/** Opens a tenant. Its people and companies come by themselves; the platform's administration works there at once. */
export async function create(ctx: Ctx, body: Body): Promise<{ tenantId: number }> {
  const { name, alias, hosts, ...brand } = await checked(ctx, body, [])
  const letter = letterLogo(name, brand.themeColor)
  const tenantId = await openTenant(ctx.tx, {
    name,
    alias,
    hosts,
    brand: { logo: letter, favicon: letter, ...brand, loginAlias: alias },
  })
  ctx.audit({
    action: 'tenant.open',
    entity: 'tenant',
    entityId: String(tenantId),
    summary: `开设平台：${name}（/portal/${alias}）`,
    data: { name, alias, hosts, themeColor: brand.themeColor, funcList: brand.funcList },
  })
  return { tenantId }
}

/** Changes a tenant; the colour must be legible whoever sets it. */
export async function setBranding(ctx: Ctx, id: number, body: Body): Promise<void> {
  const before = await find(ctx, id)
  const { name, alias, hosts, ...brand } = await checked(ctx, body, before.hosts)
  const change = body.hosts === undefined || before.isDefault ? {} : { hosts }
  await changeTenant(ctx.tx, id, { name, alias, ...change, brand: { ...brand, loginAlias: alias } })
  ctx.audit({
    action: 'tenant.branding',
    entity: 'tenant',
    entityId: String(id),
    summary: `修改平台品牌：${name}`,
    data: {
      before: { name: before.name, alias: before.alias, hosts: before.hosts, themeColor: before.config.themeColor },
      after: { name, alias, ...change, themeColor: brand.themeColor, funcList: brand.funcList },
    },
  })
}

/** Name, addresses and brand, with the pictures as addresses; refuses what is wrong with any of them. */
async function checked(ctx: Ctx, { logoId, faviconId, ...rest }: Body, kept: readonly string[]) {
  const problems = [...brandProblems(rest), ...hostProblems(rest.hosts ?? [], kept)]
  if (problems[0]) throw new AppError('invalid', problems[0].message, problems)
  const pictures = [logoId, faviconId].filter((one) => one !== null)
  await demandOwnFiles(ctx, pictures, { use: 'brand-picture', by: 'person', path: 'logoId' })
  return {
    ...rest,
    hosts: [...new Set(rest.hosts ?? [])],
    ...(logoId ? { logo: await pictureAddress(ctx, logoId) } : {}),
    ...(faviconId ? { favicon: await pictureAddress(ctx, faviconId) } : {}),
  }
}

async function find(ctx: Ctx, id: number): Promise<Tenant> {
  const tenant = (await readTenants(ctx.tx)).find((one) => one.id === id)
  if (!tenant) throw new AppError('notFound', '平台不存在')
  return tenant
}

function firstColour(themeColor: string): string {
  return themeColor.split(',')[0]?.trim() ?? ''
}
