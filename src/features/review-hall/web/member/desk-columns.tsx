import { Suspense, lazy, useCallback, useMemo, useRef, useState } from 'react'
import { useKept } from '#web/kept.ts'
import { Skeleton } from '#web/kit/states.tsx'
import type { PdfHandle } from '#web/kit/pdf/pdf-view.tsx'
import type { Reading } from '../files/file-pane.tsx'
import { type PageMark, togglePageMark, usePageMarks } from '../files/page-marks.ts'
import type { MemberProject, Sheet, Way } from '../review-data.ts'
import { nextUnscored } from '../sheet/sheet-rules.ts'
import { useSheetModel } from '../sheet/use-sheet.ts'
import { BidderRail } from './bidder-rail.tsx'
import { SidePane } from './side-pane.tsx'

const FilePane = lazy(() => import('../files/file-pane.tsx').then((m) => ({ default: m.FilePane })))

interface DeskColumnsProps {
  project: MemberProject
  way: Way
  sheet: Sheet
  refetch: () => void
}

/** Bidders at the left, the files of one of them in the middle, sheet, progress and motions at the right. */
export function DeskColumns({ project, way, sheet, refetch }: DeskColumnsProps) {
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
