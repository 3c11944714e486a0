import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Period } from './shared.ts'

const Count = z.number().int()

export const loginCount = endpoint({
  method: 'GET',
  path: '/enterprise/login-logs/count',
  summary: 'Visits and visitors: today, of the period, and the average of its days',
  query: Period,
  returns: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    today: z.object({ visits: Count, visitors: Count }),
    period: z.object({ visits: Count, visitors: Count }),
    /** One decimal. */
    perDay: z.string(),
    /** Employees in use, to compare visitors with. */
    employees: Count,
  }),
})

export const loginPage = endpoint({
  method: 'GET',
  path: '/enterprise/login-logs/page',
  summary: 'Visits, newest first',
  query: PageQuery.extend(Period.shape),
  returns: pageOf(
    z.object({
      id: Id,
      at: Instant,
      name: z.string(),
      mobile: z.string(),
      deptName: z.string(),
      companyName: z.string(),
      ip: z.string(),
      /** Browser and system, as far as the browser tells. */
      device: z.string(),
    }),
  ),
})

export const loginTrend = endpoint({
  method: 'GET',
  path: '/enterprise/login-logs/trend',
  summary: 'Visits and visitors on each Beijing day of the period, days without any included',
  query: Period,
  returns: z.array(z.object({ day: z.iso.date(), visits: Count, visitors: Count })),
})

const Rank = z.object({ id: z.string(), name: z.string(), detail: z.string(), visits: Count, visitors: Count })

export const visitRank = endpoint({
  method: 'GET',
  path: '/enterprise/login-logs/visit-rank',
  summary: 'The ten departments with the most visits; with subordinates, the ten companies',
  query: Period,
  returns: z.array(Rank),
})

export const visitorRank = endpoint({
  method: 'GET',
  path: '/enterprise/login-logs/visitor-rank',
  summary: 'The ten people with the most visits',
  query: Period,
  returns: z.array(Rank),
})

const Figures = z.object({
  projects: Count,
  /** Orders published in the period, and what became of orders in it. */
  published: Count,
  awarded: Count,
  abortive: Count,
  /** Estimated price of the orders awarded, and what they were awarded for, in yuan. */
  estimated: Amount,
  amount: Amount,
  /** Estimated less awarded: may be negative. */
  saved: z.string(),
  /** Per cent with two decimals; null without an award. */
  savedRate: z.string().nullable(),
})

const ReportRow = Figures.extend({ companyId: Id, companyName: z.string(), month: z.string().describe('2026-11') })
export type ReportRow = z.output<typeof ReportRow>

export const ReportQuery = z.object({
  scope: z.coerce.number().int().min(0).max(1).default(0),
  /** Beijing months, both included; the last twelve when left out. */
  from: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式不正确')
    .optional(),
  to: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式不正确')
    .optional(),
})

export const reportPage = endpoint({
  method: 'GET',
  path: '/enterprise/data-reports/page',
  summary: 'Procurement figures by month and company, newest month first',
  query: PageQuery.extend(ReportQuery.shape),
  returns: pageOf(ReportRow),
})

export const reportSummary = endpoint({
  method: 'GET',
  path: '/enterprise/data-reports/summary',
  summary: 'The same figures over the whole period, and by purchase method',
  query: ReportQuery,
  returns: Figures.extend({
    from: z.string(),
    to: z.string(),
    companies: Count,
    methods: z.array(z.object({ method: Count, label: z.string(), published: Count, awarded: Count, amount: Amount })),
  }),
})

export const reportExport = endpoint({
  method: 'GET',
  path: '/enterprise/data-reports/export',
  summary: 'The report as xlsx',
  query: ReportQuery,
  answer: 'file',
})
