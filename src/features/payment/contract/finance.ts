import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { pageOf, PageQuery } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'

const Balance = z.object({ available: z.string(), held: z.string(), total: z.string() })
const StatementRow = z.object({
  seq: z.number(),
  at: Instant,
  kind: z.string(),
  kindLabel: z.string(),
  memo: z.string(),
  change: z.string(),
  balance: z.string(),
})

export const financeOverview = endpoint({
  method: 'GET',
  path: '/v1/finance/overview',
  summary: 'The company’s money: balance, bonds, what it owes, what is due next',
  follows: ['payment'],
  returns: z.object({
    balance: Balance,
    bonds: z.string(),
    /** Open orders as buyer. */
    owed: z.string(),
    owedCount: z.number(),
    /** Open orders as payee. */
    receivable: z.string(),
    /** Accounts to which a withdrawal waits for approval. */
    heldCards: z.array(Id),
    due: z.array(
      z.object({ orderId: Id, orderCode: z.string(), title: z.string(), amount: z.string(), expiresAt: Instant }),
    ),
  }),
})

export const statementPage = endpoint({
  method: 'GET',
  path: '/v1/finance/statement/page',
  summary:
    'Movements of the company’s balance with the balance behind each, newest first; `before`: the number to go on from',
  query: z.object({
    before: z.coerce.number().int().positive().optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
  }),
  returns: z.object({ rows: z.array(StatementRow), next: z.number().nullable() }),
})

export const requestRefund = endpoint({
  method: 'POST',
  path: '/v1/refunds',
  summary:
    'Give a paid order back, whole or in part: by the company that was paid; of the platform’s own, by the platform',
  body: z.object({
    orderId: Id,
    amount: Amount,
    reason: z.string().trim().min(1, '请填写退款原因').max(200, '退款原因不能超过 200 个字'),
    approval: ApprovalInput,
  }),
  returns: orHeld({ refundId: Id, refundCode: z.string() }),
  errors: ['wrongState', 'insufficient', 'forbidden'],
})

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/v1/withdraws',
  summary: 'Pay out of the company’s balance to a verified account of its own',
  body: z.object({ cardId: Id, amount: Amount, approval: ApprovalInput }),
  returns: orHeld({ withdrawalId: Id, code: z.string() }),
  errors: ['insufficient', 'wrongState'],
})

export const withdrawalPage = endpoint({
  method: 'GET',
  path: '/v1/withdraws/page',
  summary: 'What the company has taken out',
  query: PageQuery,
  returns: pageOf(
    z.object({
      withdrawalId: Id,
      code: z.string(),
      bank: z.string(),
      account: z.string(),
      amount: z.string(),
      /** In progress 0, done 1, failed 2. */
      status: z.number(),
      failReason: z.string(),
      requestedByName: z.string(),
      at: Instant,
      doneAt: Instant.nullable(),
      /** Played by the local gateway. */
      isLocal: z.boolean(),
    }),
  ),
})

const SubAccount = z.object({
  subAccountId: Id,
  /** `opening` until the bank has answered. */
  state: z.enum(['opening', 'open', 'closed']),
  bank: z.string(),
  subAccountName: z.string(),
  accountNo: z.string(),
  tradeId: z.string(),
  purpose: z.string(),
})

export const subAccountNo = endpoint({
  method: 'GET',
  path: '/v1/lbhAccount/openSubAccountNo',
  summary: 'The virtual account of the company for the money of one trade, as the event that admitted it had it opened',
  query: z.object({ tradeId: z.string().max(60) }),
  returns: SubAccount,
})
export const guaranteeAccount = endpoint({
  method: 'GET',
  path: '/v1/lbhAccount/info',
  summary: 'The company’s guarantee account: accounts by purpose, balance, held',
  returns: z.object({
    balance: Balance,
    accounts: z.array(SubAccount.extend({ total: z.string(), held: z.string() })),
  }),
})
export const guaranteeTransactions = endpoint({
  method: 'GET',
  path: '/v1/lbhAccount/transaction/page',
  summary: 'Movements of one guarantee account of the company',
  query: z.object({
    tradeId: z.string().max(60),
    before: z.coerce.number().int().positive().optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
  }),
  returns: z.object({ rows: z.array(StatementRow), next: z.number().nullable() }),
})

const CaseRow = z.object({
  caseId: Id,
  code: z.string(),
  kind: z.string(),
  kindLabel: z.string(),
  provider: z.string(),
  providerNo: z.string(),
  amount: z.string(),
  expected: z.string().nullable(),
  payerName: z.string(),
  reference: z.string(),
  orderCode: z.string().nullable(),
  title: z.string(),
  buyerName: z.string(),
  state: z.enum(['open', 'closing', 'closed']),
  closing: z.string(),
  closingReason: z.string(),
  openedAt: Instant,
  closedAt: Instant.nullable(),
  closedByName: z.string(),
  /** Who deals with it; '' for nobody yet. */
  ownerName: z.string(),
  isMine: z.boolean(),
  /** Why the money could not be sent back, the last time that was tried. */
  failReason: z.string(),
  /** How it may be closed now. */
  closings: z.array(z.enum(['refund', 'assign', 'explain'])),
})

