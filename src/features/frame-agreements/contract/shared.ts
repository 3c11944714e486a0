import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { Day, keysOf, Positive } from '#features/contracts/contract/shared.ts'
import { AGREEMENT_STATES, ENTRY_STATES } from '../rules/status.ts'
import { CALL_RULES, CATEGORIES, KINDS, REGIMES } from '../rules/words.ts'

export const AgreementStateValue = keysOf(AGREEMENT_STATES)
export const EntryStateValue = keysOf(ENTRY_STATES)
export const KindValue = keysOf(KINDS)
export const RegimeValue = keysOf(REGIMES)
export const CategoryValue = keysOf(CATEGORIES)
export const CallRuleValue = keysOf(CALL_RULES)

export const Share = Quantity.refine(
  (value) => Number(value) > 0 && Number(value) <= 100,
  '份额须在 0 与 100 之间',
).refine((value) => /^\d+(\.\d{1,2})?$/.test(value), '份额最多两位小数')

export const Price = z.object({
  line: z.number().int().min(1),
  unitPrice: Positive.nullable().default(null),
  quantity: Positive.nullable().default(null),
})

export const Finding = z.object({
  rule: z.string(),
  severity: z.enum(['warn', 'block']),
  text: z.string(),
  basis: z.string(),
})

export const Version = z.object({
  version: z.number().int(),
  prices: z.array(
    z.object({ line: z.number().int(), unitPrice: z.string().nullable(), quantity: z.string().nullable() }),
  ),
  contentHash: z.string(),
  reason: z.string(),
  state: z.enum(['offered', 'agreed', 'refused', 'withdrawn']),
  proposedAt: z.string(),
  answeredAt: z.string().nullable(),
  refusal: z.string(),
})

/** An order made from an agreement, as its lists show it. */
export const MadeOrder = z.object({
  callOffId: Id,
  code: z.string(),
  amount: Amount,
  deliverBy: Day,
  state: z.string(),
  createdAt: z.string(),
})
