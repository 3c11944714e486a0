import { Suspense, lazy, useCallback, useMemo, useRef, useState } from 'react'
import { useKept } from '#web/kept.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { WaySummaryStatus } from '../../rules/enums.ts'
import type { Reading } from '../files/file-pane.tsx'
import { type PageMark, togglePageMark, usePageMarks } from '../files/page-marks.ts'
import type { PdfHandle } from '#web/kit/pdf/pdf-view.tsx'
import { SessionNav } from '../results/session-nav.tsx'
import { SessionView } from '../results/session-view.tsx'
import { WayTabs } from '../results/way-tabs.tsx'
import type { MemberProject, Sheet, Way } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { nextUnscored } from '../sheet/sheet-rules.ts'
import { useSheet, useSheetModel } from '../sheet/use-sheet.ts'
import { BidderRail } from './bidder-rail.tsx'
import { SidePane } from './side-pane.tsx'

const LeaderBar = lazy(() => import('./leader-bar.tsx').then((m) => ({ default: m.LeaderBar })))
const FilePane = lazy(() => import('../files/file-pane.tsx').then((m) => ({ default: m.FilePane })))
const ConsensusView = lazy(() => import('../results/consensus-view.tsx').then((m) => ({ default: m.ConsensusView })))
const WayResultView = lazy(() => import('../results/way-result.tsx').then((m) => ({ default: m.WayResultView })))

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
  const query = useSheet(project.projectId, way.wayId, judges)
  const showsResult = isSummed && looking === 'result'
  const comparable = !isSummed && way.consensusOpen && !way.isAutomatic
  const [comparing, setComparing] = useKept(`review.comparing.${way.wayId}`, true)
  const showsConsensus = comparable && comparing
  return (
    <div className="rv-session">
      <div className="rv-top">
        <WayTabs ways={project.wayList} current={view ? '' : way.wayId} />
        <SessionNav project={project} />
        {!view && isSummed && !way.isAutomatic && (
          <button type="button" className="rv-switch" onClick={() => setLooking(showsResult ? 'desk' : 'result')}>
            {showsResult ? '查看我的评审与文件' : '查看评审结果'}
          </button>
        )}
        {!view && comparable && (
          <button type="button" className="rv-switch" onClick={() => setComparing(!comparing)}>
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
        <div className="rv-result">
          <SessionView project={project} view={view} />
        </div>
      ) : showsResult || (isSummed && way.isAutomatic) ? (
        <div className="rv-result">
          <Suspense fallback={<Skeleton lines={12} />}>
            <WayResultView wayId={way.wayId} />
          </Suspense>
        </div>
      ) : showsConsensus ? (
        <div className="rv-result">
          <Suspense fallback={<Skeleton lines={12} />}>
            <ConsensusView wayId={way.wayId} />
          </Suspense>
        </div>
      ) : judges && !query.data ? (
        query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton title lines={12} />
        )
      ) : (
        <Columns
          project={project}
          way={way}
          sheet={query.data ?? emptySheet(way)}
          refetch={() => void query.refetch()}
        />
      )}
    </div>
  )
}

function Columns({ project, way, sheet, refetch }: WayDeskProps & { sheet: Sheet; refetch: () => void }) {
  const { projectId } = project
  const model = useSheetModel(sheet, projectId, refetch)
  const [chosen, setChosen] = useKept(`review.bidder.${projectId}`, '')
  // Where nobody has chosen yet: the bid where the work goes on.
  const [first] = useState(
    () =>
      nextUnscored(model.grid, model.judged, null)?.bidderId ?? model.grid.bidders[0] ?? project.bidders[0]?.bidderId,
  )
  const bidderId = project.bidders.some((b) => b.bidderId === chosen) ? chosen : (first ?? '')
  const pdf = useRef<PdfHandle>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const [wanted, setWanted] = useState<(Reading & { bidderId: string }) | null>(null)
  const marks = usePageMarks(projectId)
  const names = useMemo(() => new Map(sheet.items.map((i) => [i.itemId, i.name])), [sheet.items])
  const flagsOf = useCallback(
    (position: number) => flags(marks, { bidderId, position, names }),
    [marks, bidderId, names],
  )
  const open = (mark: PageMark) => {
    if (reading?.position === mark.position) pdf.current?.goTo(mark.page)
    else setWanted(mark)
  }
  return (
    <div className="rv-columns">
      <BidderRail project={project} way={way} model={model} current={bidderId} onChoose={setChosen} />
      <Suspense
        fallback={
          <section className="rv-files" aria-label="投标文件">
            <Skeleton lines={12} />
          </section>
        }
      >
        <FilePane
          key={bidderId}
          ref={pdf}
          bidderId={bidderId}
          flagsOf={flagsOf}
          onReading={setReading}
          wanted={wanted?.bidderId === bidderId ? wanted : null}
        />
      </Suspense>
      <SidePane
        project={project}
        way={way}
        model={model}
        bidderId={bidderId}
        onBidder={setChosen}
        onTurn={(pages) => pdf.current?.turn(pages)}
        marks={marks}
        onMark={reading ? (itemId) => togglePageMark(projectId, { bidderId, itemId, ...reading }) : undefined}
        onOpenMark={open}
      />
    </div>
  )
}

/** Names of the items noted on each page of one file. */
function flags(
  marks: readonly PageMark[],
  of: { bidderId: string; position: number; names: ReadonlyMap<string, string> },
): Map<number, string> {
  const found = new Map<number, string>()
  for (const mark of marks) {
    const name = of.names.get(mark.itemId)
    if (mark.bidderId !== of.bidderId || mark.position !== of.position || name === undefined) continue
    found.set(mark.page, found.has(mark.page) ? `${found.get(mark.page)}、${name}` : name)
  }
  return found
}

/** A way without own judgements: computed, or not begun. The files can be read all the same. */
function emptySheet(way: Way): Sheet {
  return { way, items: [], bidders: [], status: 0, filled: 0, needed: 0, warnings: [], actions: [] }
}
