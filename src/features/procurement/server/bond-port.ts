import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import type { BondForm } from '../rules/bond-terms.ts'

/** A bond that is in order's register, as records of the procedure tell of it. Days are Beijing days. */
export interface RegisteredBond {
  tradeId: string
  amount: string
  form: BondForm
  paidOn: string
  paidRecordedAt: Date
}

/** The bonds of an order, which a feature above keeps. */
export const bondRegister = port<{
  /** What is on record of an order whose quotes are open. */
  of: (ctx: Context<Actor | null>, orderId: string) => Promise<RegisteredBond[]>
  /** Rows as archives keep them, under the names of their columns. */
  archived: (ctx: Context<Actor | null>, orderId: string) => Promise<ArchivedBond[]>
}>('the bonds of an order', { of: () => Promise.resolve([]), archived: () => Promise.resolve([]) })

export interface ArchivedBond extends RegisteredBond {
  tenantId: number
  orderId: string
  paidVoucher: string | null
  paidVoucherName: string
  paidByName: string
  refundedOn: string | null
  refunded: string | null
  interest: string | null
  rate: string | null
  refundVoucher: string | null
  refundVoucherName: string
  refundByName: string
  refundRecordedAt: Date | null
  keptReason: string
}
