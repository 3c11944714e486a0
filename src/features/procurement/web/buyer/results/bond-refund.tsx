import { Alert, Button } from 'antd'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { openExport } from '#web/export.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { toast } from '#web/feedback.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import {
  type BondRow,
  keepBond,
  orderBonds,
  recordBondPayment,
  recordBondRefund,
  recordContractDate,
} from '../../../contract/follow-up.ts'
import { BOND_FORMS } from '../../../rules/bond-terms.ts'
import { type Buyer, useBuyer, useOrderPages } from '../use-buyer.ts'
import { BondFields, type BondValue } from './bond-fields.tsx'
import '../buyer.css'

export const BOND_STATES: Record<BondRow['state'], { label: string; tone: Tone }> = {
  unpaid: { label: '未登记', tone: 'neutral' },
  paid: { label: '已到账', tone: 'active' },
  refunded: { label: '已退还', tone: 'success' },
  kept: { label: '不予退还', tone: 'danger' },
}

type Bonds = OutputOf<typeof orderBonds>

/** What stays away while no row has it: half the page would be dashes until bonds come in. */
function columnsOf(say: Buyer['say']) {
  return [
    {
      key: 'name',
      title: say('{bidder}'),
      value: (row: BondRow) => row.supplierName + (row.isWinner ? say('（{winner}）') : ''),
    },
    {
      key: 'state',
      title: '状态',
      width: 100,
      value: (row: BondRow) => BOND_STATES[row.state].label,
      render: (row: BondRow) => <StatusTag {...BOND_STATES[row.state]} />,
    },
    { key: 'amount', title: '到账金额', kind: 'amount' as const, width: 130, value: (row: BondRow) => row.amount },
    { key: 'form', title: '形式', width: 110, value: (row: BondRow) => row.form && BOND_FORMS[row.form] },
    { key: 'paidOn', title: '到账日期', width: 110, value: (row: BondRow) => row.paidOn },
    { key: 'refunded', title: '退还本金', kind: 'amount' as const, width: 130, value: (row: BondRow) => row.refunded },
    { key: 'interest', title: '利息', kind: 'amount' as const, width: 100, value: (row: BondRow) => row.interest },
    { key: 'refundedOn', title: '退还日期', width: 110, value: (row: BondRow) => row.refundedOn },
    { key: 'kept', title: '说明', value: (row: BondRow) => row.keptReason },
    { key: 'by', title: '登记人', width: 80, value: (row: BondRow) => row.recordedBy },
  ]
}
const IS_ALWAYS: ReadonlySet<string> = new Set(['name', 'state', 'amount'])

