import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { maskedAccount } from '#features/enterprise/rules/identifiers.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import type { ApprovalInput } from '#features/workflow/contract/businesses.ts'
import { Section } from '#features/workflow/contract/workflows.ts'
import { type Approvals, type Business, type BusinessNode, holdOn } from '#features/workflow/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import { implement, type Route } from '#server/implement.ts'
import { requestRefund, requestWithdrawal } from '../contract/finance.ts'
import { FINANCE, ownOrder } from './access.ts'
import { lockOrder } from './records.ts'
import { refund } from './refunds.ts'
import { financeOf } from './topics.ts'
import { withdraw } from './withdrawals.ts'

type Any = Context<Actor | null>

const AMOUNT: FactField = { key: 'amount', label: '金额', type: 'amount', options: [] }
/** What approvals of money are about: an order that is given back, an account that is paid out to. */
export const REFUND_SUBJECT = 'pay-order'
export const WITHDRAWAL_SUBJECT = 'bank-card'

/** Colleagues that read the company's money; others find nothing. */
function demandReader(ctx: Context<Employee>): void {
  if (!READ.some((right) => ctx.actor.rights.has(right))) throw new AppError('notFound')
}
const READ = ['finance', 'auditing'] as const

const refundNode: BusinessNode<BodyOf<typeof requestRefund>, { refundId: string; refundCode: string }> = {
  node: 'refund',
  label: '退款',
  body: requestRefund.body,
  subjectKind: REFUND_SUBJECT,
  facts: [AMOUNT],
  async open(ctx, orderId, lock) {
    demandReader(ctx)
    if (lock) await lockOrder(ctx, orderId)
    await soldOrder(ctx, orderId)
  },
  async describe(ctx, orderId, { body }) {
    const order = await ctx.expectOne('pay_order', { id: orderId })
    const page = `/finance/orders/${orderId}`
    return {
      title: `${order.title}（${order.code}）`,
      facts: { amount: body?.amount ?? order.amount },
      trail: { entity: 'payment', entityId: orderId },
      topics: order.payeeId ? [financeOf(order.payeeId)] : [],
      page,
      editor: page,
    }
  },
  async sections(ctx, orderId, { amount, reason }) {
    const order = await ctx.expectOne('pay_order', { id: orderId })
    const buyer = await ctx.expectOne('company', { id: order.buyerId }, { columns: ['name'] })
    const rows = [
      { label: '付款单', value: order.code },
      { label: '付款方', value: buyer.name },
      { label: '已付金额', value: `${formatAmount(order.amount)} 元` },
      { label: '已退金额', value: `${formatAmount(order.refunded)} 元` },
      { label: '退款金额', value: `${formatAmount(amount)} 元` },
      { label: '退款原因', value: reason },
    ]
    return [Section.parse({ title: '退款', rows })]
  },
  async apply(ctx, orderId, body) {
    await soldOrder(ctx, orderId)
    return refund(ctx, { ...body, orderId })
  },
}

const withdrawalNode: BusinessNode<BodyOf<typeof requestWithdrawal>, { withdrawalId: string; code: string }> = {
  node: 'withdrawal',
  label: '提现',
  body: requestWithdrawal.body,
  subjectKind: WITHDRAWAL_SUBJECT,
  facts: [AMOUNT],
  async open(ctx, cardId, lock) {
    demandReader(ctx)
    await ownCard(ctx, cardId, lock)
  },
  async describe(ctx, cardId, { body }) {
    const card = await ctx.expectOne('bank_card', { id: cardId })
    const page = '/finance'
    return {
      title: `提现至${card.bank} ${accountOf(ctx, card)}`,
      facts: { amount: body?.amount ?? '0' },
      trail: { entity: 'withdrawal', entityId: cardId },
      topics: [financeOf(card.companyId)],
      page,
      editor: page,
    }
  },
  async sections(ctx, cardId, { amount }) {
    const card = await ctx.expectOne('bank_card', { id: cardId })
    const rows = [
      { label: '户名', value: card.accountName },
      { label: '开户行', value: `${card.bank}${card.branch}` },
      { label: '收款账户', value: accountOf(ctx, card) },
      { label: '提现金额', value: `${formatAmount(amount)} 元` },
    ]
    return [Section.parse({ title: '提现', rows })]
  },
  apply: (ctx, cardId, body) => withdraw(ctx, { ...body, cardId }),
}

/** Money that leaves a company's balance, as the company may have it approved. */
export const financeApprovals: Business = {
  type: 'finance',
  label: '资金',
  workbenches: ['purchaser', 'agency', 'supplier'],
  menus: ['finance-own'],
  nodes: [refundNode, withdrawalNode],
}

/** Done at once where a company has no definition for it, held otherwise. */
export function payingOutRoutes(approvals: Approvals): readonly Route[] {
  const submit = async <Body extends { approval: ApprovalInput }, Done extends object>(
    ctx: Context<Employee>,
    node: BusinessNode<Body, Done>,
    { subjectId, body }: { subjectId: string; body: Body },
  ) => {
    if (await holdOn(ctx, { kind: node.subjectKind, id: subjectId }))
      throw new AppError('wrongState', `${node.label}正在审批，审批结束前不能再次办理`)
    const answer = await approvals.submit(ctx, { business: financeApprovals, node, subjectId, body })
    return 'done' in answer ? answer.done : answer
  }
  return [
    implement(requestRefund, FINANCE, async (ctx, { body }) => {
      await ownOrder(ctx, body.orderId)
      await lockOrder(ctx, body.orderId)
      await soldOrder(ctx, body.orderId)
      return submit(ctx, refundNode, { subjectId: body.orderId, body })
    }),
    implement(requestWithdrawal, FINANCE, async (ctx, { body }) => {
      await ownCard(ctx, body.cardId, 'update')
      return submit(ctx, withdrawalNode, { subjectId: body.cardId, body })
    }),
  ]
}

/** An order that the company was paid for, and may give back. */
async function soldOrder(ctx: Context<Employee>, orderId: string): Promise<void> {
  const order = await ownOrder(ctx, orderId)
  if (order.payeeId !== ctx.actor.companyId || order.purpose !== 'income')
    throw new AppError('forbidden', '退款由收款方办理，请联系收款方')
}

/** An account of the company; `notFound` for everybody else's. */
async function ownCard(ctx: Context<Employee>, cardId: string, lock?: 'update'): Promise<void> {
  const by = { id: cardId, companyId: ctx.actor.companyId }
  if (!(await ctx.one('bank_card', by, { columns: ['id'], ...(lock && { lock }) }))) throw new AppError('notFound')
}

function accountOf(ctx: Any, card: { id: string; accountNo: Sealed }): string {
  return maskedAccount(ctx.cipher.open('bank_card.account_no', card.id, card.accountNo))
}
