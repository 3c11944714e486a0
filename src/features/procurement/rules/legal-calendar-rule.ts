import type { Predicate } from './legal-calendar-predicates.ts'
import type { CalendarMethod } from './legal-calendar-schedule.ts'
import type { Regime } from './regimes.ts'

/** What a broken rule does: it forbids going on, or warns and is accepted on record. */
export const SEVERITIES = { block: '禁止', warn: '提醒' } as const
export type Severity = keyof typeof SEVERITIES

/** One rule of law. */
export interface CalendarRule {
  id: string
  /** Rule of the certification standard CTS-EBS01-2016, where one corresponds. */
  standard?: string
  title: string
  /** What demands it, by regime: where no source does, the rule is not asked. */
  sources: Readonly<Partial<Record<Regime, string>>>
  methods: readonly CalendarMethod[]
  severity: Severity
  predicate: Predicate
}

export const everywhere = (source: string) => ({ tender: source, government: source, enterprise: source })
/**
 * Binds every tender; government procurement of goods and services has an article of its own, which by
 * 招标投标法实施条例第八十三条 comes first.
 */
export const tendering = (source: string, government?: string) => ({
  tender: source,
  enterprise: source,
  ...(government && { government }),
})
export const government = (source: string) => ({ government: source })

export const GB = '《电子采购交易规范 非招标方式》（GB/T 43711-2024）'
export const MOF_74 = '《政府采购非招标采购方式管理办法》（财政部令第74号）'
export const MOF_87 = '《政府采购货物和服务招标投标管理办法》（财政部令第87号）'
