import { Suspense } from 'react'
import { fetched } from '#web/fetched.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { useKept } from '#web/kept.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { WaySummaryStatus } from '#features/evaluation/rules/enums.ts'
import { SessionNav } from '../results/session-nav.tsx'
import { SessionView } from '../results/session-view.tsx'
import { WayTabs } from '../results/way-tabs.tsx'
import { firstOfMany, type MemberProject, type Sheet, type Way } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { useSheetAt } from '../sheet/use-sheet-data.ts'

const DeskColumns = fetched(() => import('./desk-columns.tsx').then((m) => m.DeskColumns))
const LeaderBar = fetched(() => import('./leader-bar.tsx').then((m) => m.LeaderBar))
// Along with the way's data, not after it.
for (const part of [DeskColumns, LeaderBar]) part.fetch().catch(() => undefined)
const ConsensusView = lazyPart(
  () => import('../results/consensus-view.tsx').then((m) => m.ConsensusView),
  <Skeleton lines={12} />,
)
const WayResultView = lazyPart(
  () => import('../results/way-result.tsx').then((m) => m.WayResultView),
  <Skeleton lines={12} />,
)

const S = WaySummaryStatus.values

interface WayDeskProps {
  project: MemberProject
  way: Way
}

/** One way at work: bidders at the left, their files in the middle, sheet, progress and motions at the right. */
export function WayDesk({ project, way }: WayDeskProps) {
  const { view } = useReviewAddress()
  const [looking, setLooking] = useKept<'result' | 'desk'>(`review.looking.${way.wayId}`, 'result')
  const isSummed = way.status === S.summarised
  const judges = !way.isAutomatic && way.status !== S.notStarted
  const { projectId } = project
  const [kept, setChosen] = useKept(`review.bidder.${projectId}`, '')
  const chosen = project.bidders.some((b) => b.bidderId === kept) ? kept : ''
  const { query, sheet, bidderId } = useSheetAt({ projectId, wayId: way.wayId }, chosen, judges)
  const showsResult = isSummed && looking === 'result'
  const comparable = !isSummed && way.consensusOpen && !way.isAutomatic
  const [comparing, setComparing] = useKept(`review.comparing.${way.wayId}`, true)
  const showsConsensus = comparable && comparing
  return (
    <div className="rv-session kb-column">
      <div className="rv-top kb-flex kb-gap-12 kb-rule">
        <WayTabs ways={project.wayList} current={view ? '' : way.wayId} />
        <SessionNav project={project} />
        {!view && isSummed && !way.isAutomatic && (
          <button
            type="button"
            className="rv-switch kb-size-13 kb-fixed kb-accent"
            onClick={() => setLooking(showsResult ? 'desk' : 'result')}
          >
            {showsResult ? '查看我的评审与文件' : '查看评审结果'}
          </button>
        )}
        {!view && comparable && (
          <button
            type="button"
            className="rv-switch kb-size-13 kb-fixed kb-accent"
            onClick={() => setComparing(!comparing)}
          >
            {showsConsensus ? '返回评审' : '评审对照'}
          </button>
        )}
        {!view && way.actions.length > 0 && (
          <Suspense fallback={null}>
            <LeaderBar project={project} way={way} />
          </Suspense>
        )}
      </div>
      {view ? (
        <div className="rv-result kb-grow kb-squeeze kb-scroll" role="region" aria-label="评审结果" tabIndex={0}>
          <SessionView project={project} view={view} />
        </div>
      ) : showsResult || (isSummed && way.isAutomatic) ? (
        <div className="rv-result kb-grow kb-squeeze kb-scroll" role="region" aria-label="评审结果" tabIndex={0}>
          <WayResultView wayId={way.wayId} first={firstOfMany(project, way)} />
        </div>
      ) : showsConsensus ? (
        <div className="rv-result kb-grow kb-squeeze kb-scroll" role="region" aria-label="评审结果" tabIndex={0}>
          <ConsensusView wayId={way.wayId} first={firstOfMany(project, way)} />
        </div>
      ) : judges && !sheet ? (
        query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton title lines={12} />
        )
      ) : (
        <Suspense fallback={<Skeleton title lines={12} />}>
          <DeskColumns
            project={project}
            way={way}
            fetched={{ sheet: sheet ?? emptySheet(way), at: query.dataUpdatedAt, projectId }}
            error={query.data ? null : query.error}
            bidderId={bidderId || (project.bidders[0]?.bidderId ?? '')}
            onBidder={setChosen}
            refetch={() => void query.refetch()}
          />
        </Suspense>
      )}
    </div>
  )
}

/** A way without own judgements: computed, or not begun. The files can be read all the same. */
function emptySheet(way: Way): Sheet {
  return { way, items: [], bidders: [], status: 0, filled: 0, needed: 0, warnings: [], actions: [] }
}
