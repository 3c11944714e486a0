import { Button, Select } from 'antd'
import { type ReactNode, useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { tr } from '../labels.ts'
import { cellAt, type MatrixData } from './cells.ts'
import { Details } from './details.tsx'
import { idOf, MatrixRow } from './matrix-row.tsx'
import { FOOT_HEIGHT, HEAD_HEIGHT, type Place, ROW_HEIGHT } from './shape.ts'
import { useSelection } from './use-selection.ts'
import { useSight } from './use-sight.ts'
import './matrix.css'

interface MatrixProps {
  /** What is compared, for screen readers. */
  label: string
  data: MatrixData
  onPick?: (row: number, party: number) => void
  /** What opens beside the lead cells of a line, by click or Enter; drawn only then. `close` gives the keys back to the grid. */
  details?: (row: number, close: () => void) => ReactNode
  /** Stands where there is no line. */
  empty: ReactNode
}

/** Below this many px one party is shown at a time. */
const NARROW = 560
const NARROW_LEAD = 0.45

/**
 * Lines by parties, of any size: head, lead and foot stay in view, of the rest only what is in sight is drawn. Keys, screen
 * readers and copying reach every cell; where there is little room, one party is shown at a time.
 */
export function Matrix({ label, data, onPick, details, empty }: MatrixProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(1000)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth || 1000)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  const [shown, setShown] = useState(0)
  const one = Math.min(shown, data.parties.length - 1)
  const isNarrow = room < NARROW && data.parties.length > 0
  const seen = useMemo(() => (isNarrow ? alone(data, one, room) : data), [data, isNarrow, one, room])
  const pick = useCallback(
    (row: number, party: number) => onPick?.(row, isNarrow ? one : party),
    [onPick, isNarrow, one],
  )
  return (
    <div ref={frame} className="kb-stack">
      {isNarrow && <PartySwitch parties={data.parties} value={one} onChange={setShown} />}
      {data.rows.length === 0 || data.parties.length === 0 ? (
        empty
      ) : (
        <Grid label={label} data={seen} onPick={onPick && pick} details={details} />
      )}
    </div>
  )
}

type GridProps = Pick<MatrixProps, 'label' | 'data'> &
  Record<'onPick', MatrixProps['onPick']> &
  Record<'details', MatrixProps['details']>

function Grid({ label, data, onPick, details }: GridProps) {
  const id = useId()
  const [rows, columns, foot] = [data.rows.length, data.parties.length, data.foot.length]
  const leads = useMemo(() => data.lead.map(({ width }) => width), [data.lead])
  const { box, shape, sight, height, onScroll, show } = useSight({ leads, columns, rows, foot })
  const size = {
    rows: 1 + rows + foot,
    columns: leads.length + columns,
    page: Math.max(1, Math.floor((height - HEAD_HEIGHT - foot * FOOT_HEIGHT) / ROW_HEIGHT) - 1),
  }
  const [opened, setOpened] = useState<Place | null>(null)
  const { active, selectedIn, handlers } = useSelection({ data, size, show, onPick, onOpen: details && setOpened })
  const close = useCallback(() => {
    setOpened(null)
    box.current?.focus({ preventScroll: true })
  }, [box])
  const edges = useMemo(() => leads.reduce((all, width) => [...all, all.at(-1)! + width], [0]), [leads])
  const { first, last } = sight.columns
  const span = useMemo(() => ({ first, last }), [first, last])
  const row = (at: number, kind: 'head' | 'line' | 'foot', place: { top: number; height: number }) => {
    const selected = selectedIn(at)
    return (
      <MatrixRow
        key={kind === 'line' ? data.rows[at - 1] : at}
        id={id}
        data={data}
        row={at}
        kind={kind}
        {...place}
        leads={edges}
        hasDetails={details !== undefined}
        width={shape.width}
        columns={span}
        selected={selected}
        active={at === active.row ? active.column : -1}
      />
    )
  }
  const width = edges.at(-1)! + columns * shape.width
  return (
    <>
      {details && opened && opened.row <= rows && (
        <Details
          // Another line is another one.
          key={idOf(id, opened)}
          anchor={idOf(id, opened)}
          title={nameOf(data, opened.row)}
          onClose={close}
        >
          {details(opened.row - 1, close)}
        </Details>
      )}
      <div
        ref={box}
        className="kb-matrix kb-scroll"
        role="grid"
        aria-label={tr(label)}
        aria-rowcount={size.rows}
        aria-colcount={size.columns}
        aria-multiselectable
        aria-activedescendant={idOf(id, active)}
        tabIndex={0}
        onScroll={() => {
          onScroll()
          if (opened) setOpened(null)
        }}
        {...handlers}
      >
        <div className="kb-matrix-head" role="rowgroup" style={{ width, height: HEAD_HEIGHT }}>
          {row(0, 'head', { top: 0, height: HEAD_HEIGHT })}
        </div>
        <div className="kb-relative" role="rowgroup" style={{ width, height: rows * ROW_HEIGHT }}>
          {Array.from({ length: sight.rows.last - sight.rows.first }, (_, i) => sight.rows.first + i).map((line) =>
            row(line + 1, 'line', { top: line * ROW_HEIGHT, height: ROW_HEIGHT }),
          )}
        </div>
        {foot > 0 && (
          <div className="kb-matrix-foot" role="rowgroup" style={{ width, height: foot * FOOT_HEIGHT }}>
            {data.foot.map((_, i) => row(1 + rows + i, 'foot', { top: i * FOOT_HEIGHT, height: FOOT_HEIGHT }))}
          </div>
        )}
      </div>
    </>
  )
}

/** All that the first cell of a line says. */
function nameOf(data: MatrixData, row: number): string {
  const { title, text } = cellAt(data, { row, column: 0 })
  return title ?? text
}

function PartySwitch({
  parties,
  value,
  onChange,
}: {
  parties: MatrixData['parties']
  value: number
  onChange: (party: number) => void
}) {
  return (
    <div className="kb-row">
      <Button aria-label="上一家" disabled={value === 0} onClick={() => onChange(value - 1)}>
        ‹
      </Button>
      <Select
        className="kb-grow"
        aria-label="供应商"
        value={value}
        onChange={onChange}
        options={parties.map(({ text }, i) => ({ value: i, label: `${text}（${i + 1}/${parties.length}）` }))}
      />
      <Button aria-label="下一家" disabled={value === parties.length - 1} onClick={() => onChange(value + 1)}>
        ›
      </Button>
    </div>
  )
}

/** One party alone beside the first lead column. */
function alone({ lead, parties, rows, cell, foot }: MatrixData, party: number, room: number): MatrixData {
  return {
    lead: [{ ...lead[0]!, width: Math.floor(room * NARROW_LEAD) }],
    parties: [parties[party]!],
    rows,
    cell: (row) => cell(row, party),
    foot: foot.map((total) => ({ ...total, cells: [total.cells[party]!] })),
  }
}
