import type { ReactNode } from 'react'
import type * as z from 'zod'
import { DataTable } from '#web/kit/data-table.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { BondTag } from '../../bond-tag.tsx'
import { useAddresses } from '../addresses.ts'
import type { CandidateRow } from '../../../contract/notice.ts'

export type Candidate = z.output<typeof CandidateRow>

interface CandidateTableProps {
  rows: readonly Candidate[]
  /** Drawn at the end of each row. */
  renderEnd?: (row: Candidate) => ReactNode
}

/** Candidates by rank, price in digits and capitals. */
export function CandidateTable({ rows, renderEnd }: CandidateTableProps) {
  const isLive = useAddresses().method.offers === 'live'
  if (rows.length === 0) return <p className="kb-muted">没有中标候选人</p>
  return (
    <DataTable
      label="中标候选人"
      rows={rows}
      rowKey={(row) => row.tradeId}
      columns={[
        { key: 'rank', title: '排序', width: 96, value: (row) => `第 ${row.rank} 名` },
        { key: 'name', title: isLive ? '竞价人' : '中标候选人', value: (row) => row.supplierName },
        {
          key: 'price',
          title: isLive ? '最终报价（元）' : '投标报价（元）',
          align: 'right',
          width: 260,
          render: (row) => <AmountText value={row.price} capitals />,
        },
        ...(isLive
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
                title: '投标保证金',
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
