import { useNavigate, useParams } from 'react-router'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { ownDue, payDue } from '../contract/bill.ts'
import { Collection, FeeType } from '../rules/enums.ts'
import { billSections } from './bill-view.tsx'
import { billTag } from './words.ts'

/** A charge that the company owes: why, how much, to whom, until when; with the way to the cashier. */
export function Screen() {
  const { billId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(ownDue, { params: { billId } }, { fresh: 0 })
  useCompanyLive('charges')
  const pay = useAction(payDue, { onDone: ({ payOrderId }) => void navigate(`/finance/orders/${payOrderId}`) })
  return (
    <DetailScreen query={query} back={{ label: '应付费用', to: '/finance/charges' }}>
      {(bill) => {
        const mayPay = bill.actions.includes('pay')
        return {
          title: `${bill.orderTitle}${FeeType.label(bill.feeType)}`,
          status: <StatusTag {...billTag(bill.state)} />,
          facts: [bill.code],
          ...(mayPay && bill.dueAt && { deadline: { label: '付款期限', at: bill.dueAt } }),
          extra: mayPay && <PrimaryButton label="去支付" onClick={() => void pay.run({ params: { billId } })} />,
          notice: mayPay && bill.collection === Collection.values.offline && (
            <p className="kb-note">收款方约定线下收取，也可在此线上支付。</p>
          ),
          sections: billSections(bill),
        }
      }}
    </DetailScreen>
  )
}
