import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { useAction } from '#web/use-call.ts'
import { recordSalePayment, type SaleDeal } from '../contract.ts'

interface RecordDrawerProps {
  orderId: string
  deal: SaleDeal
  onClose: () => void
}

/** Money that came in outside the platform. */
export function RecordDrawer({ orderId, deal, onClose }: RecordDrawerProps) {
  const record = useAction(recordSalePayment, { success: '收款已登记' })
  return (
    <FormDrawer<{ amount: string; voucher: string }>
      title="登记收款"
      label="登记"
      initial={{ amount: deal.rest }}
      fields={[
        { kind: 'amount', name: 'amount', label: '收款金额', required: true },
        { kind: 'text', name: 'voucher', label: '收款凭证号', required: true, maxLength: 100 },
      ]}
      run={(body) => record.run({ params: { orderId }, body })}
      onClose={onClose}
    />
  )
}
