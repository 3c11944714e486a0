import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { claimSlip } from '#features/ledger/server/public.ts'
import { Section } from '#features/workflow/contract/workflows.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import type { BusinessNode } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { recordIncome } from '../contract/income.ts'
import { demandAgent } from './own.ts'
import { insertReceipt, settle } from './receipts.ts'
import { demandVoucher } from './vouchers.ts'

type Income = BodyOf<typeof recordIncome>

const AMOUNT: FactField = { key: 'amount', label: '到账金额', type: 'amount', options: [] }
const FORM = '/agency/service-fee/income/new/form'

/**
 * Money that somebody says came to the company's own account, as a second person may have to agree to: from an amount on, where
 * the flow says so. Until then its voucher stands for the receipt, which is not there yet.
 */
export const receiptNode: BusinessNode<Income, { receiptId: string }> = {
  node: 'receipt',
  label: '登记线下收款',
  body: recordIncome.body,
  subjectKind: 'charge-voucher',
  facts: [AMOUNT],
  async open(ctx, fileId, lock) {
    demandAgent(ctx, !lock)
    if (lock) return
    const own = { id: fileId, companyId: ctx.actor.companyId }
    if (!(await ctx.one('file_object', own, { columns: ['id'] }))) throw new AppError('notFound')
  },
  async describe(ctx, fileId, { body }) {
    const payer = body && (await ctx.one('company', { id: body.payerId }, { columns: ['name'] }))
    return {
      title: payer ? `${payer.name}线下收款（流水号 ${body.reference}）` : '线下收款',
      facts: { amount: body?.amount ?? '0' },
      trail: { entity: 'charge-receipt', entityId: fileId },
      topics: [],
      page: null,
      editor: `${FORM}?voucher=${fileId}`,
    }
  },
  async sections(ctx, _fileId, { payerId, amount, receivedAt, reference, remark, voucher, shares }) {
    const payer = await ctx.expectOne('company', { id: payerId }, { columns: ['name'] })
    const { size } = await ctx.expectOne('file_object', { id: voucher.fileId }, { columns: ['size'] })
    const settled = []
    for (const { billId, amount: part } of shares) {
      const { code, orderId } = await ctx.expectOne('charge_bill', { id: billId }, { columns: ['code', 'orderId'] })
      const { title } = await ctx.expectOne('purchase_order', { id: orderId }, { columns: ['title'] })
      settled.push([`${title}（${code}）`, formatAmount(part)])
    }
    return [
      Section.parse({
        title: '线下收款',
        rows: [
          { label: '付款方', value: payer.name },
          { label: '到账金额', value: `${formatAmount(amount)} 元` },
          { label: '到账时间', value: formatTime(new Date(receivedAt)) },
          { label: '银行流水号', value: reference },
          ...(remark ? [{ label: '备注', value: remark }] : []),
        ],
        table: settled.length > 0 ? { columns: ['收费单', '核销金额（元）'], rows: settled } : null,
        files: [{ ...voucher, size }],
      }),
    ]
  },
  apply: (ctx, _fileId, body) => record(ctx, body),
}

async function record(ctx: Context<Employee>, body: Income): Promise<{ receiptId: string }> {
  demandAgent(ctx)
  const { payerId, shares, voucher, amount, reference, remark } = body
  // Nobody pays who never owed anything.
  const owes = await ctx.one('charge_bill', { creditorId: ctx.actor.companyId, debtorId: payerId }, { columns: ['id'] })
  if (!owes) throw invalid('payerId', '该单位没有应付的收费')
  const receivedAt = new Date(body.receivedAt)
  if (receivedAt > ctx.clock.now()) throw invalid('receivedAt', '到账时间不能晚于当前时间')
  await demandVoucher(ctx, voucher)
  const receipt = await insertReceipt(ctx, {
    creditorId: ctx.actor.companyId,
    payerId,
    channel: 'offline',
    amount,
    receivedAt,
    payOrderId: null,
    reference,
    voucherFile: voucher.fileId,
    voucherName: voucher.name,
    remark,
  })
  const title = `线下收款 ${receipt.code}，流水号 ${reference}`
  await claimSlip(ctx, { kind: 'charge', recordId: receipt.id, title, files: [voucher], number: reference })
  if (shares.length > 0) await settle(ctx, receipt, shares)
  return { receiptId: receipt.id }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
