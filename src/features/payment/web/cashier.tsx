import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { ask } from '#web/feedback.ts'
import { openFile } from '#web/export.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { approvalField, type ApprovalRule, toldOf, type WithApproval } from '#web/kit/confirm-step.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { NotedTag, StatusTag } from '#web/kit/status-tag.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { requestRefund } from '../contract/finance.ts'
import { cancelOrder, orderDetail, orderReceipt } from '../contract/order.ts'
import { PAYMENT_SLOTS } from '../contract/slots.ts'
import { InvoiceStatus, PaymentType, PayStatus, RefundStatus } from '../rules/enums.ts'
import { PayDesk } from './pay-desk.tsx'
import { PayResult } from './pay-result.tsx'
import { stateTag } from './tags.ts'
import { useRule } from './use-rule.ts'

type Order = OutputOf<typeof orderDetail>

/** One page per order: why, how much, to whom, until when; to pay it, and what became of it. */
export function Screen() {
  const { orderId = '' } = useParams()
  useCompanyLive('finance')
  const query = useCall(orderDetail, { params: { id: orderId } }, { fresh: 0 })
  const cancel = useAction(cancelOrder, { success: '付款单已取消' })
  const [refunding, setRefunding] = useState<ApprovalRule | null>(null)
  const refundRule = useRule('refund')
  const payment = query.data?.payment
  const live = payment && payment.status < PayStatus.values.success ? payment.payCode : null
  // How it ended is said when the desk is gone already: the page itself hears of it first.
  const [watched, setWatched] = useState<string | null>(null)
  useEffect(() => {
    if (live) setWatched(live)
  }, [live])
  const page = (
    <DetailScreen query={query} back={{ label: '付款单', to: '/finance/orders' }}>
      {(order) => {
        const mayPay = order.actions.includes('pay')
        const act = async () => {
          const question = { title: '取消该付款单？', content: '取消后如已付款，款项将原路退回', danger: true }
          // “取消” alone would be read as an answer to either.
          if (await ask({ ...question, okText: '取消付款单', cancelText: '暂不取消' }))
            await cancel.run({ params: { id: order.orderId } })
        }
        return {
          title: order.title,
          status: <StatusTag {...stateTag(order)} />,
          facts: [order.typeLabel, order.orderCode],
          ...(mayPay && { deadline: { label: '支付截止', at: order.expiresAt } }),
          extra: (
            <>
              {order.actions.includes('cancel') && <Button onClick={() => void act()}>取消付款单</Button>}
              {order.actions.includes('refund') && (
                <Button onClick={() => void refundRule().then(setRefunding)}>退款</Button>
              )}
              <Parts
                of={PAYMENT_SLOTS.order}
                orderId={order.orderId}
                invoiceStatus={order.invoiceStatus}
                isInvoiceable={isInvoiceable(order)}
              />
              {order.actions.includes('receipt') && (
                <Button type="primary" onClick={() => void openFile(orderReceipt, { params: { id: order.orderId } })}>
                  电子回单
                </Button>
              )}
            </>
          ),
          sections: [
            mayPay && { key: 'pay', title: '收银台', content: <PayDesk order={order} /> },
            { key: 'amount', title: '应付款项', content: <Due order={order} /> },
            order.refunds.length > 0 && { key: 'refunds', title: '退款', content: <Refunds order={order} /> },
          ],
          notice: (
            <>
              {order.isRefundHeld && <Alert type="info" showIcon title="退款正在审批，审批结束前不能再次退款" />}
              {refunding && <RefundDialog rule={refunding} order={order} onClose={() => setRefunding(null)} />}
            </>
          ),
        }
      }}
    </DetailScreen>
  )
  return (
    <>
      {page}
      {watched && <PayResult key={watched} payCode={watched} />}
    </>
  )
}

/** Something of it is left to be invoiced. */
function isInvoiceable({ isBuyer, state, type, amount, refunded, refunding }: Order): boolean {
  const isBond = type === PaymentType.values.bond
  return isBuyer && state === 'paid' && !isBond && Number(refunding) === 0 && Number(refunded) < Number(amount)
}

function Due({ order }: { order: Order }) {
  return (
    <FieldList
      items={[
        { label: '金额', value: `${formatAmount(order.amount)} 元` },
        { label: '大写', value: toCapitals(order.amount) },
        { label: '付款方', value: order.buyerName },
        { label: '收款方', value: order.payeeName },
        ...order.reasons.map(({ label, value }) => ({ label, value })),
        { label: '下单时间', value: <TimeText at={order.createdAt} /> },
        order.paidAt && { label: '支付时间', value: <TimeText at={order.paidAt} /> },
        order.payment && order.state === 'paid' && { label: '支付方式', value: order.payment.methodLabel },
        order.payment?.providerNo && { label: '渠道交易号', value: order.payment.providerNo },
        order.state === 'paid' && { label: '发票', value: InvoiceStatus.label(order.invoiceStatus) },
        order.closeReason && { label: '关闭原因', value: order.closeReason },
        Number(order.refunded) > 0 && { label: '已退款', value: `${formatAmount(order.refunded)} 元` },
      ]}
    />
  )
}

function Refunds({ order }: { order: Order }) {
  return (
    <DataTable
      label="退款"
      rows={order.refunds}
      rowKey={(row) => row.refundCode}
      columns={[
        { key: 'code', title: '退款单号', value: (row) => row.refundCode },
        { key: 'amount', title: '金额（元）', kind: 'amount', value: (row) => row.amount },
        { key: 'reason', title: '原因', value: (row) => row.reason },
        {
          key: 'status',
          title: '状态',
          render: (row) => (
            <NotedTag
              label={RefundStatus.label(row.status)}
              tone={row.status === 2 ? 'success' : row.status === 3 ? 'danger' : 'active'}
              notes={row.failReason ? [row.failReason] : []}
            />
          ),
        },
        { key: 'at', title: '时间', kind: 'time', value: (row) => row.at },
      ]}
    />
  )
}

function RefundDialog({ order, rule, onClose }: { order: Order; rule: ApprovalRule; onClose: () => void }) {
  return (
    <ActionDialog
      title="退款"
      endpoint={requestRefund}
      fields={[
        { kind: 'amount', name: 'amount', label: '退款金额', required: true },
        { kind: 'area', name: 'reason', label: '退款原因', required: true },
        ...approvalField(rule),
      ]}
      input={(values: { amount: string; reason: string } & WithApproval) => ({
        body: { ...values, orderId: order.orderId },
      })}
      hint="款项从本单位余额中冻结，由支付渠道原路退回付款方。"
      success={toldOf('退款已提交')}
      danger
      onClose={onClose}
    />
  )
}