export const casePage = endpoint({
  method: 'GET',
  path: '/admin/finance/cases/page',
  summary: 'Money that waits for somebody: suspense and failed refunds, open ones first by choice of tab',
  query: PageQuery.extend({ state: z.enum(['', 'open', 'closing', 'closed']).default('') }),
  follows: ['payment'],
  returns: pageOf(CaseRow),
})

export const takeCase = endpoint({
  method: 'POST',
  path: '/admin/finance/cases/{caseId}/owner',
  summary: 'Take a case upon oneself, from whoever had it: nobody else closes it then',
  params: z.object({ caseId: Id }),
  errors: ['wrongState'],
})

export const closeCase = endpoint({
  method: 'POST',
  path: '/admin/finance/cases/{caseId}/closing',
  summary: 'Close a case: the money goes back, is assigned to its open order, or a reason explains it',
  params: z.object({ caseId: Id }),
  body: z.object({
    how: z.enum(['refund', 'assign', 'explain']),
    /** The order it is assigned to. */
    orderCode: z.string().max(40).optional(),
    reason: z.string().trim().min(1, '请填写处理原因').max(500, '处理原因不能超过 500 个字'),
  }),
  errors: ['wrongState'],
})

export const closingPage = endpoint({
  method: 'GET',
  path: '/admin/finance/closings',
  summary: 'Daily closings, newest first, and how the ledger’s own accounts stand',
  returns: z.object({
    accounts: z.array(z.object({ kind: z.string(), label: z.string(), subject: z.string(), balance: z.string() })),
    days: z.array(
      z.object({
        day: z.string(),
        journals: z.number(),
        amount: z.string(),
        head: z.string(),
        closedAt: Instant,
        /** Every bill of the day was matched; null: not looked at yet. */
        isReconciled: z.boolean().nullable(),
      }),
    ),
  }),
})

export const reconPage = endpoint({
  method: 'GET',
  path: '/admin/finance/reconciliations',
  summary: 'Reconciliations by day with their differences, newest first',
  returns: z.array(
    z.object({
      runId: Id,
      provider: z.string(),
      providerLabel: z.string(),
      day: z.string(),
      state: z.enum(['matched', 'differences', 'no-file']),
      billLines: z.number(),
      billAmount: z.string(),
      at: Instant,
      lines: z.array(
        z.object({
          lineId: Id,
          kind: z.string(),
          result: z.string(),
          resultLabel: z.string(),
          ourNo: z.string(),
          providerNo: z.string(),
          ours: z.string().nullable(),
          theirs: z.string().nullable(),
          state: z.enum(['open', 'closed']),
          closing: z.string(),
          closingText: z.string(),
          closedByName: z.string(),
          ownerName: z.string(),
          isMine: z.boolean(),
        }),
      ),
    }),
  ),
})

export const takeDifference = endpoint({
  method: 'POST',
  path: '/admin/finance/differences/{lineId}/owner',
  summary: 'Take a difference upon oneself, from whoever had it: nobody else closes it then',
  params: z.object({ lineId: Id }),
  errors: ['wrongState'],
})

export const closeDifference = endpoint({
  method: 'POST',
  path: '/admin/finance/differences/{lineId}/closing',
  summary: 'Close a difference with a journal over its amount, or with a reason',
  params: z.object({ lineId: Id }),
  body: z.object({
    how: z.enum(['journal', 'reason']),
    reason: z.string().trim().min(1, '请填写处理原因').max(500, '处理原因不能超过 500 个字'),
  }),
  errors: ['wrongState'],
})

export const runReconciliation = endpoint({
  method: 'POST',
  path: '/admin/finance/reconciliations/{day}',
  summary: 'Have the bills of a day that is over fetched and held against ours again',
  params: z.object({ day: z.iso.date() }),
  errors: ['wrongState'],
})

export const platformOrders = endpoint({
  method: 'GET',
  path: '/admin/finance/orders/page',
  summary: 'Orders of the tenant; those that the platform was paid for can be refunded by it',
  query: PageQuery.extend({ state: z.enum(['', 'open', 'paid', 'closed']).default('') }),
  returns: pageOf(
    z.object({
      orderId: Id,
      orderCode: z.string(),
      title: z.string(),
      typeLabel: z.string(),
      buyerName: z.string(),
      payeeName: z.string(),
      amount: z.string(),
      refunded: z.string(),
      state: z.enum(['open', 'paid', 'closed']),
      createdAt: Instant,
      paidAt: Instant.nullable(),
      refundable: z.string().nullable(),
    }),
  ),
})

export const preparePlatformExport = endpoint({
  method: 'POST',
  path: '/admin/finance/orders/export-tasks',
  summary: 'Orders of the tenant, however many, for the download centre: a zip of spreadsheets',
  body: z.object({
    keyword: z.string().trim().max(100).default(''),
    state: z.enum(['', 'open', 'paid', 'closed']).default(''),
  }),
  returns: z.object({ downloadId: Id }),
  errors: ['tooMany'],
})

export const platformRefund = endpoint({
  method: 'POST',
  path: '/admin/finance/refunds',
  summary: 'Give back an order that the platform was paid for, whole or in part',
  body: requestRefund.body.omit({ approval: true }),
  returns: z.object({ refundId: Id, refundCode: z.string() }),
  errors: ['wrongState', 'insufficient', 'forbidden'],
})
