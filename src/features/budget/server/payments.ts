import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { paymentOf, spendingOf } from '#features/contracts/server/public.ts'
import { claimSlip, releaseSlip } from '#features/ledger/server/public.ts'
import { ownOrder } from '#features/procurement/server/public.ts'
import type * as tables from '#server/database/tables.ts'
import type { Subscriber } from '#server/events.ts'
import { keptFile, keptFiles, type StoredFile } from '#server/files/own-files.ts'
import type { FileColumns } from '#server/files/columns.ts'
import { GIGABYTE, MEGABYTE, SCANS, type UploadPolicies, whoMay } from '#server/files/policy.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import * as contract from '../contract/use.ts'
import { after, splitBy, type Step } from '../rules/use.ts'
import { type Any, type Ctx, invalid, KEEPS, READS } from './access.ts'
import { lockLines, move } from './moves.ts'
import { type Order, settle, storeUse } from './use.ts'

export const uploads: UploadPolicies = {
  'budget-payment': {
    maxSize: 50 * MEGABYTE,
    types: SCANS,
    person: { bytes: GIGABYTE, files: 500 },
    company: { bytes: 10 * GIGABYTE, files: 5000 },
    entitled: whoMay(['purchaser'], ['budget']),
  },
}
export const files: FileColumns = { 'budget_payment.files': 'document' }

/** What was paid for an order, as its purchaser registers it, up to what was awarded. */
export const paymentRoutes: readonly Route[] = [
  implement(contract.registerPayment, KEEPS, async (ctx, { params, body }) => {
    const { order } = await purchasersOrder(ctx, params.orderId)
    if ((await spendingOf(ctx, [order.id])).size > 0)
      throw new AppError('wrongState', '该采购单已签订合同，请在合同中登记付款，登记后自动计入预算')
    const used = await committedOf(ctx, order.id)
    const payable = payableOf(used)
    if (new Exact(payable).isZero()) throw new AppError('wrongState', '该采购单没有已定标未支付的预算，不能登记付款')
    if (new Exact(body.amount).gt(payable)) throw invalid('amount', `超过已定标未支付的 ${formatAmount(payable)} 元`)
    if (body.paidOn > formatDate(ctx.clock.now())) throw invalid('paidOn', '付款日期不能晚于今天')
    const { voucher, amount, paidOn, note } = body
    const known = await ctx.many('budget_payment', { orderId: order.id, voucher }, { columns: ['takenBackAt'] })
    if (known.some(({ takenBackAt }) => takenBackAt === null)) throw invalid('voucher', '该付款凭证号已登记')
    const files = await keptFiles(ctx, body.files, { use: 'budget-payment' })
    const fact = { amount, paidOn, voucher, note, files, byName: ctx.actor.name, contractPaymentId: null }
    const paymentId = await spend(ctx, { order, used, fact })
    const title = `${order.title}：预算付款`
    await claimSlip(ctx, { kind: 'budget', recordId: paymentId, title, files: body.files, paths: { file: 'files' } })
    return { paymentId }
  }),

  implement(contract.takePaymentBack, KEEPS, async (ctx, { params, body }) => {
    const found = await ctx.one('budget_payment', { id: params.paymentId })
    if (!found) throw new AppError('notFound')
    const { order } = await purchasersOrder(ctx, found.orderId)
    // Read again: the order is locked only now.
    const payment = await ctx.expectOne('budget_payment', { id: found.id })
    if (payment.takenBackAt) throw new AppError('wrongState', '该付款登记已撤销')
    if (payment.contractPaymentId) throw new AppError('wrongState', '由合同付款计入，不能单独撤销')
    const memo = `撤销付款 ${payment.voucher}：${body.reason}`
    const parts = payment.parts as { lineId: string; amount: string }[]
    await moveParts(ctx, { orderId: order.id, parts, kind: 'budget.unspent', memo })
    const back = { takenBackAt: ctx.clock.now(), takenBackByName: ctx.actor.name, takenBackReason: body.reason }
    await ctx.update('budget_payment', { id: payment.id }, back)
    await releaseSlip(ctx, { kind: 'budget', recordId: payment.id })
    ctx.audit({
      action: 'budget.pay-back',
      entity: 'order',
      entityId: order.id,
      summary: `撤销付款登记 ${payment.voucher}：${body.reason}`,
      data: { paymentId: payment.id, amount: payment.amount },
    })
    // Of an order that has come to nothing meanwhile it is free again.
    await settle(ctx, order)
  }),

  implementFile(contract.paymentFile, { ...READS, right: [...READS.right, 'tendering'] }, async (ctx, { params }) => {
    const payment = await ctx.one('budget_payment', { id: params.paymentId })
    if (!payment) throw new AppError('notFound')
    const { order } = await ownOrder(ctx, payment.orderId)
    if (order.purchaserCompanyId !== ctx.actor.companyId) throw new AppError('notFound')
    return keptFile(ctx, payment.files as StoredFile[], params.fileId)
  }),
]

