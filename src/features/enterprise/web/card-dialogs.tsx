import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { addBankCard, verifyBankCard } from '../contract/services.ts'

/** A new account in the company's certified name. */
export function AddCard({ accountName, onClose }: { accountName: string; onClose: () => void }) {
  return (
    <ActionDialog
      title="绑定账户"
      okText="绑定"
      endpoint={addBankCard}
      success="账户已绑定，请留意验证款"
      hint={`户名：${accountName}（与认证名称一致）`}
      schema={addBankCard.body}
      fields={[
        {
          kind: 'text',
          name: 'bank',
          label: '开户银行',
          required: true,
          maxLength: 60,
          placeholder: '如：中国工商银行',
        },
        { kind: 'text', name: 'branch', label: '支行', maxLength: 100 },
        { kind: 'text', name: 'accountNo', label: '银行账号', required: true, maxLength: 40 },
      ]}
      input={(values: { bank: string; branch?: string; accountNo: string }) => ({
        body: { ...values, branch: values.branch ?? '' },
      })}
      onClose={onClose}
    />
  )
}

/** The amount that arrived. A wrong one costs a try. */
export function VerifyCard({ card, onClose }: { card: { id: string; accountNo: string }; onClose: () => void }) {
  return (
    <ActionDialog
      title={`验证账户 ${card.accountNo}`}
      okText="验证"
      endpoint={verifyBankCard}
      success="账户验证通过"
      schema={verifyBankCard.body}
      fields={[
        {
          kind: 'text',
          name: 'amount',
          label: '收到的金额（元）',
          help: '0.01 至 0.99 元，填写错误三次后须重新绑定',
          required: true,
          maxLength: 4,
        },
      ]}
      input={(body: { amount: string }) => ({ params: { id: card.id }, body })}
      onClose={onClose}
    />
  )
}
