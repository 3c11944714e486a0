import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useCall } from '#web/use-call.ts'
import { ownScores } from '../../contract/expert.ts'
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
  /** Nothing can be written: submitted, or the way is not open. */
  locked: boolean
}

export function useSheet(projectId: string, wayId: string, enabled: boolean) {
  return useCall(ownScores, { params: { projectId, wayId } }, { enabled, fresh: 0 })
}

/** Follows the desk; after saving, what may be done now is asked for again. */
export function useSheetModel(sheet: Sheet, projectId: string, refetch: () => void): SheetModel {
  const { way, items, bidders } = sheet
  const desk = deskOf({ projectId, wayId: way.wayId, kind: way.itemKind })
  const view = useSyncExternalStore(desk.subscribe, desk.view)
  const saved = view.unsaved === 0 ? view.savedAt : null
  const again = useRef(refetch)
  again.current = refetch
  useEffect(() => {
    if (saved) again.current()
  }, [saved])
  useWarnBeforeClosing()
  return useMemo(() => {
    const grid = { bidders: bidders.map((b) => b.bidderId), items: items.map((i) => i.itemId) }
    const stored = new Map(bidders.flatMap((b) => b.scores.map((s) => [`${b.bidderId}/${s.itemId}`, s] as const)))
    const itemOf = new Map(items.map((i) => [i.itemId, i]))
    const cell = (place: Place) => desk.cell(place, stored.get(`${place.bidderId}/${place.itemId}`))
    const judged = (place: Place) => {
      const item = itemOf.get(place.itemId)
      const known = stored.get(`${place.bidderId}/${place.itemId}`)
      // What came from the server and was not touched needs no reading: a sheet may have thousands of cells.
      if (!desk.touched(place)) return known !== undefined && (known.score !== null || known.passed !== null)
      return item !== undefined && isJudged(way.itemKind, item, cell(place))
    }
    const counts = new Map(
      grid.bidders.map((id) => [id, grid.items.filter((itemId) => judged({ bidderId: id, itemId })).length]),
    )
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0)
    const filled = (bidderId?: string) => (bidderId === undefined ? all : (counts.get(bidderId) ?? 0))
    const locked = !sheet.actions.some((a) => a.action === 'save' && a.reason === undefined)
    return { sheet, desk, view, grid, cell, judged, filled, needed: grid.bidders.length * grid.items.length, locked }
  }, [sheet, desk, view, way.itemKind, items, bidders])
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
