import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import type { Section } from '#features/workflow/contract/workflows.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import type { Business, BusinessNode } from '#features/workflow/server/public.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sendBill, waiveBill } from '../contract/bill.ts'
import { publishStandard } from '../contract/standard.ts'
import { openOf } from '../rules/bill.ts'
import { Collection, FeeType, PAYERS, Setting } from '../rules/enums.ts'
import type { Fee } from '../rules/fee.ts'
import { type Any, type Bill, closePayment, demand, note, ownBill, send } from './bills.ts'
import { demandAgent } from './own.ts'
import { publish, STANDARD } from './publish.ts'
import { receiptNode } from './receipt-approval.ts'
import { keptLines } from './standards.ts'

const AMOUNT: FactField = { key: 'amount', label: '应收金额', type: 'amount', options: [] }
const OPEN: FactField = { key: 'open', label: '减免金额', type: 'amount', options: [] }
const DISCOUNTED: FactField = {
  key: 'discounted',
  label: '有优惠',
  type: 'choice',
  options: [
    { value: 'yes', label: '是' },
    { value: 'no', label: '否' },
  ],
}
const SETTINGS = '/enterprise/charges'
const PAGE = '/agency/service-fee/charge'

/** A company publishes its standard. */
export const standardNode: BusinessNode<BodyOf<typeof publishStandard>, { publicationId: string; no: number }> = {
  node: 'standard',
  label: '公示收费标准',
  body: publishStandard.body,
  subjectKind: STANDARD,
  facts: [],
  async open(ctx, companyId, lock) {
    if (companyId !== ctx.actor.companyId) throw new AppError('notFound')
    // One publication or approval at a time, and no line changes beside it.
    if (lock) await ctx.many('charge_config', { companyId }, { columns: ['id'], orderBy: ['id'], lock })
  },
  async describe(ctx, companyId) {
    const { name } = await ctx.expectOne('company', { id: companyId }, { columns: ['name'] })
    return {
      title: `${name}收费标准公示`,
      facts: {},
      trail: { entity: 'charge-standard', entityId: companyId },
      topics: [],
      page: SETTINGS,
      editor: SETTINGS,
    }
  },
  async sections(ctx, companyId, { note: why }): Promise<Section[]> {
    const lines = await keptLines(ctx, companyId)
    return [
      {
        title: '收费项目',
        rows: why ? [{ label: '说明', value: why }] : [],
        table: {
          columns: ['费用', '收取', '方式', '收费模板', '支付方'],
          rows: lines.map((line) => [
            FeeType.label(line.feeType),
            Setting.label(line.setting),
            Collection.label(line.collection),
            line.template?.name ?? '-',
            PAYERS[line.payer],
          ]),
        },
        content: null,
        files: [],
      },
    ]
  },
  apply: (ctx, companyId, body) => publish(ctx, companyId, body),
}

interface BillNode<Body> {
  node: string
  label: string
  body: BusinessNode<Body>['body']
  facts: readonly FactField[]
  rows(bill: Bill, body: NoInfer<Body>): Section['rows']
  apply(ctx: Any, bill: Bill, body: NoInfer<Body>): Promise<void>
}

function billNode<Body>({ node, label, body, facts, rows, apply }: BillNode<Body>): BusinessNode<Body, object> {
  return {
    node,
    label,
    body,
    subjectKind: 'charge',
    facts,
    async open(ctx, billId, lock) {
      demandAgent(ctx, !lock)
      await ownBill(ctx, billId, { creditorId: ctx.actor.companyId, lock })
    },
    async describe(ctx, billId) {
      const bill = await ctx.expectOne('charge_bill', { id: billId })
      const { title } = await ctx.expectOne('purchase_order', { id: bill.orderId }, { columns: ['title'] })
      return {
        title: `${title}${FeeType.label(bill.feeType)}（${bill.code}）`,
        facts: { amount: bill.amount, open: openOf(bill), discounted: Number(bill.discount) > 0 ? 'yes' : 'no' },
        trail: { entity: 'charge', entityId: billId },
        topics: [],
        page: `${PAGE}/${billId}/detail`,
        editor: `${PAGE}/${billId}/detail`,
      }
    },
    async sections(ctx, billId, given) {
      const bill = await ctx.expectOne('charge_bill', { id: billId })
      const debtor = await ctx.expectOne('company', { id: bill.debtorId }, { columns: ['name'] })
      const basics = [
        { label: '收费单', value: bill.code },
        { label: '付款方', value: debtor.name },
        { label: '应收金额', value: `${formatAmount(bill.amount)} 元` },
        { label: '收费模板', value: bill.templateName },
        { label: '付款期限', value: formatDate(bill.dueAt) },
        ...rows(bill, given),
      ]
      const steps = (bill.derivation as unknown as Fee['lines']).map((line) => [
        line.label,
        line.computation,
        formatAmount(line.amount),
      ])
      const table = { columns: ['计费步骤', '计算', '金额（元）'], rows: steps }
      return [{ title: '代理服务费', rows: basics, table, content: null, files: [] }]
    },
    async apply(ctx, billId, given) {
      demandAgent(ctx)
      await apply(ctx, await ownBill(ctx, billId, { creditorId: ctx.actor.companyId, lock: 'update' }), given)
      return {}
    },
  }
}

export const sendNode = billNode<BodyOf<typeof sendBill>>({
  node: 'send',
  label: '发出代理服务费',
  body: sendBill.body,
  facts: [AMOUNT, DISCOUNTED],
  rows: ({ discount, discountReason }) =>
    Number(discount) > 0 ? [{ label: '优惠', value: `${discount}%，${discountReason}` }] : [],
  async apply(ctx, bill) {
    demand('send', bill)
    await send(ctx, bill)
  },
})

export const waiveNode = billNode<BodyOf<typeof waiveBill>>({
  node: 'waive',
  label: '减免代理服务费',
  body: waiveBill.body,
  facts: [AMOUNT, OPEN],
  rows: (bill, { reason }) => [
    { label: '减免金额', value: `${formatAmount(openOf(bill))} 元` },
    { label: '减免原因', value: reason },
  ],
  async apply(ctx, bill, { reason }) {
    demand('waive', bill)
    await closePayment(ctx, bill, '费用已减免')
    await ctx.update('charge_bill', { id: bill.id }, { state: 'waived', reason, closedAt: ctx.clock.now() })
    note(ctx, bill, {
      action: 'charge.waive',
      summary: `减免 ${bill.code} 待收的 ${formatAmount(openOf(bill))} 元：${reason}`,
    })
  },
})

/** Steps of charges that a company may have approved. */
export const chargeApprovals: Business = {
  type: 'charges',
  label: '收费管理',
  menus: ['charge-settings', 'service-fee-charge', 'service-fee-income'],
  nodes: [standardNode, sendNode, waiveNode, receiptNode],
}
