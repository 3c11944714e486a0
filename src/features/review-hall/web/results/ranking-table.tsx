import { formatAmount } from '#contract/money.ts'
import { type Column, DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Summary } from '../review-data.ts'
import { Derivation } from './derivation.tsx'
import '../results.css'

type Row = Summary['rows'][number]

/** The result of the review: bidders × ways, totals, ranks, candidates, rejections; each with its derivation. */
export function RankingTable({ summary: { rows } }: { summary: Summary }) {
  const hasTotals = rows.some((row) => row.total !== null)
  // 评标价 stands beside what was read out where a correction or a round of offers has made it another.
  const hasEvaluated = rows.some(
    (row) => row.evaluatedPrice !== null && formatAmount(row.evaluatedPrice) !== formatAmount(row.quote),
  )
  const columns: (Column<Row> | false)[] = [
    { key: 'rank', title: '排名', kind: 'ordinal', width: 56, value: (row) => row.rank },
    { key: 'bidder', title: '投标人', isHead: true, render: (row) => <Bidder row={row} /> },
    { key: 'quote', title: '投标报价（元）', kind: 'amount', value: (row) => row.quote },
    hasEvaluated && { key: 'price', title: '评标价（元）', kind: 'amount', value: (row) => row.evaluatedPrice },
    ...(rows[0]?.ways ?? []).map(({ wayId, name }, i): Column<Row> => ({
      key: wayId,
      title: name,
      kind: 'number',
      render: ({ ways }) => <WayOutcome way={ways[i]!} />,
    })),
    hasTotals && { key: 'total', title: '总分', kind: 'number', render: (row) => <b>{row.total ?? '-'}</b> },
  ]
  return (
    <DataTable
      label="评审结果汇总"
      rows={rows}
      rowKey={(row) => row.bidderId}
      rowClass={(row) => (row.rejection ? 'rv-failed' : undefined)}
      columns={columns.filter((column) => column !== false)}
      detail={{ label: '计算过程', of: ({ trace }) => trace.length > 0 && <Derivation lines={trace} /> }}
    />
  )
}

function WayOutcome({ way: { score, passed } }: { way: Row['ways'][number] }) {
  if (score !== null) return score
  if (passed === null) return '-'
  return <span className={passed ? '' : 'kb-bad'}>{passed ? '通过' : '不通过'}</span>
}

function Bidder({ row }: { row: Row }) {
  return (
    <>
      <span className="kb-row kb-tight kb-wrap">
        {row.supplierName}
        <Marks row={row} />
      </span>
      {row.rejection && (
        <span className="kb-note kb-block">
          {row.rejection.reason}（{row.rejection.rule}）
        </span>
      )}
      {row.unranked && <span className="kb-note kb-block">{row.unranked}</span>}
    </>
  )
}

function Marks({ row }: { row: Row }) {
  return (
    <>
      {row.isCandidate && <StatusTag label={`第${'一二三'[row.rank! - 1] ?? row.rank}候选人`} tone="success" />}
      {row.lot !== null && <StatusTag label={`并列，抽签第 ${row.lot}`} tone="warning" />}
      {row.rejection && <StatusTag label="已否决" tone="danger" />}
    </>
  )
}
