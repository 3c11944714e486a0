import { formatTime } from '#contract/time.ts'
import type { Counting } from './legal-calendar-days.ts'
import type { Severity } from './legal-calendar-rule.ts'
import { CALENDAR_RULES } from './legal-calendar-rules.ts'
import type { Schedule, Suggestion } from './legal-calendar-schedule.ts'

/** What one rule says about one schedule. */
export interface CalendarFinding {
  ruleId: string
  /** Rule of the certification standard, where one corresponds. */
  standard?: string
  citation: string
  ok: boolean
  severity: Severity
  /** Chinese: the rule itself when it holds, otherwise what is wrong and which time would do. */
  message: string
  /** Only where the rule is broken and a later (or earlier) time would satisfy it. */
  suggestion?: Suggestion
}

/** What a tenant may decide: how strict a rule is, how days are counted, which days are days of rest. */
export interface CalendarPolicy extends Partial<Counting> {
  severity?: Readonly<Record<string, Severity>>
}

/**
 * Asks every rule that applies to method and regime and for which the schedule has the dates or figures; a rule without them
 * is left out. See `Counting` for how days are counted.
 */
export function checkCalendar(schedule: Schedule, policy: CalendarPolicy = {}): CalendarFinding[] {
  const counting: Counting = { counting: policy.counting ?? 'last-day-counts', restDays: policy.restDays ?? [] }
  return CALENDAR_RULES.flatMap((rule) => {
    const citation = rule.methods.includes(schedule.method) && rule.sources[schedule.regime]
    const verdict = citation && rule.predicate(schedule, counting)
    if (!verdict) return []
    const { ok, detail, suggestion } = verdict
    const hint = suggestion ? `，可调整为 ${formatTime(suggestion.at, true)}` : ''
    return [
      {
        ruleId: rule.id,
        ...(rule.standard ? { standard: rule.standard } : {}),
        citation,
        ok,
        severity: policy.severity?.[rule.id] ?? rule.severity,
        message: ok ? rule.title : detail + hint,
        ...(!ok && suggestion ? { suggestion } : {}),
      },
    ]
  })
}

/** The broken rules that forbid going on. */
export function blocking(findings: readonly CalendarFinding[]): CalendarFinding[] {
  return findings.filter((f) => !f.ok && f.severity === 'block')
}
