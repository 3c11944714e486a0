import { Form } from 'antd'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { DataTable } from '#web/kit/data-table.tsx'

export interface OpenBill {
  billId: string
  code: string
  orderTitle: string
  amount: string
  open: string
}

/** Amounts by charge, as they are typed. */
export type Shares = Record<string, string | undefined>

/** What is typed, without what is empty. */
export function sharesOf(shares: Shares = {}): { billId: string; amount: string }[] {
  return Object.entries(shares).flatMap(([billId, amount]) =>
    amount && Number(amount) > 0 ? [{ billId, amount }] : [],
  )
}

/** How much of a receipt goes on which open charge; under it what is left in suspense. */
export function SharesField({ bills, amount }: { bills: readonly OpenBill[]; amount: string | undefined }) {
  if (bills.length === 0) return <p className="kb-muted">该付款方没有待收的收费，收入将全部暂挂</p>
  return (
    <>
      <DataTable
        label="核销收费"
        rows={bills}
        rowKey={(row) => row.billId}
        columns={[
          { key: 'bill', title: '收费', value: (row) => `${row.orderTitle}（${row.code}）` },
          { key: 'open', title: '待收（元）', kind: 'amount', width: 140, value: (row) => row.open },
          {
            key: 'share',
            title: '本次核销（元）',
            width: 240,
            render: (row) => (
              <Form.Item name={['shares', row.billId]} noStyle>
                <AmountInput aria-label={`${row.code}本次核销`} capitals={false} />
              </Form.Item>
            ),
          },
        ]}
      />
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => (
          <Left amount={amount ?? (getFieldValue('amount') as string)} shares={getFieldValue('shares') as Shares} />
        )}
      </Form.Item>
    </>
  )
}

function Left({ amount, shares }: { amount: string | undefined; shares: Shares | undefined }) {
  if (!amount) return null
  const left = new Exact(amount).minus(sum(sharesOf(shares).map((one) => one.amount)))
  return left.isNegative() ? (
    <p role="alert" className="kb-bad">
      核销合计超出收入 {formatAmount(left.negated().toFixed(2))} 元
    </p>
  ) : (
    <p className="kb-hint">暂挂 {formatAmount(left.toFixed(2))} 元，可在以后核销该付款方的其他收费</p>
  )
}
