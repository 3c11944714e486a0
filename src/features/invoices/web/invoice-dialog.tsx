import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { invoiceDetail } from '../contract/invoice.ts'
import { answerRedLetter, askRedLetter, issueInvoice, rejectInvoice } from '../contract/invoice.ts'
import { SIDE_LABELS, SLIP_HOURS, TAX_RATES } from '../rules/enums.ts'

export type Acting = 'issue' | 'reject' | 'red' | 'answerRed'
type Rate = (typeof TAX_RATES)[number]

interface Props {
  invoice: OutputOf<typeof invoiceDetail>
  onClose: () => void
}

/** The dialog of one act. */
export function InvoiceDialog({ acting, ...props }: Props & { acting: Acting }) {
  switch (acting) {
    case 'issue':
      return <IssueDialog {...props} />
    case 'reject':
      return <RejectDialog {...props} />
    case 'red':
      return <RedDialog {...props} />
    case 'answerRed':
      return <AnswerDialog {...props} />
  }
}

function IssueDialog({ invoice, onClose }: Props) {
  const { invoiceId, rate, total, title, isSample } = invoice
  return (
    <ActionDialog
      title="开票"
      endpoint={issueInvoice}
      initial={{ rate: rate as Rate }}
      fields={[
        {
          kind: 'select',
          name: 'rate',
          label: '税率',
          required: true,
          options: TAX_RATES.map((value) => ({ value, label: `${value}%` })),
        },
      ]}
      input={(body: { rate: Rate }) => ({ params: { invoiceId }, body })}
      hint={`${title}，价税合计 ${formatAmount(total)} 元。开具后不能修改，只能红冲。${isSample ? '本平台模拟开具样张。' : ''}`}
      okText="开票"
      success="已提交开票"
      onClose={onClose}
    />
  )
}

function RejectDialog({ invoice: { invoiceId }, onClose }: Props) {
  return (
    <ActionDialog
      title="驳回开票申请"
      endpoint={rejectInvoice}
      fields={[{ kind: 'area', name: 'reason', label: '驳回原因', required: true, maxLength: 200 }]}
      input={(body: { reason: string }) => ({ params: { invoiceId }, body })}
      hint="申请人会收到原因，修改后可重新申请。"
      success="已驳回"
      danger
      onClose={onClose}
    />
  )
}

function RedDialog({ invoice: { invoiceId, usedAt, side }, onClose }: Props) {
  const other = SIDE_LABELS[side === 'payee' ? 'buyer' : 'payee']
  return (
    <ActionDialog
      title="红冲发票"
      endpoint={askRedLetter}
      fields={[{ kind: 'area', name: 'reason', label: '红冲原因', required: true, maxLength: 200 }]}
      input={(body: { reason: string }) => ({ params: { invoiceId }, body })}
      hint={
        usedAt
          ? `发票已抵扣或入账：发起红字发票信息确认单，${other}须在 ${SLIP_HOURS} 小时内确认，逾期作废。`
          : '发票全额红冲，立即开具红字发票。红冲后可办理退款，或由付款方重新申请。'
      }
      success={usedAt ? '确认单已发起' : '已提交红冲'}
      danger
      onClose={onClose}
    />
  )
}

function AnswerDialog({ invoice: { invoiceId, reds }, onClose }: Props) {
  return (
    <ActionDialog
      title="答复红冲确认单"
      endpoint={answerRedLetter}
      initial={{ isConfirmed: 1 as 0 | 1, answer: '' }}
      fields={[
        {
          kind: 'radio',
          name: 'isConfirmed',
          label: '答复',
          required: true,
          options: [
            { value: 1, label: '确认红冲' },
            { value: 0, label: '不同意' },
          ],
        },
        { kind: 'area', name: 'answer', label: '说明', maxLength: 200 },
      ]}
      input={({ isConfirmed, answer }: { isConfirmed: 0 | 1; answer: string }) => ({
        params: { invoiceId },
        body: { isConfirmed: isConfirmed === 1, answer },
      })}
      hint={`对方红冲原因：${reds[0]?.reason ?? ''}`}
      success="已答复"
      onClose={onClose}
    />
  )
}
