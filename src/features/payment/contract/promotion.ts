import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { CATEGORY_IDS, type Category } from '../rules/catalogue.ts'

const Categories = z.array(z.enum(Object.keys(CATEGORY_IDS) as [Category, ...Category[]]))
const Period = { promotionId: Id, name: z.string(), categories: Categories, fromAt: Instant, untilAt: Instant }

export const promotions = endpoint({
  method: 'GET',
  path: '/admin/promotions',
  summary: 'Promotions, newest first, with those that wait for a second person',
  returns: z.array(
    z.object({
      ...Period,
      state: z.enum(['proposed', 'approved', 'refused']),
      proposedByName: z.string(),
      decidedByName: z.string(),
      isOwn: z.boolean(),
    }),
  ),
})
export const proposePromotion = endpoint({
  method: 'POST',
  path: '/admin/promotions',
  summary: 'Propose a promotion; a second person decides',
  body: z
    .object({
      name: z.string().trim().min(1).max(60),
      categories: Categories.min(1, '请选择计入的产品'),
      fromAt: Instant,
      untilAt: Instant,
    })
    .refine(({ fromAt, untilAt }) => untilAt > fromAt, { path: ['untilAt'], message: '结束时间应晚于开始时间' }),
  returns: z.object({ promotionId: Id }),
})
export const decidePromotion = endpoint({
  method: 'PUT',
  path: '/admin/promotions/{promotionId}/decision',
  summary: 'Agree to a proposed promotion, or refuse it; not by who proposed it',
  params: z.object({ promotionId: Id }),
  body: z.object({ approve: z.boolean() }),
  errors: ['wrongState', 'forbidden'],
})

export const openPromotions = endpoint({
  method: 'GET',
  path: '/avs/activity/open',
  summary: 'Promotions that run, and those that ended within a month',
  returns: z.array(z.object(Period)),
})
export const payRank = endpoint({
  method: 'GET',
  path: '/avs/activity/{id}/pay/rank',
  summary: 'Who paid most in a promotion: the first twenty and the own place. Names of others are masked',
  params: z.object({ id: Id }),
  returns: z.object({
    ...Period,
    /** It is over: nothing changes the ranking any more. */
    isFinal: z.boolean(),
    rows: z.array(z.object({ rank: z.int(), name: z.string(), amount: z.string(), isOwn: z.boolean() })),
    /** Null where the own company has paid nothing. */
    own: z.object({ rank: z.int(), amount: z.string() }).nullable(),
  }),
})
