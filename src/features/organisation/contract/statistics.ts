import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
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
