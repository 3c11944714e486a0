import * as z from 'zod'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { PAY_MODES, PAYERS, SIZES } from '../rules/payment.ts'
import { CALL_OFF_STATES, CONTRACT_STATES, DEMAND_STATES, REQUEST_STATES } from '../rules/status.ts'

/** Any key of a table. */
export const keysOf = <K extends string>(of: Readonly<Record<K, unknown>>) => z.enum(Object.keys(of) as [K, ...K[]])

export const ContractStateValue = keysOf(CONTRACT_STATES)
export const CallOffStateValue = keysOf(CALL_OFF_STATES)
export const DemandStateValue = keysOf(DEMAND_STATES)
export const RequestStateValue = keysOf(REQUEST_STATES)
export const PayerValue = keysOf(PAYERS)
export const PayModeValue = keysOf(PAY_MODES)
export const SizeValue = keysOf(SIZES)

/** A day of the calendar, Beijing time. */
export const Day = z.iso.date({ error: '日期格式不正确' })
export const Reason = z.string().trim().min(2, '请填写原因').max(500)
export const FileRef = z.object({ fileId: Id, name: z.string(), size: z.number().int(), sha256: z.string() })
export const GivenFiles = z
  .array(z.object({ fileId: Id, name: z.string().trim().min(1).max(255) }))
  .max(20, '最多 20 个文件')
  .default([])

/** More than nothing. */
export const Positive = Quantity.refine((value) => Number(value) > 0, '须大于零')
export const PositiveAmount = Amount.refine((value) => Number(value) > 0, '金额须大于零')

/** A quantity of a line of the contract. */
export const LineQuantity = z.object({ line: z.number().int().min(1), quantity: Positive })

export const Milestone = z.object({
  name: z.string().trim().min(1, '请填写节点').max(100),
  amount: PositiveAmount,
  dueOn: Day,
})

export const Line = z.object({
  line: z.number().int(),
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  quantity: z.string(),
  unitPrice: z.string(),
  amount: Amount,
})
