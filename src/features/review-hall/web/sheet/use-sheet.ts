import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Sheet } from '../review-data.ts'
import { type DeskView, anythingUnsaved, type Desk, deskOf } from './desk.ts'
import { type Cell, type Grid, type Place, isJudged } from './sheet-rules.ts'

/** The own sheet of one way: what the server has, with what was typed here on top. */
export interface SheetModel {
  sheet: Sheet
  desk: Desk
  view: DeskView
  grid: Grid
  cell: (place: Place) => Cell
  judged: (place: Place) => boolean
  /** Cells judged of one bid, or of all. */
  filled: (bidderId?: string) => number
  needed: number
  /** Time of the last save the server knows of, ISO. */
  storedAt: string | undefined
  /** Nothing can be written: submitted, or the way is not open. */
  locked: boolean
}

/** Follows the desk; after saving, what may be done now is asked for again. */
export function useSheetModel(sheet: Sheet, projectId: string, refetch: () => void): SheetModel {
  const { way } = sheet
  const desk = deskOf({ projectId, wayId: way.wayId, kind: way.itemKind })
  const view = useSyncExternalStore(desk.subscribe, desk.view)
  useWarnBeforeClosing()
  const known = useMemo(() => readSheet(sheet), [sheet])
  const model = useMemo((): SheetModel => {
    const { grid, stored, itemOf, judgedOf, storedAt } = known
    const cell = (place: Place) => desk.cell(place, stored.get(keyOf(place)))
    const judged = (place: Place) => {
      const item = itemOf.get(place.itemId)
      // What came from the server and was not touched needs no reading: a sheet may have thousands of cells.
      if (!desk.touched(place)) return isStored(stored.get(keyOf(place)))
      return item !== undefined && isJudged(way.itemKind, item, cell(place))
    }
    const counts = new Map(judgedOf)
    for (const place of desk.places()) {
      const change = Number(judged(place)) - Number(isStored(stored.get(keyOf(place))))
      if (counts.has(place.bidderId)) counts.set(place.bidderId, counts.get(place.bidderId)! + change)
    }
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0)
    const filled = (bidderId?: string) => (bidderId === undefined ? all : (counts.get(bidderId) ?? 0))
    const locked = !sheet.actions.some((a) => a.action === 'save' && a.reason === undefined)
    const needed = grid.bidders.length * grid.items.length
    return { sheet, desk, view, grid, cell, judged, filled, needed, storedAt, locked }
  }, [sheet, known, desk, view, way.itemKind])
  useFresh(model, refetch)
  return model
}

/** Rest before a sheet is asked for again while it is being filled, ms: it may hold thousands of cells. */
const REST_MS = 15_000

/** After saving, the server is asked what may be done now: at once when everything is judged, else after a rest. */
function useFresh({ view, filled, needed }: SheetModel, refetch: () => void): void {
  const saved = view.unsaved === 0 ? view.savedAt : null
  const complete = filled() >= needed
  const again = useRef(refetch)
  again.current = refetch
  useEffect(() => {
    if (!saved) return
    if (complete) return again.current()
    const timer = setTimeout(() => again.current(), REST_MS)
    return () => clearTimeout(timer)
  }, [saved, complete])
}

/** Everything that follows from the sheet alone, worked out once per answer and not with every key. */
function readSheet({ items, bidders }: Sheet) {
  const stored = new Map(
    bidders.flatMap((b) => b.scores.map((s) => [keyOf({ bidderId: b.bidderId, itemId: s.itemId }), s] as const)),
  )
  return {
    stored,
    grid: { bidders: bidders.map((b) => b.bidderId), items: items.map((i) => i.itemId) },
    itemOf: new Map(items.map((i) => [i.itemId, i])),
    storedAt: bidders
      .flatMap((b) => b.scores.map((s) => s.savedAt))
      .toSorted()
      .at(-1),
    judgedOf: new Map(bidders.map((b) => [b.bidderId, b.scores.filter(isStored).length])),
  }
}

function isStored(score: { score: string | null; passed: boolean | null } | undefined): boolean {
  return score !== undefined && (score.score !== null || score.passed !== null)
}

function keyOf({ bidderId, itemId }: Place): string {
  return `${bidderId}/${itemId}`
}

/** Going to another screen loses nothing; closing the window would. */
function useWarnBeforeClosing(): void {
  useEffect(() => {
    const stop = (event: BeforeUnloadEvent) => {
      if (anythingUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', stop)
    return () => window.removeEventListener('beforeunload', stop)
  }, [])
}
