import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { bankCards } from '#features/enterprise/contract/services.ts'
import { CardStatus } from '#features/enterprise/rules/enums.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { PendingDialog } from '#web/kit/pending-dialog.tsx'
import { approvalField, type ApprovalRule, toldOf, type WithApproval } from '#web/kit/confirm-step.tsx'
import { useCall } from '#web/use-call.ts'
import { requestWithdrawal } from '../contract/finance.ts'

const TITLE = '提现'

/** Pays out of the balance to a verified account. */
export function WithdrawDialog({
  available,
  heldCards,
  rule,
  onClose,
}: {
  available: string
  /** Accounts to which a withdrawal waits for approval. */
  heldCards: readonly string[]
  rule: ApprovalRule
  onClose: () => void
}) {
  const query = useCall(bankCards)
  if (!query.data) return <PendingDialog title={TITLE} {...{ query, onClose }} />
  const verified = query.data.cards.filter(({ status }) => status === CardStatus.values.verified)
  const cards = verified.filter(({ id }) => !heldCards.includes(id))
  return (
    <ActionDialog
      title={TITLE}
      endpoint={requestWithdrawal}
      initial={{ cardId: cards.find(({ isDefault }) => isDefault)?.id ?? cards[0]?.id ?? '' }}
      fields={[
        {
          kind: 'select',
          name: 'cardId',
          label: '收款账户',
          required: true,
          options: cards.map(({ id, bank, accountNo }) => ({ value: id, label: `${bank} ${accountNo}` })),
        },
        { kind: 'amount', name: 'amount', label: '提现金额', required: true },
        ...approvalField(rule),
      ]}
      input={(values: { cardId: string; amount: string } & WithApproval) => ({ body: values })}
      hint={
        <>
          可用余额 {formatAmount(available)} 元。仅可提现至本单位已验证的账户。
          {verified.length === 0 && <Link to="/enterprise/tied-card">先绑定银行账户</Link>}
          {verified.length > cards.length && '提现正在审批的账户暂不可选。'}
        </>
      }
      success={toldOf('提现已提交')}
      onClose={onClose}
    />
  )
}
