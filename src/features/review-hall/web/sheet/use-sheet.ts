import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Sheet } from '../review-data.ts'
import { type DeskView, anythingUnsaved, type Desk, deskOf, isFilled } from './desk.ts'
import { type Cell, type Grid, type Place, isJudged } from './sheet-rules.ts'

/** The own sheet of one way: what the server has, with what was typed here on top. */
export interface SheetModel {
  /** The newest that the server has said; marks are asked of `cell`. */
  sheet: Sheet
  desk: Desk
  view: DeskView
  grid: Grid
  cell: (place: Place) => Cell
  /** Null: only the server knows, and of this bid something is left. */
  judged: (place: Place) => boolean | null
  /** Cells judged of one bid, or of all. */
  filled: (bidderId?: string) => number
  needed: number
  /** Time of the last save the server knows of, ISO. */
  storedAt: string | undefined
  /** Nothing can be written: submitted, or the way is not open. */
  locked: boolean
}

export interface Fetched {
  /** Whichever bid's marks it brings. */
  sheet: Sheet
  /** When it was fetched, epoch ms. */
  at: number
  projectId: string
}

/** Follows the desk; after saving, what may be done now is asked for again. */
export function useSheetModel({ sheet: fetched, at, projectId }: Fetched, refetch: () => void): SheetModel {
  const { way } = fetched
  const desk = deskOf({ projectId, wayId: way.wayId, kind: way.itemKind })
  const view = useSyncExternalStore(desk.subscribe, desk.view)
  useWarnBeforeClosing()
  // Another object with every answer: it may bring marks without being the newest.
  const heard = useMemo(() => ({ sheet: desk.hear(fetched, at) }), [desk, fetched, at])
  const known = useMemo(() => readSheet(heard.sheet), [heard.sheet])
  const model = useMemo((): SheetModel => {
    const { sheet } = heard
    const { grid, itemOf, filledOf, storedAt } = known
    const cell = (place: Place) => desk.cell(place)
    const typed = (place: Place) => {
      const item = itemOf.get(place.itemId)
      // What came from the server and was not touched needs no reading: a sheet may have thousands of cells.
      if (!desk.touched(place)) return isFilled(desk.stored(place))
      return item !== undefined && isJudged(way.itemKind, item, cell(place))
    }
    const counts = new Map([...filledOf].map(([bidderId, n]) => [bidderId, desk.filled(bidderId, typed) ?? n] as const))
    const judged = (place: Place) => {
      if (desk.knows(place.bidderId)) return typed(place)
      return (counts.get(place.bidderId) ?? 0) >= grid.items.length ? true : null
    }
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0)
    const filled = (bidderId?: string) => (bidderId === undefined ? all : (counts.get(bidderId) ?? 0))
    const locked = !sheet.actions.some((a) => a.action === 'save' && a.reason === undefined)
    const needed = grid.bidders.length * grid.items.length
    return { sheet, desk, view, grid, cell, judged, filled, needed, storedAt, locked }
  }, [heard, known, desk, view, way.itemKind])
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
  return {
    grid: { bidders: bidders.map((b) => b.bidderId), items: items.map((i) => i.itemId) },
    itemOf: new Map(items.map((i) => [i.itemId, i])),
    storedAt: bidders
      .flatMap((b) => b.savedAt ?? [])
      .toSorted()
      .at(-1),
    filledOf: new Map(bidders.map((b) => [b.bidderId, b.filled])),
  }
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
