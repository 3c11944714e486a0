import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

const Count = z.number().int()
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式不正确')
/** Per cent with two decimals; null where nothing can be compared. */
const Rate = z.string().nullable()

/** Whose figures (0: the own company, 1: with all below it) and which Beijing months, both included; twelve when left out. */
export const StatisticQuery = z.object({
  scope: z.coerce.number().int().min(0).max(1).default(0),
  from: Month.optional(),
  to: Month.optional(),
})
export type StatisticQuery = z.output<typeof StatisticQuery>

const Bought = z.object({
  /** Orders published, awarded and abortive, each in its own month. */
  published: Count,
  awarded: Count,
  abortive: Count,
  /** Estimated prices of the orders awarded, and what they were awarded for, in yuan. */
  estimated: Amount,
  amount: Amount,
  /** Estimated less awarded: may be negative. */
  saved: z.string(),
  savedRate: Rate,
})

const Group = Bought.extend({ key: z.string(), label: z.string() })
export type Group = z.output<typeof Group>

export const purchaseStatistics = endpoint({
  method: 'GET',
  path: '/workbench/statistics/purchases',
  summary: 'What was bought, by month, purchase method, category and department',
  query: StatisticQuery,
  returns: z.object({
    from: Month,
    to: Month,
    companies: Count,
    total: Bought,
    /** Every month of the period, those without anything included. */
    months: z.array(Group),
    methods: z.array(Group),
    categories: z.array(Group),
    departments: z.array(Group),
  }),
})

export const purchaseExport = endpoint({
  method: 'GET',
  path: '/workbench/statistics/purchases/export',
  summary: 'The same as xlsx, one row per month, method and department',
  query: StatisticQuery,
  answer: 'file',
})

const SupplierRow = z.object({
  companyId: Id,
  name: z.string(),
  creditCode: z.string(),
  /** Orders published in the period that the supplier signed up for, and was admitted to. */
  signUps: Count,
  admitted: Count,
  /** Of these: opened with a bid of the supplier in it. */
  bids: Count,
  candidates: Count,
  wins: Count,
  /** Wins of the orders awarded in which it bid. */
  winRate: Rate,
  amount: Amount,
  /** Of all that was awarded in the period. */
  share: Rate,
})
export type SupplierRow = z.output<typeof SupplierRow>

export const supplierPage = endpoint({
  method: 'GET',
  path: '/workbench/statistics/suppliers/page',
  summary: 'Suppliers by what they took part in and won, the largest amounts first',
  query: PageQuery.extend(StatisticQuery.shape),
  returns: pageOf(SupplierRow),
})

export const supplierSummary = endpoint({
  method: 'GET',
  path: '/workbench/statistics/suppliers/summary',
  summary: 'The same over all suppliers, and the ten with the largest amounts',
  query: StatisticQuery,
  returns: z.object({
    from: Month,
    to: Month,
    suppliers: Count,
    bidders: Count,
    winners: Count,
    /** Bids of each order opened, one decimal; null before any. */
    bidsPerOrder: z.string().nullable(),
    amount: Amount,
    /** Share of the three largest in the amount. */
    topShare: Rate,
    top: z.array(SupplierRow),
  }),
})

export const supplierTrades = endpoint({
  method: 'GET',
  path: '/workbench/statistics/suppliers/{companyId}/trades',
  summary: 'What one supplier took part in, newest first; at most a hundred',
  params: z.object({ companyId: Id }),
  query: StatisticQuery,
  returns: z.array(
    z.object({
      orderId: Id,
      code: z.string(),
      title: z.string(),
      publishedAt: Instant,
      result: z.string(),
      won: z.boolean(),
      rank: Count.nullable(),
      /** Of the candidate, in yuan. */
      price: Amount.nullable(),
    }),
  ),
})

export const supplierExport = endpoint({
  method: 'GET',
  path: '/workbench/statistics/suppliers/export',
  summary: 'The suppliers as xlsx',
  query: StatisticQuery,
  answer: 'file',
})

export const screenFigures = endpoint({
  method: 'GET',
  path: '/workbench/statistics/screen',
  summary: 'What happens on the whole platform now and this year: only what its notices tell everybody',
  returns: z.object({
    at: Instant,
    /** Orders by where they stand: bidding, opening, review, publicity. */
    running: z.object({ bidding: Count, opening: Count, review: Count, publicity: Count }),
    today: z.object({ openings: Count, opened: Count, published: Count, results: Count }),
    year: z.object({
      published: Count,
      awarded: Count,
      abortive: Count,
      estimated: Amount,
      amount: Amount,
      savedRate: Rate,
    }),
    companies: z.object({ purchasers: Count, agencies: Count, suppliers: Count }),
    months: z.array(z.object({ month: Month, published: Count, awarded: Count, amount: Amount })),
    methods: z.array(z.object({ label: z.string(), published: Count })),
    categories: z.array(z.object({ label: z.string(), published: Count, amount: Amount })),
    openings: z.array(
      z.object({ orderId: Id, title: z.string(), purchaser: z.string(), openAt: Instant, opened: z.boolean() }),
    ),
    results: z.array(
      z.object({ orderId: Id, title: z.string(), winner: z.string(), price: Amount, awardedAt: Instant }),
    ),
  }),
})
