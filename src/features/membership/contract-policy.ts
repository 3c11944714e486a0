import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { PolicyReason } from '#contract/policy-reason.ts'

/* What the platform promises of services that are given back. */

export const RefundPolicy = z.object({
  /** Whole days from its beginning, in which a service that nothing was done with goes back whole; 0: never. */
  wholeDays: z.number().int('请填写整数天').min(0, '不能少于 0 天').max(60, '不能超过 60 天'),
})
export type RefundPolicy = z.output<typeof RefundPolicy>

export const refundPolicy = endpoint({
  method: 'GET',
  path: '/avs/refund-policy',
  summary: 'What holds for services that are bought now and given back',
  returns: RefundPolicy,
})

export const setRefundPolicy = endpoint({
  method: 'PUT',
  path: '/admin/refund-policy',
  summary: 'Set what holds for services bought from then on, recorded with its reason',
  body: RefundPolicy.extend({ reason: PolicyReason }),
})
