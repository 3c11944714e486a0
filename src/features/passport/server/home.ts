import { sql } from 'kysely'
import { DAY, formatDate, HOUR } from '#contract/time.ts'
import type { HomeSource } from '#server/feature.ts'

/** How many work on the platform, for whoever runs it. */
export const home: HomeSource = {
  async figures(ctx) {
    if (ctx.actor.workbench !== 'admin' || !ctx.actor.rights.has('platform')) return []
    const today = new Date(Date.parse(formatDate(ctx.clock.now())) - 8 * HOUR)
    const { rows } = await sql<{ companies: number; people: number; today: number; failed: number }>`select
      (select count(*)::int from company_tenant where tenant_id = ${ctx.tenantId} and status = 1) as companies,
      (select count(distinct user_id)::int from employee
        where tenant_id = ${ctx.tenantId} and status = 1 and deleted_at is null) as people,
      (select count(distinct user_id)::int from login_log where tenant_id = ${ctx.tenantId} and outcome = 'success'
        and at >= ${today} and at < ${new Date(today.getTime() + DAY)}) as today,
      (select count(*)::int from login_log where tenant_id = ${ctx.tenantId} and outcome <> 'success'
        and at >= ${today} and at < ${new Date(today.getTime() + DAY)}) as failed`.execute(ctx.tx)
    const { companies, people, today: active, failed } = rows[0]!
    return [
      { label: '在用企业', value: String(companies), unit: 'count', hint: `在用员工 ${people} 人` },
      { label: '今日登录', value: String(active), unit: 'count', hint: `登录失败 ${failed} 次` },
    ]
  },
}