/**
 * What is paid of a contract counts towards the budget of its order, once. More than was awarded (a contract was changed)
 * is not taken from any line: the note says so.
 */
export const contractPaid: Subscriber = {
  name: 'budget: payments of contracts',
  kind: 'contract.paid',
  async handle(ctx, { payload }) {
    const { paymentId, orderId } = payload as { paymentId: string; orderId: string | null }
    // Under a frame agreement: no order has reserved anything for it.
    if (orderId === null) return
    const order = await ctx.expectOne('purchase_order', { id: orderId }, { lock: 'update' })
    if (await ctx.one('budget_payment', { contractPaymentId: paymentId }, { columns: ['id'] })) return
    const used = await committedOf(ctx, orderId)
    const payable = payableOf(used)
    if (new Exact(payable).isZero()) return
    const paid = await paymentOf(ctx, paymentId)
    const over = new Exact(paid.amount).minus(payable)
    const isOver = over.gt(0)
    const fact = {
      ...paid,
      amount: isOver ? payable : paid.amount,
      voucher: `合同付款 ${paymentId.slice(-12)}`,
      note: isOver ? `另有 ${formatAmount(over.toFixed(2))} 元超过已定标未支付的金额，未计入预算` : '',
      contractPaymentId: paymentId,
    }
    await spend(ctx, { order, used, fact })
  },
}

type Committed = Selectable<tables.BudgetUse>

/** The lines from which an order has something awarded and not paid. */
async function committedOf(ctx: Any, orderId: string): Promise<Committed[]> {
  const used = await ctx.many('budget_use', { orderId }, { orderBy: ['lineId'] })
  return used.filter(({ committed }) => new Exact(committed).gt(0))
}

function payableOf(used: readonly Committed[]): string {
  return new Exact(sum(used.map(({ committed }) => committed))).toFixed(2)
}

interface Spending {
  order: Pick<Order, 'id' | 'title' | 'code'>
  used: readonly Committed[]
  fact: {
    amount: string
    paidOn: string
    voucher: string
    note: string
    files: readonly StoredFile[]
    byName: string
    contractPaymentId: string | null
  }
}

/** Spends what is committed by its shares; the id of the payment. The order is locked. */
async function spend(ctx: Any, { order, used, fact }: Spending): Promise<string> {
  const { amount, paidOn, voucher } = fact
  const amounts = splitBy(
    amount,
    used.map(({ committed }) => committed),
  )
  const parts = used.map(({ lineId }, i) => ({ lineId, amount: amounts[i]! }))
  const memo = `付款 ${voucher}：${order.title}（${order.code}）`
  await moveParts(ctx, { orderId: order.id, parts, kind: 'budget.spent', memo })
  const id = ctx.newId()
  const stored = { files: JSON.stringify(fact.files), parts: JSON.stringify(parts) }
  await ctx.insert('budget_payment', { ...fact, ...stored, id, orderId: order.id, at: ctx.clock.now() })
  ctx.audit({
    action: 'budget.pay',
    entity: 'order',
    entityId: order.id,
    summary: `登记付款 ${formatAmount(amount)} 元，凭证 ${voucher}：${order.title}（${order.code}）`,
    data: { paymentId: id, amount, paidOn, voucher },
  })
  return id
}

async function purchasersOrder(ctx: Ctx, orderId: string) {
  const own = await ownOrder(ctx, orderId, 'update')
  if (own.order.purchaserCompanyId !== ctx.actor.companyId) throw new AppError('notFound')
  return own
}

interface Moved {
  orderId: string
  parts: readonly { lineId: string; amount: string }[]
  kind: Step['kind']
  memo: string
}

async function moveParts(ctx: Any, { orderId, parts, kind, memo }: Moved): Promise<void> {
  const moved = parts.filter(({ amount }) => new Exact(amount).gt(0))
  const lines = await lockLines(
    ctx,
    moved.map(({ lineId }) => lineId),
  )
  for (const { lineId, amount } of moved) {
    await move(ctx, lines.get(lineId)!, { kind, amount, orderId, memo })
    const use = await ctx.expectOne('budget_use', { orderId, lineId })
    await storeUse(ctx, { orderId, lineId }, after(use, { kind, amount }))
  }
}
