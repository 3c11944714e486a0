import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { clock } from '#web/clock.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { formatDate } from '#contract/time.ts'
import { FileList, type FileRef } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction } from '#web/use-call.ts'
import { registerPayment, type subjectBudget, takePaymentBack } from '../contract/use.ts'

interface Values {
  amount: string
  paidOn: string
  voucher: string
  note?: string
  files: FileRef[]
}

interface PaymentsProps {
  orderId: string
  named: OutputOf<typeof subjectBudget>
}

/** What was paid for an order, and what may still be registered. */
export function Payments({ orderId, named }: PaymentsProps) {
  const [isOpen, setOpen] = useState(false)
  const { rights } = useSession()
  const takeBack = useAction(takePaymentBack, { success: '付款登记已撤销' })
  const { payments, payable } = named
  if (payments.length === 0 && payable === null) return null
  return (
    <div className="kb-stack kb-gap-8">
      {payments.map((row) => (
        <div key={row.paymentId} className="kb-row kb-gap-12 kb-wrap">
          <StatusTag label={row.takenBackAt ? '已撤销' : '已付款'} tone={row.takenBackAt ? 'neutral' : 'success'} />
          <span>{formatAmount(row.amount)} 元</span>
          <span className="kb-muted">
            {row.paidOn}，凭证 {row.voucher}，{row.byName}登记{row.note && `，${row.note}`}
            {row.takenBackAt && `，${row.takenBackByName}撤销：${row.takenBackReason}`}
          </span>
          <FileList
            files={row.files}
            pathOf={(file) => `/api/workbench/purchaser/budget/payments/${row.paymentId}/files/${file.fileId}`}
          />
          {row.takenBackAt === null && !row.isOfContract && rights.has('budget') && (
            <Button
              type="link"
              size="small"
              danger
              onClick={() =>
                askText({
                  title: '撤销付款登记',
                  hint: '仅用于登记错误；金额退回已定标未支付。',
                  okText: '撤销',
                  danger: true,
                  run: (reason) => takeBack.run({ params: { paymentId: row.paymentId }, body: { reason } }),
                })
              }
            >
              撤销
            </Button>
          )}
        </div>
      ))}
      {payable !== null && (
        <div>
          <Button size="small" onClick={() => setOpen(true)}>
            登记付款
          </Button>
          <span className="kb-hint"> 已定标未支付 {formatAmount(payable)} 元</span>
        </div>
      )}
      {isOpen && (
        <ActionDialog
          title="登记付款"
          endpoint={registerPayment}
          initial={{ paidOn: formatDate(clock.now()) }}
          fields={[
            { kind: 'amount', name: 'amount', label: '付款金额', required: true },
            { kind: 'day', name: 'paidOn', label: '付款日期', required: true },
            { kind: 'text', name: 'voucher', label: '付款凭证号', required: true, maxLength: 60 },
            { kind: 'files', name: 'files', label: '付款凭证', use: 'budget-payment', required: true },
            { kind: 'text', name: 'note', label: '备注', maxLength: 500 },
          ]}
          input={({ files, ...body }: Values) => ({
            params: { orderId },
            body: { ...body, files: (files ?? []).map(({ fileId, name }) => ({ fileId, name })) },
          })}
          hint={`最多 ${formatAmount(payable)} 元；款项在平台外支付，这里登记后计入预算支出。`}
          success="付款已登记"
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
