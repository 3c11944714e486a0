import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** What the played wallet may do, good and bad. */
export const PLAYS = {
  pay: '正常支付',
  twice: '重复支付（两笔到账）',
  less: '少付 0.01 元',
  more: '多付 0.01 元',
  silent: '支付成功但不通知',
  five: '支付成功并同时通知五次',
  disorder: '退款通知先于支付通知',
  forged: '通知签名错误',
  'refund-fails': '支付成功，之后退款失败',
  'refund-waits': '支付成功，之后退款一日后到账',
  stranger: '他人账户付款（仅汇款）',
  unnamed: '不写附言的汇款（仅汇款）',
} as const
export type Play = keyof typeof PLAYS

const params = z.object({ payCode: z.string().max(40) })

export const gatewayTrade = endpoint({
  method: 'GET',
  path: '/demo/gateway/trades/{payCode}',
  summary: 'Demonstration: what the played wallet shows of a payment, and the notices that were sent',
  params,
  follows: ['payment'],
  returns: z.object({
    provider: z.string(),
    title: z.string(),
    amount: z.string(),
    state: z.string(),
    notices: z.array(z.object({ at: z.string(), tries: z.number(), answer: z.string(), isOver: z.boolean() })),
  }),
})

export const playTrade = endpoint({
  method: 'POST',
  path: '/demo/gateway/trades/{payCode}/play',
  summary: 'Demonstration: the wallet pays, well or with a misfortune',
  params,
  body: z.object({ play: z.enum(Object.keys(PLAYS) as [Play, ...Play[]]) }),
  once: false,
})

export const planBill = endpoint({
  method: 'PUT',
  path: '/demo/gateway/bills/{day}',
  summary: "Demonstration: differences that the provider's bill of a day is to show, or that there is none",
  params: z.object({ day: z.iso.date() }),
  body: z.object({
    missing: z.boolean().default(false),
    lines: z
      .array(
        z.object({
          kind: z.enum(['missing-there', 'missing-here', 'amount', 'status']),
          ourNo: z.string().max(40),
          providerNo: z.string().max(40).default(''),
          amount: z.string().max(20).default('0.00'),
        }),
      )
      .max(50)
      .default([]),
  }),
})
