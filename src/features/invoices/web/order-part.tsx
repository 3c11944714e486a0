import { Button } from 'antd'
import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import type { PAYMENT_SLOTS } from '#features/payment/contract/slots.ts'
import { InvoiceStatus } from '#features/payment/rules/enums.ts'
import { useSession } from '#web/shell/session.ts'

const S = InvoiceStatus.values

/** On a paid order: the way to its invoice. */
export function Part({ orderId, invoiceStatus, isInvoiceable }: PropsOf<typeof PAYMENT_SLOTS.order>) {
  const { employee } = useSession()
  if (!employee?.rights.includes('finance')) return null
  if (invoiceStatus === S.applied || invoiceStatus === S.invoiced)
    return (
      <Link to="/finance/invoices">
        <Button>查看发票</Button>
      </Link>
    )
  if (!isInvoiceable) return null
  return (
    <Link to={`/finance/invoices/new/${orderId}`}>
      <Button>申请发票</Button>
    </Link>
  )
}
