import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson } from '#server/implement.ts'
import * as c from '../contract/legal-policy.ts'
import { type CalendarRule, SEVERITIES, type Severity } from '../rules/legal-calendar-rule.ts'
import type { Regime } from '../rules/regimes.ts'
import { CALENDAR_RULES } from '../rules/legal-calendar-rules.ts'
import { calendarPolicy } from './legal.ts'

const PLATFORM = { workbench: 'admin', right: 'platform' } as const

/** The tenant's way with the legal calendar, by whoever runs the platform. */
export const legalPolicyRoutes = [
  implementForPerson(c.legalPolicy, PLATFORM, async (ctx) => ({
    ...(await inForce(ctx)),
    rules: CALENDAR_RULES.map(({ id, title, sources, standard = null, severity }) => ({
      ruleId: id,
      title,
      sources: Object.entries(Object.groupBy(Object.keys(sources) as Regime[], (regime) => sources[regime]!)).map(
        ([citation, regimes = []]) => ({ citation, regimes }),
      ),
      standard,
      original: severity,
    })),
  })),

  implementForPerson(c.setLegalPolicy, PLATFORM, async (ctx, { body: { reason, ...body } }) => {
    const unknown = Object.keys(body.severity).find((id) => !CALENDAR_RULES.some((rule) => rule.id === id))
    if (unknown !== undefined) throw new AppError('invalid', `规则不存在：${unknown}`)
    // Two who change it at once: the second starts from what the first left, and the record says so.
    await ctx.expectOne('tenant', { id: ctx.tenantId }, { columns: ['id'], lock: 'update' })
    const before = await inForce(ctx)
    const after = {
      ...body,
      restDays: [...new Set(body.restDays)].toSorted(),
      // What is as in law is not kept: should the law's own way change one day, it holds here as well.
      severity: Object.fromEntries(
        CALENDAR_RULES.filter((rule) => severityOf(rule, body) !== rule.severity).map((rule) => [
          rule.id,
          severityOf(rule, body),
        ]),
      ),
    }
    const changes = changesOf(before, after)
    if (changes.length === 0) return
    await sql`update tenant set config = config || jsonb_build_object('legalCalendar', ${JSON.stringify(after)}::jsonb)
      where id = ${ctx.tenantId}`.execute(ctx.tx)
    ctx.audit({
      action: 'tenant.legal-calendar',
      entity: 'tenant',
      entityId: String(ctx.tenantId),
      summary: `调整法定程序：${changes.join('；')}`,
      data: { before, after, reason },
    })
  }),
]

async function inForce(ctx: Context<Actor>): Promise<c.LegalPolicy> {
  const { counting = 'last-day-counts', restDays = [], severity = {} } = await calendarPolicy(ctx)
  return { counting, restDays: [...restDays], severity }
}

function severityOf(rule: CalendarRule, policy: c.LegalPolicy): Severity {
  return policy.severity[rule.id] ?? rule.severity
}

function changesOf(before: c.LegalPolicy, after: c.LegalPolicy): string[] {
  const rules = CALENDAR_RULES.flatMap((rule) => {
    const [from, to] = [severityOf(rule, before), severityOf(rule, after)]
    return from === to ? [] : [`“${rule.title}”由${SEVERITIES[from]}改为${SEVERITIES[to]}`]
  })
  return [
    ...rules,
    ...(before.counting === after.counting ? [] : ['调整期间的计算方式']),
    ...(before.restDays.join() === after.restDays.join() ? [] : [`设置休息日 ${after.restDays.length} 天`]),
  ]
}
