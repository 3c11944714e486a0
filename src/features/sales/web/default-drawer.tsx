import { Exact, formatAmount } from '#contract/money.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { useAction } from '#web/use-call.ts'
import { defaultSale, type SaleDeal } from '../contract.ts'

interface DefaultDrawerProps {
  orderId: string
  deal: SaleDeal
  onClose: () => void
}

/** That the buyer has not paid in time, and how a part that it has paid went back. */
export function DefaultDrawer({ orderId, deal, onClose }: DefaultDrawerProps) {
  const fail = useAction(defaultSale, { success: '已登记违约' })
  const isPartPaid = new Exact(deal.paid).gt(0)
  return (
    <FormDrawer<{ reason: string; voucher?: string }>
      title="登记违约"
      label="登记"
      initial={{ reason: '' }}
      fields={[
        {
          kind: 'area',
          name: 'reason',
          label: '原因',
          required: true,
          maxLength: 500,
          help: '登记后成交人不能再付款；保证金在“保证金”中处理，递补或者终止另行办理',
        },
        ...(isPartPaid
          ? [
              {
                kind: 'text' as const,
                name: 'voucher',
                label: '退款凭证号',
                maxLength: 100,
                help: `已收的 ${formatAmount(deal.paid)} 元须退还：平台收银台收取的原路退还，线下收取的填写凭证号`,
              },
            ]
          : []),
      ]}
      run={({ reason, voucher = '' }) => fail.run({ params: { orderId }, body: { reason, voucher } })}
      onClose={onClose}
    />
  )
}
