import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { formatTime } from '#contract/time.ts'
import { Skeleton } from '#web/kit/states.tsx'
import { ItemKind } from '#features/evaluation/rules/enums.ts'
import type { PageMark } from '../files/page-marks.ts'
import { type RowActs, ScoreRow } from './score-row.tsx'
import { type Goal, nextUnscored, stepFrom, stepOfKey, totalOfCells } from './sheet-rules.ts'
import type { SheetModel } from './use-sheet.ts'

const NO_MARKS: readonly PageMark[] = []

interface ScoreSheetProps {
  model: SheetModel
  bidderId: string
  onBidder: (bidderId: string) => void
  /** Everything is judged, and Enter was pressed. */
  onComplete: () => void
  onTurn: (pages: number) => void
  marks: readonly PageMark[]
  /** Notes the page being read for an item; absent while no page is open. */
  onMark?: ((itemId: string) => void) | undefined
  onOpenMark: (mark: PageMark) => void
}

/**
 * The own sheet of one bid: an item per row. Enter goes to the next unscored item of any bid, arrows up and down go to
 * the neighbouring items, with Ctrl to the same item of the neighbouring bid; PageUp and PageDown turn the file's pages.
 */
export function ScoreSheet(props: ScoreSheetProps) {
  const { model, bidderId, onBidder, onComplete, onTurn, marks, onMark, onOpenMark } = props
  const { sheet, desk, grid, locked } = model
  const fields = useRef(new Map<string, HTMLElement>())
  const wanted = useRef<Goal | null>(null)
  // Its marks come when it is opened, if they have not been fetched before.
  const isHere = desk.knows(bidderId)

  const focus = (goal: Goal) => {
    if (goal.bidderId === bidderId && goal.itemId !== null) return enter(fields.current.get(goal.itemId))
    wanted.current = goal
    onBidder(goal.bidderId)
  }
  const start = grid.items.find((itemId) => model.judged({ bidderId, itemId }) === false)
  const first = useRef(start)
  first.current = start
  useEffect(() => {
    const goal = wanted.current
    if (goal?.bidderId === bidderId && !isHere) return
    wanted.current = null
    const itemId = goal?.itemId ?? first.current ?? grid.items[0]
    if (goal?.bidderId === bidderId && itemId !== undefined) enter(fields.current.get(itemId))
  }, [bidderId, isHere, grid.items])
  // At the beginning: where the work goes on. Later the focus belongs to the person.
  const [initial] = useState(locked ? undefined : start)
  useEffect(() => {
    if (initial && document.activeElement === document.body) fields.current.get(initial)?.focus({ preventScroll: true })
  }, [initial])

  const onKey = (itemId: string, event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return
    const place = { bidderId, itemId }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      const next = nextUnscored(grid, model.judged, place)
      return next ? focus(next) : model.judged(place) === true && onComplete()
    }
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault()
      return onTurn(event.key === 'PageDown' ? 1 : -1)
    }
    const step = stepOfKey(event)
    if (!step) return
    event.preventDefault()
    const next = stepFrom(grid, place, step)
    if (next) focus(next)
  }
  const latest = useRef({ onKey, onMark, onOpenMark })
  latest.current = { onKey, onMark, onOpenMark }
  const acts = useMemo((): RowActs => {
    const byId = new Map(sheet.items.map((item) => [item.itemId, item]))
    return {
      field(itemId, element) {
        if (element) fields.current.set(itemId, element)
        else fields.current.delete(itemId)
      },
      change(itemId, cell) {
        const item = byId.get(itemId)
        if (item) desk.write({ bidderId, item }, cell)
      },
      key: (itemId, event) => latest.current.onKey(itemId, event),
      mark: (itemId) => latest.current.onMark?.(itemId),
      openMark: (mark) => latest.current.onOpenMark(mark),
    }
  }, [sheet.items, desk, bidderId])
  const marksOf = useMemo(
    () =>
      Map.groupBy(
        marks.filter((m) => m.bidderId === bidderId),
        (m) => m.itemId,
      ),
    [marks, bidderId],
  )
  const cells = sheet.items.map((item) => model.cell({ bidderId, itemId: item.itemId }))
  const total = sheet.way.itemKind === ItemKind.values.scoring ? totalOfCells(sheet.items, cells) : null
  if (!isHere) return <Skeleton lines={12} />
  return (
    <div>
      <ol>
        {sheet.items.map((item, i) => {
          const place = { bidderId, itemId: item.itemId }
          return (
            <ScoreRow
              key={`${bidderId}.${item.itemId}`}
              no={i + 1}
              item={item}
              kind={sheet.way.itemKind}
              cell={cells[i]!}
              problem={desk.problem(place)}
              locked={locked}
              marks={marksOf.get(item.itemId) ?? NO_MARKS}
              markable={onMark !== undefined}
              acts={acts}
            />
          )
        })}
      </ol>
      {sheet.way.itemKind === ItemKind.values.scoring && (
        <p className="rv-sheet-total kb-row kb-base kb-end kb-hint">
          <span>本投标合计</span>
          <b className="kb-size-18 kb-plain">{total ?? '—'}</b>
          <span>/ {sheet.way.fullMark}</span>
        </p>
      )}
    </div>
  )
}

function enter(field: HTMLElement | undefined): void {
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** `已保存 14:03:21`, or what is still on the way. */
export function SaveState({ model }: { model: SheetModel }) {
  const { view, storedAt, locked } = model
  const last = [view.savedAt, storedAt]
    .filter((at) => at != null)
    .toSorted()
    .at(-1)
  const [words, tone] = ((): [string, string] => {
    switch (view.state) {
      case 'retrying':
        return [`${view.unsaved} 项未保存：${view.message}，正在重试`, 'danger']
      case 'refused':
        return [`${view.unsaved} 项未能保存：${view.message}`, 'danger']
      case 'waiting':
      case 'saving':
        return ['正在保存…', '']
      case 'idle':
        if (view.problems > 0 && !locked) return [`${view.problems} 项填写有误，未保存`, 'danger']
        return [last ? `已保存 ${formatTime(last, true).slice(11)}` : '输入后自动保存', '']
    }
  })()
  return (
    <span className={tone === 'danger' ? 'kb-size-13 kb-bad' : 'kb-hint'} role="status">
      {words}
    </span>
  )
}
