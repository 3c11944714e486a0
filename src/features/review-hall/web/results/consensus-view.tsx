import { type Column, DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import type { ConsensusView as Consensus } from '../../contract/results.ts'
import { ItemKind } from '#features/evaluation/rules/enums.ts'
import { useReviewAddress } from '../review-address.ts'
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
      <DataTable
        label={`${way.name}评审对照表`}
        rows={bidders}
        rowKey={(row) => row.bidderId}
        columns={[
          { key: 'bidder', title: '投标人', isHead: true, value: (row) => `${row.no}. ${row.supplierName}` },
          ...reviewers.map((r, i): Column<Row> => ({
            key: r.reviewerId,
            title: r.isLeader ? `${r.name}（组长）` : r.name,
            kind: 'number',
            value: (row) => (isScoring ? row.totals[i] : verdictOf(row, i)),
          })),
          ...spreadColumns(view, isScoring),
        ]}
        detail={{ label: '逐项对照', of: (row) => <Items view={view} row={row} isScoring={isScoring} /> }}
      />
    </section>
  )
}

/** How far the members are apart: means and spreads of marks, or how many verdicts differ. */
function spreadColumns(view: Consensus, isScoring: boolean): Column<Row>[] {
  if (!isScoring) {
    const inWords = (wide: number) => (wide > 0 ? `${wide} 项` : '无')
    return [{ key: 'apart', title: '意见不一', kind: 'number', render: (row) => <b>{inWords(wideOf(view, row))}</b> }]
  }
  return [
    { key: 'mean', title: '平均', kind: 'number', render: (row) => <b>{row.mean ?? '-'}</b> },
    {
      key: 'spread',
      title: '分差',
      kind: 'number',
      render: (row) => {
        const wide = wideOf(view, row)
        return (
          <span className={wide > 0 ? 'kb-warn' : ''}>
            {row.spread ?? '-'}
            {wide > 0 && <span className="kb-note kb-block">{wide} 项分差较大</span>}
          </span>
        )
      },
    },
  ]
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
    <DataTable
      className="rv-matrix kb-below-12 kb-panel"
      label="逐项对照"
      rows={row.items}
      rowKey={(cell) => cell.itemId}
      rowClass={(cell) => (cell.isWide ? 'rv-wide' : undefined)}
      columns={[
        {
          key: 'item',
          title: '评审项',
          isHead: true,
          render: ({ itemId }) => {
            const item = byItem.get(itemId)
            return (
              <span title={item?.standard}>{isScoring && item?.isObjective ? `${item.name}（客观）` : item?.name}</span>
            )
          },
        },
        ...view.reviewers.map(({ reviewerId, name }, i): Column<Row['items'][number]> => ({
          key: reviewerId,
          title: name,
          render: ({ passed, scores, reasons }) => (
            <span className={passed[i] === false ? 'kb-bad' : ''}>
              <b>{isScoring ? (scores[i] ?? '-') : wordOf(passed[i])}</b>
              {reasons[i] && <span className="kb-note kb-block">{reasons[i]}</span>}
            </span>
          ),
        })),
        ...(isScoring
          ? [
              {
                key: 'spread',
                title: '分差 / 满分',
                kind: 'number' as const,
                render: ({ itemId, spread, isWide }: Row['items'][number]) => (
                  <span className={isWide ? 'kb-warn' : ''}>
                    {spread ?? '-'} / {byItem.get(itemId)?.fullMark}
                    {isWide && <span className="kb-said">（较大）</span>}
                  </span>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function wordOf(passed: boolean | null | undefined): string {
  return passed === true ? '通过' : passed === false ? '不通过' : '-'
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
