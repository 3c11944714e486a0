import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { KEEP_GROUNDS, type KeepGround, STATES } from '../rules/states.ts'

/** Bonds of an order as its owner knows them: recorded by hand, or given through the platform. */

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/, '请选择日期')
const Voucher = z.object({ fileId: Id, name: z.string().trim().min(1).max(200) }, '请上传凭证')
const ORDER = '/workbench/buyer/orders/{orderId}'
const params = z.object({ orderId: Id })
const ofTrade = params.extend({ tradeId: Id })

const BondRow = z.object({
  tradeId: Id,
  supplierName: z.string(),
  isWinner: z.boolean(),
  /** The day on which it left before its last offer: its bond goes back without waiting for the award. */
  leftOn: z.string().nullable(),
  state: z.enum(STATES),
  /** `offline`, or what it was given as; null: nothing is on record. */
  kind: z.string().nullable(),
  kindLabel: z.string(),
  amount: Amount.nullable(),
  form: z.enum(['transfer', 'guarantee']).nullable(),
  paidOn: z.string().nullable(),
  paidVoucher: Voucher.nullable(),
  /** Last day for its return; null: not known yet, or over. */
  dueOn: z.string().nullable(),
  isOverdue: z.boolean(),
  refundedOn: z.string().nullable(),
  refunded: Amount.nullable(),
  interest: Amount.nullable(),
  lateInterest: Amount.nullable(),
  rate: z.string().nullable(),
  refundVoucher: Voucher.nullable(),
  keptReason: z.string(),
  recordedBy: z.string(),
  /** Why its last return failed; '' where it did not. */
  failReason: z.string(),
  /** Why nothing has to be given, as the bidder says; '' where it does not. */
  exemption: z.string(),
  /** What the contract with this winner demands as performance bond, in yuan and per cent of its price; null: nothing. */
  performance: z.object({ amount: Amount, rate: z.string() }).nullable(),
  /** Why it would be too much as performance bond, where it can become one; that forbids it or is a warning. */
  turnProblem: z.object({ message: z.string(), isBinding: z.boolean() }).nullable(),
  /** A letter of guarantee: who issued it, its number, until when it is good. */
  letter: z.string(),
  /** What becomes of it waits for approval, by itself or with all of the order. */
  isHeld: z.boolean(),
  /** What its owner can do with it now. */
  acts: z.array(z.enum(['record', 'refund', 'return', 'keep', 'turn'])),
})
export type BondRow = z.output<typeof BondRow>
export type BondAct = BondRow['acts'][number]

export const orderBonds = endpoint({
  method: 'GET',
  path: `${ORDER}/bonds`,
  summary:
    'Bonds of an order by trade: what was recorded and, once quotes are open, what was given through the platform',
  params,
  returns: z.object({
    bond: Amount,
    contractSignedOn: z.string().nullable(),
    /** Last day for refunds; null while there is neither contract nor end. */
    dueOn: z.string().nullable(),
    isOverdue: z.boolean(),
    rule: z.object({ id: z.string(), citation: z.string() }),
    /** Why nothing can go back yet; null when it can. */
    blocked: z.string().nullable(),
    /** Money may still come in: until the bids have been reviewed. */
    mayRecordPayment: z.boolean(),
    /** There is a winner to sign with. */
    mayRecordContract: z.boolean(),
    /** What is given through the platform is not shown before the quotes are open. */
    isSealed: z.boolean(),
    /** A batch of returns waits for approval: until then nothing else becomes of the order's bonds. */
    isHeld: z.boolean(),
    rows: z.array(BondRow),
  }),
})

export const recordBondPayment = endpoint({
  method: 'POST',
  path: `${ORDER}/bonds/{tradeId}/payment`,
  summary: 'A bond has come in, by voucher; once',
  params: ofTrade,
  body: z.object({
    amount: Amount,
    form: z.enum(['transfer', 'guarantee']).default('transfer'),
    paidOn: Day,
    voucher: Voucher,
    /** What the slip comes to in all where it pays the bonds of several lots of a project, in yuan; null: this bond alone. */
    slipAmount: Amount.nullable().default(null),
  }),
  errors: ['wrongState', 'conflict'],
})

export const recordBondRefund = endpoint({
  method: 'POST',
  path: `${ORDER}/bonds/{tradeId}/refund`,
  summary:
    'A bond was paid back outside the platform, with interest at the given rate (percent a year), by voucher; once',
  params: ofTrade,
  body: z.object({
    refundedOn: Day,
    rate: z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, '请输入年利率，如0.35'),
    voucher: Voucher,
  }),
  returns: z.object({ interest: Amount }),
  errors: ['wrongState', 'conflict'],
})

export const returnBonds = endpoint({
  method: 'POST',
  path: `${ORDER}/bonds/returns`,
  summary: 'Give bonds back that were given through the platform: one approval, each with a payout of its own',
  params,
  body: z.object({
    tradeIds: z.array(Id).min(1, '请选择要退还的保证金').max(200),
    approval: ApprovalInput,
  }),
  returns: orHeld({ asked: z.number().int() }),
  errors: ['wrongState'],
})

export const keepBond = endpoint({
  method: 'POST',
  path: `${ORDER}/bonds/{tradeId}/retention`,
  summary: 'A bond is not paid back, with the lawful reason; once',
  params: ofTrade,
  body: z.object({
    /** Needed of bonds that the platform holds, whose money it moves. */
    ground: z.enum(Object.keys(KEEP_GROUNDS) as [KeepGround, ...KeepGround[]]).optional(),
    reason: z.string().trim().min(5, '请说明依据和原因').max(500),
    approval: ApprovalInput,
  }),
  returns: orHeld({}),
  errors: ['wrongState'],
})

export const turnBond = endpoint({
  method: 'POST',
  path: `${ORDER}/bonds/{tradeId}/performance`,
  summary: 'The winner’s bond becomes the performance bond; once',
  params: ofTrade,
  body: z.object({ approval: ApprovalInput }),
  returns: orHeld({}),
  errors: ['wrongState', 'legalRule'],
})

export const bondVoucher = endpoint({
  method: 'GET',
  path: `${ORDER}/bonds/{tradeId}/vouchers/{voucherId}`,
  summary: 'A voucher of a bond',
  params: ofTrade.extend({ voucherId: Id }),
  answer: 'file',
})
