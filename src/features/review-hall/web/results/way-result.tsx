import { formatAmount } from '#contract/money.ts'
import { type Column, DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { Aggregation, ItemKind } from '#features/evaluation/rules/enums.ts'
import { partWords } from '#features/evaluation/rules/part-score.ts'
import type { WayResult } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { Derivation } from './derivation.tsx'
import { ItemMatrix } from './item-matrix.tsx'
import '../results.css'

type Row = WayResult['bidders'][number]

/** The result of a summed-up way: every bidder with all reviewers side by side, and how the result came about. */
export function WayResultView({ wayId, first }: { wayId: string; first?: string | undefined }) {
  const { projectId, reads } = useReviewAddress()
  // Of many bidders the single marks come one bidder at a time: with the first come everybody's totals.
  const query = useCall(reads.wayBidders, { params: { projectId, wayId }, query: first ? { bidderId: first } : {} })
  return <WhenLoaded query={query}>{(result) => <Result result={result} />}</WhenLoaded>
}

function Result({ result }: { result: WayResult }) {
  const { way } = result
  const judged = result.bidders.filter((b) => b.outcome !== null)
  if (judged.length === 0)
    return (
      <EmptyState
        title={way.isAutomatic ? '本项尚未计算' : '本项没有评审结果'}
        hint={way.isAutomatic ? '全部评审项汇总后，由系统按采购文件规定的公式计算' : ''}
      />
    )
  if (way.isAutomatic) return <Computed result={result} />
  return <Judged result={result} judged={judged} />
}

function Judged({ result, judged }: { result: WayResult; judged: Row[] }) {
  const { way } = result
  const isScoring = way.itemKind === ItemKind.values.scoring
  return (
    <section aria-label={`${way.name}评审结果`}>
      <h2 className="rv-h2 kb-below-8">
        {way.name}
        <small>
          {isScoring
            ? `满分 ${way.fullMark} 分，${Aggregation.label(way.aggregation)}；${partWords(way.scoreDigits)}`
            : '少数服从多数，任一评审项不通过即否决投标'}
        </small>
      </h2>
      <DataTable
        label={`${way.name}评审结果表`}
        rows={judged}
        rowKey={(row) => row.bidderId}
        rowClass={(row) => (row.outcome!.passed === false ? 'rv-failed' : undefined)}
        columns={[
          { key: 'bidder', title: '投标人', isHead: true, value: (row) => `${row.no}. ${row.supplierName}` },
          ...(judged[0]?.reviewers ?? []).map(({ reviewerId, name }, i): Column<Row> => ({
            key: reviewerId,
            title: name,
            kind: 'number',
            render: (row) => <Given reviewer={row.reviewers![i]!} isScoring={isScoring} />,
          })),
          {
            key: 'outcome',
            title: isScoring ? '得分' : '结论',
            kind: 'number',
            render: ({ outcome }) => <b>{isScoring ? outcome!.score : <Verdict passed={outcome!.passed} />}</b>,
          },
        ]}
        detail={{
          label: '明细与计算过程',
          of: (row) => (
            <>
              <Marks result={result} row={row} isScoring={isScoring} />
              <Derivation lines={row.outcome!.trace} />
            </>
          ),
        }}
      />
      {judged.some((row) => row.reviewers?.some((r) => r.dropped)) && (
        <p className="kb-hint">划线的为去除的最高分或最低分，不计入平均。</p>
      )}
    </section>
  )
}

type Reviewer = NonNullable<Row['reviewers']>[number]

/** What one reviewer gave a bidder in this way; struck out where it is not counted. */
function Given({ reviewer: { total, scores, dropped }, isScoring }: { reviewer: Reviewer; isScoring: boolean }) {
  return (
    <span className={dropped ? 'rv-dropped' : ''}>
      {isScoring ? (total ?? '-') : verdictOf(scores)}
      {dropped && <span className="kb-said">（去除，不计入）</span>}
    </span>
  )
}

/** One bidder's single marks, fetched where the table came without. */
function Marks({ result, row, isScoring }: { result: WayResult; row: Row; isScoring: boolean }) {
  const { projectId, reads } = useReviewAddress()
  const missing = (row.reviewers ?? []).every((r) => r.scores.length === 0)
  const params = { projectId, wayId: result.way.wayId }
  const { data } = useCall(reads.wayBidders, { params, query: { bidderId: row.bidderId } }, { enabled: missing })
  const whole = missing ? data?.bidders.find((b) => b.bidderId === row.bidderId) : row
  return whole ? <ItemMatrix items={result.items} row={whole} isScoring={isScoring} /> : <Skeleton lines={6} />
}

/** The price way: quotes, marks, and the whole derivation of each. */
function Computed({ result }: { result: WayResult }) {
  const { way, bidders } = result
  return (
    <section aria-label={`${way.name}计算结果`}>
      <h2 className="rv-h2 kb-below-8">
        {way.name}
        <small>
          满分 {way.fullMark} 分，由系统按采购文件规定的公式计算；{partWords(way.scoreDigits)}
        </small>
      </h2>
      {bidders.map((row) => (
        <article key={row.bidderId} className="kb-line-tall">
          <header className="kb-row kb-gap-24 kb-tight kb-base kb-wrap kb-below-8">
            <h3>
              {row.no}. {row.supplierName}
            </h3>
            <span className="kb-soft">报价 {formatAmount(row.quote)} 元</span>
            {row.outcome ? (
              <b className="kb-push kb-size-16">
                {row.outcome.score} <small>/ {way.fullMark}</small>
              </b>
            ) : (
              <b className="kb-push kb-size-16 kb-bad">{row.rejection ? '已否决，不计算' : '未计算'}</b>
            )}
          </header>
          {row.outcome && <Derivation lines={row.outcome.trace} />}
        </article>
      ))}
    </section>
  )
}

function Verdict({ passed }: { passed: boolean | null }) {
  return <span className={passed === false ? 'kb-bad' : 'kb-good'}>{passed === false ? '不通过' : '通过'}</span>
}

function verdictOf(scores: readonly { passed: boolean | null }[]): string {
  if (scores.length === 0) return '-'
  const against = scores.filter((s) => s.passed === false).length
  return against === 0 ? '通过' : `不通过 ${against} 项`
}
