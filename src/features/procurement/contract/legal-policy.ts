import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { RegimeValue } from '../rules/regimes.ts'
import { PolicyReason } from '#contract/policy-reason.ts'

const RestDay = z.iso.date('日期应为 2026-10-01 的形式')

export const LegalPolicy = z.object({
  /** How the last day of a period counts: see `Counting` of the legal calendar. */
  counting: z.enum(['last-day-counts', 'full-days']),
  /** Days of rest in Beijing time: a period that ends on one is prolonged. */
  restDays: z.array(RestDay).max(400, '休息日不能超过400天'),
  /** By rule: whether breaking it forbids going on, or is a warning that must be accepted. Others stay as in law. */
  severity: z.record(z.string().max(60), z.enum(['block', 'warn'])),
})
export type LegalPolicy = z.output<typeof LegalPolicy>

export const legalPolicy = endpoint({
  method: 'GET',
  path: '/admin/legal-calendar',
  summary: 'The legal calendar as this tenant applies it: every rule with what is in force, counting, days of rest',
  returns: LegalPolicy.extend({
    rules: z.array(
      z.object({
        ruleId: z.string(),
        title: z.string(),
        /** What demands it, and under which regimes. */
        sources: z.array(z.object({ regimes: z.array(RegimeValue), citation: z.string() })),
        /** Rule of the certification standard, where one corresponds. */
        standard: z.string().nullable(),
        /** As the rule is meant. */
        original: z.enum(['block', 'warn']),
      }),
    ),
  }),
})

export const setLegalPolicy = endpoint({
  method: 'PUT',
  path: '/admin/legal-calendar',
  summary:
    'Set how this tenant applies the legal calendar; holds for every check from then on and is recorded with its reason',
  body: LegalPolicy.extend({
    reason: PolicyReason,
  }),
})
