import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { OrderSettings } from '../rules/settings.ts'
import { RichText, Schedule } from './shared.ts'

/** What the edit form holds. Everything may be incomplete in a draft; publishing checks the whole. */
export const OrderFields = z.object({
  title: z.string().trim().min(1, '请输入项目（标段）名称').max(200),
  lotNo: z.number().int().min(1).max(99).default(1),
  /** 1 one envelope, 2 double envelope. */
  reviewModel: z.union([z.literal(1), z.literal(2)]).default(1),
  reviewMethod: z.number().int().min(1).max(7).default(1),
  suite: z.enum(['intl', 'gm']).default('intl'),
  estimatedPrice: Amount,
  controlPrice: Amount.nullable().default(null),
  bond: Amount.default('0'),
  documentFee: Amount.default('0'),
  place: z.string().trim().max(200).default(''),
  decryptMinutes: z.number().int().min(10).max(480).default(60),
  schedule: Schedule,
  /** Left out, the key mode is the usual one of the method. */
  settings: OrderSettings.extend({ keyMode: OrderSettings.shape.keyMode.unwrap().optional() }),
  files: z
    .array(z.object({ fileId: Id, kind: z.enum(['document', 'attachment']), name: z.string().max(200) }))
    .max(50)
    .default([]),
  announcement: z.object({ title: z.string().trim().max(200).default(''), content: RichText.nullable().default(null) }),
})
