import { Fragment, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Summary } from '../review-data.ts'
import { Derivation } from './derivation.tsx'
import { ScrollBox } from './scroll-box.tsx'
import '../results.css'

type Row = Summary['rows'][number]

/** The result of the review: bidders × ways, totals, ranks, candidates, rejections; each with its derivation. */
export function RankingTable({ summary }: { summary: Summary }) {
  const [open, setOpen] = useState<string | null>(null)
  const ways = summary.rows[0]?.ways ?? []
  const hasTotals = summary.rows.some((row) => row.total !== null)
  // 评标价 stands beside what was read out where a correction or a round of offers has made it another.
  const hasEvaluated = summary.rows.some(
    (row) => row.evaluatedPrice !== null && formatAmount(row.evaluatedPrice) !== formatAmount(row.quote),
  )
  return (
    <ScrollBox label="评审结果汇总">
      <table className="kb-table rv-table">
        <thead>
          <tr>
            <th scope="col" className="rv-rank">
              排名
            </th>
            <th scope="col">投标人</th>
            <th scope="col" className="rv-num">
              投标报价（元）
            </th>
            {hasEvaluated && (
              <th scope="col" className="rv-num">
                评标价（元）
              </th>
            )}
            {ways.map((way) => (
              <th key={way.wayId} scope="col" className="rv-num">
                {way.name}
              </th>
            ))}
            {hasTotals && (
              <th scope="col" className="rv-num">
                总分
              </th>
            )}
            <th scope="col" className="rv-end">
              操作
            </th>
          </tr>
        </thead>
        <tbody>
          {summary.rows.map((row) => (
            <Fragment key={row.bidderId}>
              <tr className={row.rejection ? 'rv-failed' : undefined}>
                <td className="rv-rank">{row.rank ?? '—'}</td>
                <th scope="row">
                  {row.supplierName}
                  <Marks row={row} />
                  {row.rejection && (
                    <span className="rv-said kb-note kb-block">
                      {row.rejection.reason}（{row.rejection.rule}）
                    </span>
                  )}
                  {row.unranked && <span className="rv-said kb-note kb-block">{row.unranked}</span>}
                </th>
                <td className="rv-num" data-label="投标报价">
                  {formatAmount(row.quote)}
                </td>
                {hasEvaluated && (
                  <td className="rv-num" data-label="评标价">
                    {formatAmount(row.evaluatedPrice)}
                  </td>
                )}
                {row.ways.map((way) => (
                  <td
                    key={way.wayId}
                    data-label={way.name}
                    className={way.passed === false ? 'rv-num kb-bad' : 'rv-num'}
                  >
                    {way.score ?? (way.passed === null ? '—' : way.passed ? '通过' : '不通过')}
                  </td>
                ))}
                {hasTotals && (
                  <td className="rv-num kb-strong" data-label="总分">
                    {row.total ?? '—'}
                  </td>
                )}
                <td className="rv-end">
                  {row.trace.length > 0 && (
                    <button
                      type="button"
                      className="kb-accent kb-nowrap"
                      aria-expanded={open === row.bidderId}
                      onClick={() => setOpen(open === row.bidderId ? null : row.bidderId)}
                    >
                      {open === row.bidderId ? '收起' : '计算过程'}
                    </button>
                  )}
                </td>
              </tr>
              {open === row.bidderId && (
                <tr className="rv-detail">
                  <td colSpan={ways.length + 4 + Number(hasTotals) + Number(hasEvaluated)}>
                    <Derivation lines={row.trace} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollBox>
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
