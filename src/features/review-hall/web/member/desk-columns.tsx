import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallError } from '#web/call.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import type { PdfHandle } from '#web/kit/pdf/pdf-view.tsx'
import type { Reading } from '../files/file-pane.tsx'
import { type PageMark, togglePageMark, usePageMarks } from '../files/page-marks.ts'
import type { MemberProject, Way } from '../review-data.ts'
import { nextUnscored } from '../sheet/sheet-rules.ts'
import { type Fetched, type SheetModel, useSheetModel } from '../sheet/use-sheet.ts'
import { useFetchAhead } from '../sheet/use-sheet-data.ts'
import { BidderRail } from './bidder-rail.tsx'
import { SidePane } from './side-pane.tsx'

const FilePane = lazyPart(
  () => import('../files/file-pane.tsx').then((m) => m.FilePane),
  <section className="rv-files kb-squeeze kb-column kb-shrink" aria-label="投标文件">
    <Skeleton lines={12} />
  </section>,
)

interface DeskColumnsProps {
  project: MemberProject
  way: Way
  fetched: Fetched
  /** Why the marks of this bid could not be fetched. */
  error: CallError | null
  bidderId: string
  onBidder: (bidderId: string) => void
  refetch: () => void
}

/** Bidders at the left, the files of one of them in the middle, sheet, progress and motions at the right. */
export function DeskColumns(props: DeskColumnsProps) {
  const { project, way, fetched, error, bidderId, onBidder, refetch } = props
  const { projectId } = project
  const model = useSheetModel(fetched, refetch)
  const { sheet } = model
  useNeighbours(model, bidderId, useFetchAhead({ projectId, wayId: way.wayId }))
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
    <div className="rv-columns kb-grow kb-squeeze">
      <BidderRail project={project} way={way} model={model} current={bidderId} onChoose={onBidder} />
      <FilePane
        key={bidderId}
        ref={pdf}
        bidderId={bidderId}
        flagsOf={flagsOf}
        onReading={setReading}
        wanted={wanted?.bidderId === bidderId ? wanted : null}
      />
      <SidePane
        project={project}
        way={way}
        model={model}
        bidderId={bidderId}
        onBidder={onBidder}
        error={error}
        refetch={refetch}
        onTurn={(pages) => pdf.current?.turn(pages)}
        marks={marks}
        onMark={reading ? (itemId) => togglePageMark(projectId, { bidderId, itemId, ...reading }) : undefined}
        onOpenMark={open}
      />
    </div>
  )
}

/** Once this bid stands and nothing else is to be done: the bids that a key may lead to next. */
function useNeighbours({ grid, desk, judged }: SheetModel, bidderId: string, fetchAhead: (id: string) => void): void {
  const stands = desk.knows(bidderId)
  const latest = useRef({ grid, judged })
  latest.current = { grid, judged }
  useEffect(() => {
    if (!stands) return
    const look = () => {
      const { grid: now, judged: isJudged } = latest.current
      const at = now.bidders.indexOf(bidderId)
      const rest = { ...now, bidders: now.bidders.filter((id) => id !== bidderId) }
      const next = nextUnscored(
        { ...rest, bidders: [...rest.bidders.slice(at), ...rest.bidders.slice(0, at)] },
        isJudged,
        null,
      )
      for (const id of new Set([next?.bidderId, now.bidders[at + 1], now.bidders[at - 1]]))
        if (id !== undefined && !desk.knows(id)) fetchAhead(id)
    }
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(look, 500)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(look, { timeout: 3_000 })
    return () => cancelIdleCallback(waiting)
  }, [bidderId, stands, desk, fetchAhead])
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
