import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { creditCodeOk } from '#features/enterprise/rules/identifiers.ts'
import { METHODS } from '#features/procurement/methods/all.ts'
import { RegimeValue } from '#features/procurement/rules/regimes.ts'
import { ADMISSIONS, NOTICE_KINDS } from '../rules/words.ts'

function keysOf<T extends object>(of: T) {
  return z.enum(Object.keys(of) as [keyof T & string, ...(keyof T & string)[]])
}

const CODES: readonly number[] = METHODS.map(({ code }) => code)
const Day = z.iso.date('请选择日期')
const lotNo = z.number().int().min(1).max(99).default(1)
const name = z.string().trim().min(2, '请输入单位名称').max(100)
/** Empty: not known, e.g. of a natural person. */
const creditCode = z
  .string()
  .trim()
  .refine((code) => code === '' || creditCodeOk(code), '统一社会信用代码不正确')
  .default('')

/** A supplier that handed in an offer. */
export const Participant = z.object({
  lotNo,
  name,
  creditCode,
  /** Yuan; null: none is on record. */
  price: Amount.nullable().default(null),
  rank: z.number().int().min(1).max(999).nullable().default(null),
  remark: z.string().trim().max(200).default(''),
})

/** Who was awarded, at which price in yuan; of a lot that was divided, for its part. */
const Award = z.object({ lotNo, name, creditCode, price: Amount })

/** What was bought: `amount` in yuan. */
export const Line = z.object({
  lotNo,
  name: z.string().trim().min(1, '请输入名称').max(200),
  spec: z.string().trim().max(500).default(''),
  unit: z.string().trim().min(1, '请输入单位').max(20),
  quantity: Quantity,
  unitPrice: Quantity.nullable().default(null),
  amount: Amount.nullable().default(null),
})

const Notice = z.object({
  kind: keysOf(NOTICE_KINDS),
  title: z.string().trim().min(2, '请输入标题').max(200),
  publishedOn: Day.nullable().default(null),
  /** Where it was published. */
  medium: z.string().trim().max(200).default(''),
  text: z.string().trim().max(20_000).default(''),
})

/** A finished purchase as it is registered. Dates that are not known are null. */
export const Run = z.object({
  title: z.string().trim().min(2, '请输入采购名称').max(200),
  method: z
    .number('请选择采购方式')
    .int()
    .refine((code) => CODES.includes(code), '请选择采购方式'),
  category: z.enum(['goods', 'works', 'services']),
  regime: RegimeValue,
  admission: keysOf(ADMISSIONS).default('open'),
  region: z.string().trim().max(100).default(''),
  funds: z.string().trim().max(200).default(''),
  budget: Amount,
  ceiling: Amount.nullable().default(null),
  /** Why it ran elsewhere and is registered afterwards. */
  reason: z.string().trim().min(2, '请填写补录原因').max(2000),
  /** Where it ran: another platform, a trading centre, on paper. */
  venue: z.string().trim().max(200).default(''),
  noticeOn: Day.nullable().default(null),
  documentsFrom: Day.nullable().default(null),
  documentsTo: Day.nullable().default(null),
  deadlineAt: Instant.nullable().default(null),
  openedAt: Instant.nullable().default(null),
  reviewedOn: Day.nullable().default(null),
  candidatesFrom: Day.nullable().default(null),
  candidatesTo: Day.nullable().default(null),
  awardedOn: Day,
  resultOn: Day.nullable().default(null),
  contractOn: Day.nullable().default(null),
  participants: z.array(Participant).max(500, '参加单位不超过 500 个').default([]),
  awards: z.array(Award).min(1, '请填写成交结果').max(200),
  lines: z.array(Line).max(2000, '清单不超过 2000 行').default([]),
  result: z.string().trim().max(5000).default(''),
  notices: z.array(Notice).max(30).default([]),
})
export type Run = z.output<typeof Run>

export const GivenFiles = z
  .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(255) }))
  .max(50)
  .default([])
export const FileRef = z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })

/** What one check says of a run. */
export const Finding = z.object({
  ruleId: z.string(),
  title: z.string(),
  /** Which law, standard or rule of the platform demands it. */
  source: z.string(),
  severity: z.enum(['block', 'warn']),
  ok: z.boolean(),
  /** What is wrong, with the lot where there are several; empty when it holds. */
  message: z.string(),
})
export type Finding = z.output<typeof Finding>

export const Change = z.object({ label: z.string(), before: z.string(), after: z.string() })
export type Change = z.output<typeof Change>
