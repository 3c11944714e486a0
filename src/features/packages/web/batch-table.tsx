import { Select } from 'antd'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Words } from '#features/procurement/methods/words.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import type { Side } from '../rules/places.ts'
import { BATCH_STEPS, type BatchStep } from '../rules/steps.ts'
import type { BatchLot } from './types.ts'
import type { BatchValues } from './batch-values.ts'
import { LotName, LotStage } from './lot-cells.tsx'

interface BatchTableProps {
  step: BatchStep
  side: Side
  words: Words
  rows: readonly BatchLot[]
  keys: readonly string[]
  onKeys: (keys: string[]) => void
  choices: BatchValues['choices']
  onChoice: (orderId: string, tradeId: string) => void
}

/** The orders of a batch: which can take the step, why others cannot, and whom each chooses. */
export function BatchTable({ step, side, words, rows, keys, onKeys, choices, onChoice }: BatchTableProps) {
  const isChoosing = 'chooses' in BATCH_STEPS[step]
  return (
    <DataTable
      label="采购单"
      rows={rows}
      rowKey={(row) => row.orderId}
      selection={{ keys, onChange: onKeys }}
      columns={[
        { key: 'lot', title: '包号', kind: 'ordinal', width: 60, value: (row) => row.lotNo },
        {
          key: 'title',
          title: '采购单',
          isHead: true,
          value: (row) => row.title,
          render: (row) => <LotName lot={row} side={side} projectId={row.projectId} />,
        },
        { key: 'stage', title: '状态', width: 110, value: (row) => row.stage, render: (row) => <LotStage lot={row} /> },
        isChoosing
          ? {
              key: 'choice',
              title: step === 'candidate' ? fillWords(words, '拟{winner}') : fillWords(words, '{winner}'),
              width: 340,
              render: (row) => (
                <Choice row={row} value={choices[row.orderId]} onChange={(id) => onChoice(row.orderId, id)} />
              ),
            }
          : {
              key: 'dates',
              title: '截止时间',
              width: 200,
              value: (row) => formatTime(row.bidEnd),
              render: (row) => (
                <span className="kb-stack">
                  <span>报名 {formatTime(row.signUpEnd)}</span>
                  <span>{fillWords(words, `{offer} ${formatTime(row.bidEnd)}`)}</span>
                </span>
              ),
            },
        {
          key: 'blocked',
          title: '能否办理',
          width: 220,
          value: (row) => row.blocked ?? '可以办理',
          render: (row) => (row.blocked ? <span className="kb-muted">{row.blocked}</span> : '可以办理'),
        },
      ]}
    />
  )
}

function Choice({
  row,
  value,
  onChange,
}: {
  row: BatchLot
  value: string | undefined
  onChange: (id: string) => void
}) {
  const current = row.current.join('、')
  if (row.blocked !== null) return current === '' ? '-' : `现为 ${current}`
  if (row.choices.length === 0) return current === '' ? '-' : `按公示：${current}`
  return (
    <span className="kb-stack kb-gap-4">
      <Select
        className="kb-wide"
        aria-label={`${row.title}：选择供应商`}
        value={value}
        options={row.choices.map(({ tradeId, supplierName, price }) => ({
          value: tradeId,
          label: `${supplierName}（${formatAmount(price)} 元）`,
        }))}
        onChange={onChange}
      />
      {current !== '' && <small className="kb-muted">现为 {current}</small>}
    </span>
  )
}
