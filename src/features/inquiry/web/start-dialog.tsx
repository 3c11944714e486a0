import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { type orderRounds, startRound } from '../contract.ts'

type Fields = InputOf<typeof startRound>['body']

interface StartDialogProps {
  orderId: string
  rounds: OutputOf<typeof orderRounds>
  onClose: () => void
}

/** Who goes on, until when, and whether it is the last time. */
export function StartDialog({ orderId, rounds, onClose }: StartDialogProps) {
  const next = rounds.rounds.length + 1
  const quoted = rounds.suppliers.filter(({ total }) => total !== null)
  return (
    <ActionDialog
      title={`发起第 ${next} 轮报价`}
      endpoint={startRound}
      schema={startRound.body}
      initial={{ tradeIds: quoted.map(({ tradeId }) => tradeId), isFinal: next === rounds.announced, note: '' }}
      fields={[
        {
          kind: 'checks',
          name: 'tradeIds',
          label: '参加报价的供应商',
          wide: true,
          options: rounds.suppliers.map(({ tradeId, supplierName, total }) => ({
            value: tradeId,
            label: `${supplierName}（${total === null ? '上一轮未报价' : `${formatAmount(total)} 元`}）`,
          })),
        },
        { kind: 'instant', name: 'deadline', label: '报价截止时间', required: true, future: true },
        { kind: 'switch', name: 'isFinal', label: '最终报价', help: '最终报价后不再进行下一轮' },
        { kind: 'area', name: 'note', label: '说明', rows: 2, maxLength: 500, help: '参加本轮的供应商可见' },
      ]}
      input={(values: Fields) => ({ params: { orderId }, body: values })}
      hint="开始后立即通知所选供应商；未选的供应商不会收到通知，也看不到本轮。"
      success="新一轮报价已开始"
      onDone={onClose}
      onClose={onClose}
    />
  )
}
