import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { BOND_KINDS } from '../rules/kinds.ts'
import { STATES } from '../rules/states.ts'

/** The own company's bond for an order that it takes part in; nobody on the buyer's side reads it before the opening. */

const params = z.object({ orderId: Id })
const TENDER = '/workbench/supplier/tenders/{orderId}/bond'
const Kind = z.enum(BOND_KINDS)

export const ownBond = endpoint({
  method: 'GET',
  path: TENDER,
  summary: 'The own bond: forms with cost and time, what came in, from when it counts, when it comes back',
  params,
  follows: ['bond'],
  returns: z.object({
    demanded: Amount,
    /** Before this it must be in force; null: there is no deadline. */
    deadline: Instant.nullable(),
    terms: z.string(),
    state: z.enum(STATES),
    /** What the contract with the own company demands as performance bond; null: nothing, or there is no contract yet. */
    performance: z.object({ amount: Amount, rate: z.string() }).nullable(),
    /** Why nothing can be chosen now; null when it can. */
    blocked: z.string().nullable(),
    choices: z.array(
      z.object({
        kind: Kind,
        label: z.string(),
        cost: z.string(),
        time: z.string(),
        back: z.string(),
        /** Why this form cannot be taken; null when it can. */
        refusal: z.string().nullable(),
      }),
    ),
    given: z
      .object({
        givenId: Id,
        kind: Kind,
        label: z.string(),
        state: z.enum(['pending', 'in-force', 'ended']),
        amount: Amount,
        missing: Amount,
        inForceAt: Instant.nullable(),
        endReason: z.string(),
        ground: z.string(),
        chosenByName: z.string(),
      })
      .nullable(),
    /** Where cash goes to; `opening` until the bank has answered. */
    account: z
      .object({
        state: z.enum(['opening', 'open', 'closed']),
        bank: z.string(),
        accountName: z.string(),
        accountNo: z.string(),
        /** Played by the local gateway. */
        isLocal: z.boolean(),
      })
      .nullable(),
    movements: z.array(
      z.object({
        movementId: Id,
        at: Instant,
        amount: Amount,
        label: z.string(),
        isCounted: z.boolean(),
        returnedAt: Instant.nullable(),
      }),
    ),
    letter: z
      .object({
        letterId: Id,
        state: z.string(),
        stateLabel: z.string(),
        issuer: z.string(),
        number: z.string(),
        amount: Amount,
        fee: Amount,
        neededUntil: z.string(),
        validUntil: z.string().nullable(),
        problem: z.string(),
        payOrderId: Id.nullable(),
        isLocal: z.boolean(),
      })
      .nullable(),
    returns: z.object({
      inWords: z.string(),
      countsFrom: z.string().nullable(),
      dueOn: z.string().nullable(),
      /** Of cash that came back on its last day; where none is known yet, of ninety days. */
      interest: Amount.nullable(),
      rate: z.string(),
      refundId: Id.nullable(),
      refundedOn: z.string().nullable(),
      keptReason: z.string(),
    }),
  }),
})

export const chooseBond = endpoint({
  method: 'POST',
  path: TENDER,
  summary: 'Choose in which form the own company gives its bond; another one until something is in force',
  params,
  body: z.object({
    kind: Kind,
    /** Of an exemption: why, with the paper that says so. */
    ground: z.string().trim().max(500).default(''),
    file: z.object({ fileId: Id, name: z.string().trim().min(1).max(200) }).optional(),
  }),
  returns: z.object({ givenId: Id, payOrderId: Id.nullable() }),
  errors: ['wrongState'],
})

export const handInLetter = endpoint({
  method: 'POST',
  path: `${TENDER}/letter`,
  summary: 'Hand in a letter of guarantee of an issuer of one’s own choice: the document that it signed',
  params,
  body: z.object({ content: z.string().min(1, '请选择保函文件').max(100_000, '保函文件过大') }),
  returns: z.object({ givenId: Id }),
  errors: ['wrongState', 'invalid'],
})

export const playTransfer = endpoint({
  method: 'POST',
  path: '/demo/gateway/bonds/{orderId}/transfers',
  summary: 'Demonstration: the played bank takes a transfer to the own guarantee account, good or bad',
  params,
  body: z.object({ amount: Amount, payer: z.enum(['own', 'stranger']).default('own') }),
  once: false,
})

export const refundDetail = endpoint({
  method: 'GET',
  path: '/v1/lbhAccount/refund/detail/{id}',
  summary: 'One return of a bond to the own company: principal, interest, and the bank’s numbers as voucher',
  params: z.object({ id: Id }),
  returns: z.object({
    refundId: Id,
    orderTitle: z.string(),
    orderCode: z.string(),
    principal: Amount,
    rate: z.string(),
    interest: Amount,
    lateInterest: Amount,
    total: Amount,
    state: z.enum(['running', 'done', 'failed']),
    reason: z.string(),
    failReason: z.string(),
    at: Instant,
    doneAt: Instant.nullable(),
    transfers: z.array(
      z.object({
        providerNo: z.string(),
        payerName: z.string(),
        amount: Amount,
        returnNo: z.string(),
        returnedAt: Instant.nullable(),
      }),
    ),
  }),
})
