import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { companyChanged } from '#features/organisation/server/public.ts'
import type * as c from '../contract/admin.ts'
import type { CompanyWorkbench } from '../rules/company-types.ts'
import { serviceOf } from '../rules/services.ts'
import { companiesHere } from './access.ts'

type Ctx = Context<Actor>

/** Grey features of this tenant with the companies that have them. */
export async function list(ctx: Ctx): Promise<z.output<typeof c.greyReleases.returns>> {
  const releases = await ctx.tx
    .selectFrom('grayscale_release')
    .select(['code', 'name', 'workbenches'])
    .where('tenantId', '=', ctx.tenantId)
    .orderBy('code')
    .execute()
  const holders = await companiesHere(ctx)
    .where(sql<boolean>`t.features <> '{}'`)
    .orderBy('c.name')
    .execute()
  return releases.map(({ code, name, workbenches }) => ({
    code,
    name,
    workbenches: workbenches as CompanyWorkbench[],
    companies: holders
      .filter((company) => company.features.includes(code))
      .map((company) => ({ companyId: company.id, companyName: company.name })),
  }))
}

/** Registers a grey feature or changes who has it. A company has it when it carries the code; menus look there. */
export async function save(ctx: Ctx, code: string, body: z.output<typeof c.saveGreyRelease.body>): Promise<void> {
  if (serviceOf(code)) throw new AppError('conflict', '该代码是平台服务，请通过服务开通审核授予')
  const companies = body.companyIds.length
    ? await companiesHere(ctx).where('t.companyId', 'in', body.companyIds).execute()
    : []
  if (companies.length < new Set(body.companyIds).size)
    throw new AppError('invalid', '有企业不存在', [{ path: 'companyIds', message: '有企业不存在' }])
  await ctx.tx
    .insertInto('grayscale_release')
    .values({
      tenantId: ctx.tenantId,
      code,
      name: body.name,
      workbenches: body.workbenches,
      createdAt: ctx.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'code']).doUpdateSet({ name: body.name, workbenches: body.workbenches }),
    )
    .execute()
  const before = await companiesHere(ctx)
    .where(sql<boolean>`${code} = any(t.features)`)
    .execute()
  const had = before.map((company) => company.id)
  const added = body.companyIds.filter((id) => !had.includes(id))
  const removed = had.filter((id) => !body.companyIds.includes(id))
  const own = ctx.tx.updateTable('company_tenant').where('tenantId', '=', ctx.tenantId)
  if (added.length > 0)
    await own
      .where('companyId', 'in', added)
      .set({ features: sql<string[]>`array_append(features, ${code})` })
      .execute()
  if (removed.length > 0)
    await own
      .where('companyId', 'in', removed)
      .set({ features: sql<string[]>`array_remove(features, ${code})` })
      .execute()
  for (const companyId of [...added, ...removed]) await companyChanged(ctx, companyId)
  ctx.audit({
    action: 'grey.release',
    entity: 'grayscale-release',
    entityId: code,
    summary: `调整灰度功能：${body.name}`,
    data: { workbenches: body.workbenches, added, removed },
  })
}