/** Bonds of an order by bidder: come in, due back, paid back. */
export function Screen() {
  const { orderId = '' } = useParams()
  const params = { orderId }
  const pages = useOrderPages()
  const { say } = useBuyer()
  const query = useCall(orderBonds, { params }, { fresh: 0 })
  const acts = useBondActs(orderId)
  return (
    <WhenLoaded query={query}>
      {(bonds: Bonds) => (
        <>
          <PageHead
            title={say('{bond}退还')}
            back={{ label: say('{order}详情'), to: pages('publish.detail') }}
            facts={[
              <span key="bond">
                规定金额 <AmountText value={bonds.bond} />
              </span>,
              bonds.contractSignedOn ? `合同签订 ${bonds.contractSignedOn}` : bonds.mayRecordContract && '合同尚未登记',
              bonds.dueOn && `退还期限 ${bonds.dueOn}`,
            ]}
            actions={bonds.mayRecordContract && <Button onClick={acts.contract}>登记合同签订日期</Button>}
          />
          <Alert
            className="kb-above-16 kb-below-16"
            type={bonds.isOverdue ? 'error' : 'info'}
            showIcon
            title={
              bonds.isOverdue
                ? `已超过退还期限 ${bonds.dueOn ?? ''}，请立即退还（${bonds.rule.citation}）`
                : `资金在平台外收退，由经办人凭凭证登记。${bonds.rule.citation}`
            }
          />
          {bonds.rows.length === 0 ? (
            <EmptyState title={say('没有{bidder}')} hint="通过报名的供应商在这里登记保证金到账和退还" />
          ) : (
            <DataTable
              label={say('{bond}')}
              rows={bonds.rows}
              rowKey={(row) => row.tradeId}
              columns={columnsOf(say).filter((column) => IS_ALWAYS.has(column.key) || bonds.rows.some(column.value))}
              renderEnd={(row) => (
                <>
                  {row.state === 'unpaid' && bonds.mayRecordPayment && (
                    <Button type="link" size="small" onClick={() => acts.pay(row, bonds.bond)}>
                      登记到账
                    </Button>
                  )}
                  {row.state === 'paid' && bonds.blocked === null && (
                    <>
                      <Button type="link" size="small" onClick={() => acts.refund(row)}>
                        登记退还
                      </Button>
                      <Button type="link" size="small" danger onClick={() => acts.keep(row)}>
                        不予退还
                      </Button>
                    </>
                  )}
                  {[row.paidVoucher, row.refundVoucher].map(
                    (file, i) =>
                      file && (
                        <Button
                          key={file.fileId}
                          type="link"
                          size="small"
                          onClick={() =>
                            void openExport(
                              `/api/workbench/buyer/orders/${orderId}/bonds/${row.tradeId}/vouchers/${file.fileId}`,
                            )
                          }
                        >
                          {i === 0 ? '到账凭证' : '退还凭证'}
                        </Button>
                      ),
                  )}
                </>
              )}
            />
          )}
        </>
      )}
    </WhenLoaded>
  )
}

function useBondActs(orderId: string) {
  const pay = useAction(recordBondPayment, { success: '已登记到账' })
  const refund = useAction(recordBondRefund, {
    success: ({ interest }) => `已登记退还，利息 ${interest} 元`,
  })
  const keep = useAction(keepBond, { success: '已登记' })
  const sign = useAction(recordContractDate, { success: '已登记' })
  const dialog = (title: string, fields: Omit<Parameters<typeof BondFields>[0], 'onChange'>, run: Run) =>
    openDialog<BondValue>({
      title,
      content: (state) => <BondFields {...fields} onChange={state.set} />,
      run: async (value) => {
        if (value) return run(value)
        toast.warning('请填写')
        return false
      },
    })
  return {
    contract: () =>
      dialog(
        '登记合同签订日期',
        { day: '签订日期' },
        async ({ day }) => (await sign.run({ params: { orderId }, body: { signedOn: day } })).ok,
      ),
    pay: (row: BondRow, amount: string) =>
      dialog(`登记到账：${row.supplierName}`, { day: '到账日期', amount, voucher: true }, async (value) => {
        if (!value.voucher) return warn('请上传凭证')
        const body = { amount: value.amount, form: value.form, paidOn: value.day, voucher: value.voucher }
        return (await pay.run({ params: { orderId, tradeId: row.tradeId }, body })).ok
      }),
    refund: (row: BondRow) =>
      dialog(`登记退还：${row.supplierName}`, { day: '退还日期', rate: '0.05', voucher: true }, async (value) => {
        if (!value.voucher) return warn('请上传凭证')
        const body = { refundedOn: value.day, rate: value.rate, voucher: value.voucher }
        return (await refund.run({ params: { orderId, tradeId: row.tradeId }, body })).ok
      }),
    keep: (row: BondRow) =>
      dialog(
        `不予退还：${row.supplierName}`,
        { reason: true },
        async ({ reason }) => (await keep.run({ params: { orderId, tradeId: row.tradeId }, body: { reason } })).ok,
      ),
  }
}

type Run = (value: BondValue) => Promise<boolean>

function warn(text: string): false {
  toast.warning(text)
  return false
}
