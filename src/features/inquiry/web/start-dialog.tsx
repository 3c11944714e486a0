import { useState } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { atLeastAsStrict } from '#features/quotes/rules/not-above.ts'
import { NOT_ABOVE } from '#features/procurement/steps/quote/terms.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import { type orderRounds, roundLines, startRound } from '../contract.ts'
import { bodyOfChoice, EVERYTHING, isLimited, type LineChoice } from './line-choice.ts'
import { LineChoiceField } from './line-choice-field.tsx'

type Fields = Omit<InputOf<typeof startRound>['body'], 'items' | 'only'> & { lines: LineChoice }

interface StartDialogProps {
  orderId: string
  rounds: OutputOf<typeof orderRounds>
  onClose: () => void
}

/** Who goes on with which lines, what is hoped for, until when, and whether it is the last time. */
export function StartDialog({ orderId, rounds, onClose }: StartDialogProps) {
  const next = rounds.rounds.length + 1
  const quoted = rounds.suppliers.filter(({ total }) => total !== null)
  const lines = useCall(roundLines, { params: { orderId } }).data?.lines
  const [limited, setLimited] = useState(false)
  const strict = (['total', 'line', 'none'] as const).filter((one) => atLeastAsStrict(one, rounds.notAbove))
  return (
    <ActionDialog
      title={`发起第 ${next} 轮报价`}
      width={880}
      endpoint={startRound}
      initial={{
        tradeIds: quoted.map(({ tradeId }) => tradeId),
        isFinal: next === rounds.announced,
        note: '',
        notAbove: rounds.notAbove,
        lines: EVERYTHING,
      }}
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
        {
          kind: 'custom',
          name: 'lines',
          label: '清单行和目标单价',
          wide: true,
          control: <LineChoiceField lines={lines} suppliers={rounds.suppliers} onLimit={setLimited} />,
        },
        { kind: 'amount', name: 'target', label: '目标总价', help: '可不填；参加本轮的供应商可见，仅供参考' },
        {
          kind: 'radio',
          name: 'notAbove',
          label: '与上一次报价相比',
          help:
            rounds.notAbove === 'none'
              ? '高于上一次报价的，该报价无效'
              : `采购文件约定${NOT_ABOVE[rounds.notAbove]}，不得放宽；高于的，该报价无效`,
          options: strict.map((value) => ({
            value,
            label: NOT_ABOVE[value],
            // Sums of some lines tell nothing beside sums of all.
            disabled: value === 'total' && (limited || rounds.isPartial),
          })),
        },
        { kind: 'instant', name: 'deadline', label: '报价截止时间', required: true, future: true },
        { kind: 'switch', name: 'isFinal', label: '最终报价', help: '最终报价后不再进行下一轮' },
        { kind: 'area', name: 'note', label: '说明', rows: 2, maxLength: 500, help: '参加本轮的供应商可见' },
      ]}
      input={({ lines: chosen, target, ...values }: Fields) => ({
        params: { orderId },
        body: {
          ...values,
          ...(target ? { target } : {}),
          // What was chosen before lines were.
          ...(isLimited(chosen) && values.notAbove === 'total' ? { notAbove: 'line' as const } : {}),
          ...bodyOfChoice(chosen, lines ?? [], values.tradeIds),
        },
      })}
      hint="开始后立即通知所选供应商；未选的供应商不会收到通知，也看不到本轮。未询价的行，沿用该供应商此前的报价。"
      success="新一轮报价已开始"
      onDone={onClose}
      onClose={onClose}
    />
  )
}
