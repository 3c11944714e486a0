import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as c from '../contract/company.ts'
import { APPS } from '../rules/apps.ts'
import { ownCompany, ownTenant } from './access.ts'
import { certifiedWorkbenches } from './companies.ts'

type State = z.output<typeof c.AppState>

/** Applications of each workbench of the company, on or off. */
export async function appStates(ctx: Context<Employee>): Promise<State[]> {
  const company = await ownCompany(ctx)
  const { config } = await ownTenant(ctx)
  const off = await ctx.many('company_app_off', { companyId: company.id }, { columns: ['workbench', 'app'] })
  return certifiedWorkbenches(company).flatMap((workbench) => {
    const offered = workbench === 'agency' ? config.agencyFuncList : config.funcList
    return APPS.filter((app) => app.workbenches.includes(workbench)).map((app): State => {
      const obstacle = app.feature !== null && !offered.includes(app.feature) ? '本平台未提供该应用' : ''
      const isOff = off.some((row) => row.workbench === workbench && row.app === app.code)
      const { code, label, description } = app
      return { workbench, code, label, description, isOn: obstacle === '' && !isOff, obstacle }
    })
  })
}

/** Switches an application; menus are read anew at each request, so everybody sees it with the next page. */
export async function switchApp(
  ctx: Context<Employee>,
  { workbench, code, isOn }: z.output<typeof c.switchApp.body>,
): Promise<void> {
  const app = (await appStates(ctx)).find((one) => one.workbench === workbench && one.code === code)
  if (!app) throw new AppError('notFound')
  if (app.obstacle) throw new AppError('wrongState', app.obstacle)
  if (app.isOn === isOn) return
  const { companyId, userId } = ctx.actor
  if (isOn) {
    await ctx.remove('company_app_off', { companyId, workbench, app: code })
  } else {
    await ctx.tx
      .insertInto('company_app_off')
      .values({
        tenantId: ctx.tenantId,
        companyId,
        workbench,
        app: code,
        switchedBy: userId,
        switchedAt: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  ctx.audit({
    action: isOn ? 'app.on' : 'app.off',
    entity: 'company',
    entityId: companyId,
    summary: `${isOn ? '启用' : '停用'}应用：${app.label}`,
    data: { workbench, code },
  })
}
