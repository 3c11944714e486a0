import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

const Company = z.object({
  companyId: Id,
  name: z.string(),
  creditCode: z.string(),
  /** Notices name it as purchaser, or as winner. */
  isPurchaser: z.boolean(),
  isSupplier: z.boolean(),
  /** The portrait of it that the own company has open; null: none. */
  recordId: Id.nullable(),
})

const params = z.object({ companyId: Id })

export const portraitCompanies = endpoint({
  method: 'GET',
  path: '/company-portraits/companies',
  summary: 'Companies that published notices name, by name or credit code; twenty at most',
  query: z.object({ keyword: z.string().trim().min(2, '请至少输入两个字').max(100) }),
  returns: z.array(Company),
})

export const portraitPreview = endpoint({
  method: 'GET',
  path: '/company-portraits/companies/{companyId}',
  summary: 'What the portrait of a company is made of, and what it costs to open it',
  params,
  returns: Company.extend({
    /** Purchases with published notices, and results that name it, within the period; counting stops at 500. */
    purchases: z.number().int(),
    awards: z.number().int(),
    since: Instant,
    remain: z.number().int(),
    isUnlimited: z.boolean(),
  }),
})

export const openPortrait = endpoint({
  method: 'POST',
  path: '/company-portraits/companies/{companyId}/open',
  summary: 'Open the portrait of a company for thirty days: one count, none while it is open',
  params,
  returns: z.object({ recordId: Id }),
  errors: ['serviceNotBought'],
})

export const paidRecords = endpoint({
  method: 'GET',
  path: '/company-portraits/paid-records/page',
  summary: 'Portraits that the company has bought, newest first',
  query: PageQuery,
  returns: pageOf(
    z.object({
      recordId: Id,
      companyId: Id,
      companyName: z.string(),
      userName: z.string(),
      openedAt: Instant,
      until: Instant,
      isOpen: z.boolean(),
    }),
  ),
})

const Place = z.object({ noticeId: Id, publishedAt: Instant })

export const PortraitOrder = z.object({
  code: z.string(),
  title: z.string(),
  method: z.number().int(),
  category: z.string(),
  region: z.string(),
  purchaserId: Id,
  purchaserName: z.string(),
  announced: Place.extend({ signUpEnd: Instant.nullable(), bidEnd: Instant.nullable() }).nullable(),
  /** Candidates in force, as they were publicised. */
  candidates: Place.extend({ count: z.number().int() }).nullable(),
  /** The result in force. */
  result: Place.extend({
    winners: z.array(z.object({ companyId: Id, name: z.string(), price: Amount })),
  }).nullable(),
  abortive: Place.nullable(),
})
export type PortraitOrder = z.output<typeof PortraitOrder>

export const portrait = endpoint({
  method: 'GET',
  path: '/company-portraits/{recordId}',
  summary:
    'An open portrait: facts of published notices alone, each with the notice where it stands. What follows from them is counted by the reader',
  params: z.object({ recordId: Id }),
  returns: Company.omit({ recordId: true }).extend({
    openedAt: Instant,
    until: Instant,
    since: Instant,
    /** What it bought, newest first, 500 at most. */
    purchases: z.array(PortraitOrder),
    /** What it won; the same. */
    awards: z.array(PortraitOrder),
  }),
  errors: ['tooLate'],
})
