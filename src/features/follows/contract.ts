import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

/** Orders, companies and marks of one company, each, whatever it has bought. */
export const MOST = 1000

const Remark = z.string().trim().max(200, '备注不能超过 200 个字').default('')
const Standing = z.object({
  /** How many may be followed at a time, by what the company has bought; null: any number. */
  limit: z.number().int().nullable(),
  used: z.number().int(),
})
/** What its people were told last of what is followed; null: nothing yet. */
const Last = z.object({ text: z.string(), link: z.string(), at: Instant }).nullable()
const Mark = z.object({ tag: z.string(), remark: z.string() })
const byOrder = z.object({ orderId: Id })
const byCompany = z.object({ companyId: Id })

const Followed = {
  since: Instant,
  last: Last,
  /** It tells nobody: more is followed than what the company has bought allows. */
  isPaused: z.boolean(),
}

export const follows = endpoint({
  method: 'GET',
  path: '/follows',
  summary: 'How much the own company follows and may follow, and which orders',
  returns: z.object({ companies: Standing, orders: Standing, orderIds: z.array(Id) }),
})

export const followedCompanies = endpoint({
  method: 'GET',
  path: '/follows/companies/page',
  summary: 'Companies that the own company follows, newest first',
  query: PageQuery,
  returns: pageOf(
    z.object({
      companyId: Id,
      name: z.string(),
      isPurchaser: z.boolean(),
      isSupplier: z.boolean(),
      ...Followed,
      mark: Mark.nullable(),
    }),
  ),
})

export const findCompanies = endpoint({
  method: 'GET',
  path: '/follows/companies/search',
  summary:
    'Certified purchasers and suppliers of the tenant by their name, at most twenty; the own company is none of them',
  query: z.object({ keyword: z.string().trim().min(2, '请至少输入 2 个字').max(100) }),
  returns: z.object({
    rows: z.array(
      z.object({
        companyId: Id,
        name: z.string(),
        isPurchaser: z.boolean(),
        isSupplier: z.boolean(),
        isFollowed: z.boolean(),
      }),
    ),
  }),
})

export const followCompany = endpoint({
  method: 'PUT',
  path: '/follows/companies/{companyId}',
  summary: 'Follow a company: its new public orders and its published awards are told; again: nothing changes',
  params: byCompany,
  errors: ['serviceNotBought', 'conflict', 'wrongState'],
})

export const unfollowCompany = endpoint({
  method: 'DELETE',
  path: '/follows/companies/{companyId}',
  summary: 'Follow it no more; its mark stays',
  params: byCompany,
})

export const followedOrders = endpoint({
  method: 'GET',
  path: '/follows/purchases/page',
  summary: 'Orders that the own company follows, newest first',
  query: PageQuery,
  returns: pageOf(
    z.object({
      orderId: Id,
      code: z.string(),
      title: z.string(),
      purchaserName: z.string(),
      /** Where it stands, and its page; null of an order that the company may not know of any more. */
      stage: z.string().nullable(),
      link: z.string().nullable(),
      ...Followed,
      remark: z.string(),
    }),
  ),
})

export const followState = endpoint({
  method: 'GET',
  path: '/follows/purchases/{orderId}',
  summary: 'Whether the own company follows an order that it may know of, and its purchaser',
  params: byOrder,
  returns: z.object({
    /** The own company buys or runs it: there is nothing to follow. */
    isOwn: z.boolean(),
    isFollowed: z.boolean(),
    purchaser: z.object({ companyId: Id, name: z.string(), isFollowed: z.boolean() }),
  }),
})

export const followOrder = endpoint({
  method: 'PUT',
  path: '/follows/purchases/{orderId}',
  summary: 'Follow an order: each of its public steps is told; again: nothing changes',
  params: byOrder,
  errors: ['serviceNotBought', 'conflict', 'wrongState'],
})

export const remarkOrder = endpoint({
  method: 'PUT',
  path: '/follows/purchases/{orderId}/remark',
  summary: 'What the own company notes of an order that it follows',
  params: byOrder,
  body: z.object({ remark: Remark }),
})

export const unfollowOrder = endpoint({
  method: 'DELETE',
  path: '/follows/purchases/{orderId}',
  summary: 'Follow it no more; its remark is forgotten',
  params: byOrder,
})

export const markedCompanies = endpoint({
  method: 'GET',
  path: '/marks/companies/page',
  summary: 'Companies that the own company has marked, newest first',
  query: PageQuery,
  returns: pageOf(Mark.extend({ companyId: Id, name: z.string(), markedAt: Instant, isFollowed: z.boolean() })),
})

export const markOf = endpoint({
  method: 'GET',
  path: '/marks/companies/exist',
  summary: 'Whether the own company has marked a certified company of the tenant, and how',
  query: byCompany,
  returns: z.object({ exists: z.boolean(), mark: Mark.nullable() }),
})

export const markCompany = endpoint({
  method: 'PUT',
  path: '/marks/companies/{companyId}',
  summary: 'Mark a company with a tag of one’s own; it takes the place of an earlier one',
  params: byCompany,
  body: z.object({ tag: z.string().trim().min(1, '请填写标记').max(10, '标记不能超过 10 个字'), remark: Remark }),
  errors: ['conflict', 'wrongState'],
})

export const unmarkCompany = endpoint({
  method: 'DELETE',
  path: '/marks/companies/{companyId}',
  summary: 'Take the mark off',
  params: byCompany,
})
