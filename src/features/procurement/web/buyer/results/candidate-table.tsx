import type { ReactNode } from 'react'
import type * as z from 'zod'
import { formatAmount } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { BondTag } from '../../bond-tag.tsx'
import { useBuyer } from '../use-buyer.ts'
import type { CandidateRow } from '../../../contract/notice.ts'
import { partialText } from '../../../rules/partial-offer.ts'

export type Candidate = z.output<typeof CandidateRow>

interface CandidateTableProps {
  rows: readonly Candidate[]
  /** Several who shall win together have no order. */
  isRanked?: boolean
  /** Drawn at the end of each row. */
  renderEnd?: (row: Candidate) => ReactNode
}

/** Candidates by rank, price in digits and capitals. */
export function CandidateTable({ rows, isRanked = true, renderEnd }: CandidateTableProps) {
  const { method, say } = useBuyer()
  if (rows.length === 0) return <p className="kb-muted">{say('没有{won}候选人')}</p>
  return (
    <DataTable
      label={say('{ranking}')}
      rows={rows}
      rowKey={(row) => row.tradeId}
      columns={[
        ...(isRanked
          ? [{ key: 'rank', title: '排序', width: 96, value: (row: Candidate) => `第 ${row.rank} 名` }]
          : []),
        { key: 'name', title: say('{contender}'), value: (row) => row.supplierName },
        {
          key: 'price',
          title: isRanked ? say('{offerPrice}（元）') : say('拟{won}金额（元）'),
          align: 'right',
          width: 260,
          render: (row) => (
            <>
              <AmountText value={row.price} capitals />
              {isRanked && row.partial && <small className="kb-block kb-muted">{partialText(row.partial)}</small>}
              {row.talkedFrom && <small className="kb-muted">议价前 {formatAmount(row.talkedFrom)}</small>}
            </>
          ),
        },
        ...(method.review === 'none'
          ? []
          : [
              {
                key: 'score',
                title: '评审得分',
                align: 'right' as const,
                width: 96,
                value: (row: Candidate) => row.score,
              },
            ]),
        ...(rows.some(isDemanded)
          ? [
              {
                key: 'bond',
                title: say('{bond}'),
                width: 240,
                value: (row: Candidate) => row.bond?.label ?? '',
                render: (row: Candidate) => <BondTag bond={row.bond} />,
              },
            ]
          : []),
      ]}
      renderEnd={renderEnd}
    />
  )
}

function isDemanded({ bond }: Candidate): boolean {
  return bond !== null && bond.state !== 'notRequired'
}
