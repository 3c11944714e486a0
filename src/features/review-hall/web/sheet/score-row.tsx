import { memo, useId } from 'react'
import type { KeyboardEvent } from 'react'
import { ItemKind } from '#features/evaluation/rules/enums.ts'
import type { PageMark } from '../files/page-marks.ts'
import type { Sheet } from '../review-data.ts'
import type { Cell } from './sheet-rules.ts'

interface ScoreRowProps {
  no: number
  item: Sheet['items'][number]
  kind: number
  cell: Cell
  problem: string
  locked: boolean
  marks: readonly PageMark[]
  /** A page is open that can be noted. */
  markable: boolean
  /** The same for every row and every time, so that a key draws one row anew and not all. */
  acts: RowActs
}

export interface RowActs {
  /** The element that takes the focus of a row. */
  field: (itemId: string, element: HTMLElement | null) => void
  change: (itemId: string, cell: Cell) => void
  key: (itemId: string, event: KeyboardEvent<HTMLElement>) => void
  mark: (itemId: string) => void
  openMark: (mark: PageMark) => void
}

/** One item: what is judged and by which standard, the mark or verdict, the reason. Its height does not change. */
export const ScoreRow = memo(function ScoreRow(props: ScoreRowProps) {
  const { no, item, kind, cell, problem, locked, marks, markable, acts } = props
  const { itemId } = item
  const id = useId()
  const isPass = kind === ItemKind.values.pass
  const needsReason = isPass && cell.passed === false
  return (
    <li className={problem ? 'rv-row rv-row-problem' : 'rv-row'}>
      <div>
        <span className="kb-size-13 kb-block kb-strong" id={`${id}n`}>
          {no}. {item.name}
          {!isPass && item.isObjective && (
            <span className="kb-chip kb-before-8" title="客观分，各评委应当一致（财政部令第87号第六十四条）">
              客观
            </span>
          )}
        </span>
        {item.standard && (
          <span className="kb-size-12 kb-block kb-soft" id={`${id}s`} tabIndex={-1} title={item.standard}>
            {item.standard}
          </span>
        )}
      </div>
      {isPass ? (
        <Verdict {...props} labelledBy={`${id}n`} describedBy={`${id}h`} />
      ) : (
        <div className="rv-mark kb-row kb-gap-6 kb-hint">
          <input
            ref={(element) => acts.field(itemId, element)}
            inputMode="decimal"
            autoComplete="off"
            aria-labelledby={`${id}n`}
            aria-describedby={`${id}s ${id}h`}
            aria-invalid={problem !== ''}
            value={cell.text}
            readOnly={locked}
            maxLength={8}
            onChange={(event) => acts.change(itemId, { ...cell, text: event.target.value })}
            onKeyDown={(event) => acts.key(itemId, event)}
          />
          <span>/ {item.fullMark}</span>
        </div>
      )}
      {(!locked || cell.reason !== '') && (
        <div className="rv-row-reason kb-span">
          <textarea
            rows={1}
            id={`${id}r`}
            aria-label={`${item.name}的${needsReason ? '不通过原因' : '评审理由'}`}
            aria-invalid={needsReason && problem !== ''}
            placeholder={needsReason ? '不通过的原因（必填）' : '理由（选填）'}
            value={cell.reason}
            readOnly={locked}
            maxLength={1000}
            onChange={(event) => acts.change(itemId, { ...cell, reason: event.target.value })}
            onKeyDown={(event) => acts.key(itemId, event)}
          />
        </div>
      )}
      <div className="rv-row-foot kb-row kb-gap-6 kb-tight kb-wrap kb-span">
        <span id={`${id}h`} className={problem ? 'kb-grow kb-note kb-bad' : 'kb-grow kb-note'} aria-live="polite">
          {problem || (locked ? '' : isPass ? '按 1 通过，按 0 不通过' : `0–${item.fullMark} 分，最多两位小数`)}
        </span>
        {marks.map((mark) => (
          <button
            key={`${mark.position}.${mark.page}`}
            type="button"
            className="kb-chip kb-tag-warning"
            title="翻到标记的页"
            onClick={() => acts.openMark(mark)}
          >
            {mark.file} 第{mark.page}页
          </button>
        ))}
        {markable && (
          <button
            type="button"
            className="kb-chip rv-chip-add"
            tabIndex={-1}
            title="在正在阅读的页上标记本评审项；再次点击取消"
            aria-label={`标记本页：${item.name}`}
            onClick={() => acts.mark(itemId)}
          >
            标记本页
          </button>
        )}
      </div>
    </li>
  )
})

type VerdictProps = ScoreRowProps & { labelledBy: string; describedBy: string }

/** Pass or not: two radios in one stop of the tab key; 1 and 0 choose without looking. */
function Verdict({ item: { itemId }, cell, locked, acts, labelledBy, describedBy }: VerdictProps) {
  const choose = (passed: boolean, group: HTMLElement) => {
    if (locked) return
    acts.change(itemId, { ...cell, passed })
    if (!passed && cell.reason.trim().length < 2)
      group.closest('.rv-row')?.querySelector<HTMLElement>('textarea')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === '1' || event.key === 'ArrowLeft') choose(true, event.currentTarget)
    else if (event.key === '0' || event.key === 'ArrowRight') choose(false, event.currentTarget)
    else return acts.key(itemId, event)
    event.preventDefault()
  }
  const stop = cell.passed ?? true
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its radios take the focus, one at a time
    <div
      className="rv-verdict"
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onKeyDown={onKeyDown}
    >
      {([true, false] as const).map((passed) => (
        <button
          key={String(passed)}
          ref={stop === passed ? (element) => acts.field(itemId, element) : undefined}
          type="button"
          role="radio"
          aria-checked={cell.passed === passed}
          aria-disabled={locked}
          tabIndex={stop === passed ? 0 : -1}
          className={passed ? 'rv-pass' : 'rv-fail'}
          onClick={(event) => choose(passed, event.currentTarget)}
        >
          {passed ? '通过' : '不通过'}
        </button>
      ))}
    </div>
  )
}
