import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { CATEGORIES, type Category } from '#features/procurement/rules/enums.ts'

/** Searches of one person. */
export const MOST_SEARCHES = 100

const PATH = '/workbench/supplier/saved-searches'
const params = z.object({ searchId: Id })

const Name = z.string().trim().min(1, '请填写名称').max(20, '名称不能超过 20 个字')

/** As the list of published orders takes them; '' where nothing is asked. */
const Filters = z.object({
  keyword: z.string().trim().max(100).default(''),
  category: z.enum(['', ...(Object.keys(CATEGORIES) as Category[])]).default(''),
  region: z.string().trim().max(100).default(''),
})

export const savedSearches = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Filters of the list of published orders that the person keeps, the oldest first; how many of them may tell',
  returns: z.object({
    searches: z.array(
      Filters.extend({
        searchId: Id,
        name: z.string(),
        isTelling: z.boolean(),
        /** It would tell, and does not: more tell than the company's membership allows. */
        isPaused: z.boolean(),
        /** How many new orders it has told the person of, and when the last time. */
        toldCount: z.number().int(),
        toldAt: Instant.nullable(),
      }),
    ),
    /** How many searches of a person may tell (招标订阅, in groups), by what the company has bought; null: any number. */
    groups: z.number().int().nullable(),
  }),
})

export const latestSubscription = endpoint({
  method: 'GET',
  path: '/subscribes/latest',
  summary:
    'The newest search of the person that tells, and how many messages about orders that it finds are unread; null: none tells',
  returns: Filters.extend({
    searchId: Id,
    name: z.string(),
    toldAt: Instant.nullable(),
    unread: z.number().int(),
  }).nullable(),
})

export const latestMessages = endpoint({
  method: 'GET',
  path: '/subscribes/latest/messages/page',
  summary: 'Messages about orders that the newest search that tells finds, newest first; empty where none tells',
  query: PageQuery.omit({ keyword: true }),
  returns: pageOf(
    z.object({
      messageId: Id,
      title: z.string(),
      content: z.string(),
      link: z.string().nullable(),
      isRead: z.boolean(),
      createdAt: Instant,
    }),
  ),
})

export const saveSearch = endpoint({
  method: 'POST',
  path: PATH,
  summary:
    'Keep filters under a name; at most a hundred, none twice. `isTelling`: new orders that they find are told, as far as the membership goes',
  body: Filters.extend({ name: Name, isTelling: z.boolean().default(true) }),
  returns: z.object({ searchId: Id }),
  errors: ['conflict', 'serviceNotBought'],
})

export const changeSearch = endpoint({
  method: 'PUT',
  path: `${PATH}/{searchId}`,
  summary: 'Another name for it, or whether it tells; its filters stay',
  params,
  body: z.object({ name: Name, isTelling: z.boolean() }),
  errors: ['conflict', 'serviceNotBought'],
})

export const dropSearch = endpoint({
  method: 'DELETE',
  path: `${PATH}/{searchId}`,
  summary: 'Forget it',
  params,
})
