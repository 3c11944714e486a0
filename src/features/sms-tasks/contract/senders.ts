import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'

const params = z.object({ ownerCompanyId: Id })

export const senderPage = endpoint({
  method: 'GET',
  path: '/workbench/supplier/sms-senders/page',
  summary: 'Purchasers that sent the own company text messages, and whether it still wants them',
  query: PageQuery,
  returns: pageOf(
    z.object({
      ownerCompanyId: Id,
      ownerName: z.string(),
      lastText: z.string(),
      lastAt: Instant,
      /** The company wants no more of them: who said so, and when. */
      off: z.object({ byName: z.string(), at: Instant }).nullable(),
      /** The caller's own number answered T. */
      isOwnNumberOff: z.boolean(),
    }),
  ),
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/workbench/supplier/sms-senders/{ownerCompanyId}/unsubscribe',
  summary: 'The own company gets no more text messages of tasks of this purchaser; messages of the platform still come',
  params,
  once: false,
})

export const subscribe = endpoint({
  method: 'POST',
  path: '/workbench/supplier/sms-senders/{ownerCompanyId}/subscribe',
  summary: 'Get them again: the company, and the caller’s own number where it answered T',
  params,
  once: false,
})
