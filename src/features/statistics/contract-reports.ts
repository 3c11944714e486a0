import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'

const Count = z.number().int()

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
