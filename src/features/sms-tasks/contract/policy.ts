import { endpoint } from '#contract/endpoint.ts'
import { PolicyReason } from '#contract/policy-reason.ts'
import { SmsPolicy } from '../rules/policy.ts'

export const smsPolicy = endpoint({
  method: 'GET',
  path: '/admin/sms-policy',
  summary:
    'What a text message of a company costs at this tenant, and at which hours none is sent, and how many a number gets in a day',
  returns: SmsPolicy,
})

export const setSmsPolicy = endpoint({
  method: 'PUT',
  path: '/admin/sms-policy',
  summary:
    'Set price and quiet hours, which hold for tasks handed in from then on, and the daily limit, which holds at once',
  body: SmsPolicy.extend({ reason: PolicyReason })
    .refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
      path: ['quietTo'],
      message: '请同时选择开始和结束时间',
    })
    .refine(({ quietFrom, quietTo }) => quietFrom === null || quietFrom !== quietTo, {
      path: ['quietTo'],
      message: '开始和结束时间不能相同',
    }),
})
