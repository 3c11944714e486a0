import { Fragment, useState } from 'react'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import type { ConsensusView as Consensus } from '../../contract/results.ts'
import { ItemKind } from '#features/evaluation/rules/enums.ts'
import { useReviewAddress } from '../review-address.ts'
import { ScrollBox } from './scroll-box.tsx'
import { WarningList } from './warning-list.tsx'
import '../results.css'

type Row = Consensus['bidders'][number]

/** Members' marks side by side once all have submitted, wide spreads marked: what the committee talks about before summing up. */
export function ConsensusView({ wayId, first }: { wayId: string; first?: string | undefined }) {
  const { projectId, reads } = useReviewAddress()
  // Of many bidders the single marks come one bidder at a time: with the first come everybody's totals.
  const query = useCall(reads.consensus, { params: { projectId, wayId }, query: first ? { bidderId: first } : {} })
  return <WhenLoaded query={query}>{(view) => <Table view={view} />}</WhenLoaded>
}

function Table({ view }: { view: Consensus }) {
  const { way, reviewers, bidders, warnings } = view
  const [open, setOpen] = useState<string | null>(null)
  const isScoring = way.itemKind === ItemKind.values.scoring
  return (
    <section aria-label={`${way.name}评审对照`}>
      <h2 className="rv-h2 kb-below-8">
        评审对照：{way.name}
        <small>
          全体评委已提交，相互可见。
          {isScoring ? '分差超过满分 30% 的评审项已标出' : '意见不一致的评审项已标出'}
          ；需要修改的，由组长退回重新评审，汇总后不能再改
        </small>
      </h2>
      <WarningList warnings={warnings} label="请在汇总前核对" />
      <ScrollBox label={`${way.name}评审对照表`}>
        <table className="kb-table rv-table">
          <thead>
            <tr>
              <th scope="col">投标人</th>
              {reviewers.map((r) => (
                <th key={r.reviewerId} scope="col" className="rv-num">
                  {r.name}
                  {r.isLeader && '（组长）'}
                </th>
              ))}
              <th scope="col" className="rv-num">
                {isScoring ? '平均' : '意见不一'}
              </th>
              {isScoring && (
                <th scope="col" className="rv-num">
                  分差
                </th>
              )}
              <th scope="col" className="rv-end">
                操作
              </th>
            </tr>
          </thead>
          <tbody>
            {bidders.map((row) => {
              const wide = wideOf(view, row)
              const shown = open === row.bidderId
              return (
                <Fragment key={row.bidderId}>
                  <tr>
                    <th scope="row">
                      {row.no}. {row.supplierName}
                    </th>
                    {reviewers.map((r, i) => (
                      <td key={r.reviewerId} className="rv-num" data-label={r.name}>
                        {isScoring ? (row.totals[i] ?? '—') : verdictOf(row, i)}
                      </td>
                    ))}
                    <td className="rv-num kb-strong" data-label={isScoring ? '平均' : '意见不一'}>
                      {isScoring ? (row.mean ?? '—') : wide > 0 ? `${wide} 项` : '无'}
                    </td>
                    {isScoring && (
                      <td className={wide > 0 ? 'rv-num kb-warn' : 'rv-num'} data-label="分差">
                        {row.spread ?? '—'}
                        {wide > 0 && <span className="rv-said kb-note kb-block">{wide} 项分差较大</span>}
                      </td>
                    )}
                    <td className="rv-end">
                      <button
                        type="button"
                        className="kb-accent kb-nowrap"
                        aria-expanded={shown}
                        onClick={() => setOpen(shown ? null : row.bidderId)}
                      >
                        {shown ? '收起' : '逐项对照'}
                      </button>
                    </td>
                  </tr>
                  {shown && (
                    <tr className="rv-detail">
                      <td colSpan={reviewers.length + (isScoring ? 4 : 3)}>
                        <Items view={view} row={row} isScoring={isScoring} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}

interface ItemsProps {
  view: Consensus
  row: Row
  isScoring: boolean
}

function Items(props: ItemsProps) {
  const { view, row } = props
  const { projectId, reads } = useReviewAddress()
  const missing = row.items.length === 0
  const params = { projectId, wayId: view.way.wayId }
  const { data } = useCall(reads.consensus, { params, query: { bidderId: row.bidderId } }, { enabled: missing })
  const whole = missing ? data?.bidders.find((b) => b.bidderId === row.bidderId) : row
  return whole ? <ItemTable {...props} row={whole} /> : <Skeleton lines={6} />
}

function ItemTable({ view, row, isScoring }: ItemsProps) {
  const byItem = new Map(view.items.map((item) => [item.itemId, item]))
  return (
    <table className="kb-table rv-matrix kb-below-12 kb-panel">
      <thead>
        <tr>
          <th scope="col">评审项</th>
          {view.reviewers.map((r) => (
            <th key={r.reviewerId} scope="col">
              {r.name}
            </th>
          ))}
          {isScoring && (
            <th scope="col" className="rv-num">
              分差 / 满分
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {row.items.map((cell) => {
          const item = byItem.get(cell.itemId)
          return (
            <tr key={cell.itemId} className={cell.isWide ? 'rv-wide' : undefined}>
              <th scope="row" title={item?.standard}>
                {item?.name}
                {isScoring && item?.isObjective && '（客观）'}
              </th>
              {view.reviewers.map((r, i) => (
                <td key={r.reviewerId} data-label={r.name} className={cell.passed[i] === false ? 'kb-bad' : undefined}>
                  <b>{isScoring ? (cell.scores[i] ?? '—') : wordOf(cell.passed[i])}</b>
                  {cell.reasons[i] && <span className="rv-said kb-note kb-block">{cell.reasons[i]}</span>}
                </td>
              ))}
              {isScoring && (
                <td className={cell.isWide ? 'rv-num kb-warn' : 'rv-num'} data-label="分差">
                  {cell.spread ?? '—'} / {item?.fullMark}
                  {cell.isWide && <span className="kb-said">（较大）</span>}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function wordOf(passed: boolean | null | undefined): string {
  return passed === true ? '通过' : passed === false ? '不通过' : '—'
}

/** Items on which members are far apart: of the marks themselves, or of what is warned about where they are not here. */
function wideOf({ warnings }: Consensus, row: Row): number {
  if (row.items.length > 0) return row.items.filter((item) => item.isWide).length
  return new Set(warnings.flatMap((w) => (w.bidderId === row.bidderId && w.itemId ? [w.itemId] : []))).size
}

function verdictOf(row: Row, i: number): string {
  const against = row.items.filter((item) => item.passed[i] === false).length
  return against === 0 ? '通过' : `不通过 ${against} 项`
}
