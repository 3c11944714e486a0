import type { ReactNode } from 'react'
import './marked-list.css'

const STATES = {
  wrong: { mark: '!', word: '不符合' },
  warn: { mark: '!', word: '提醒' },
  note: { mark: '–', word: '说明' },
  ok: { mark: '✓', word: '符合' },
} as const

export type MarkState = keyof typeof STATES

export interface MarkedRow {
  state: MarkState
  text: ReactNode
  /** The rule it comes from. */
  cite?: string
  /** Below it: what can be done about it. */
  more?: ReactNode
}

/** What was checked, line by line, each with its mark. */
export function MarkedList({ rows, label }: { rows: readonly MarkedRow[]; label?: string }) {
  return (
    <ul className="kb-marks" aria-label={label}>
      {rows.map(({ state, text, cite, more }, i) => (
        <li key={i} className={`kb-marks-${state}`}>
          <span className="kb-marks-mark" role="img" aria-label={STATES[state].word}>
            {STATES[state].mark}
          </span>
          <div>
            <span>{text}</span>
            {cite && <cite>{cite}</cite>}
            {more}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A finding of the law as a row; those that stand against something come first. */
export function markedFindings<
  F extends { ok: boolean; severity: 'block' | 'warn'; message: string; citation: string },
>(findings: readonly F[], more?: (finding: F) => Partial<MarkedRow>): MarkedRow[] {
  const order = Object.keys(STATES)
  return findings
    .map((finding) => ({ state: stateOf(finding), text: finding.message, cite: finding.citation, ...more?.(finding) }))
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

/** `7 项符合` or `5 项符合，1 项不符合，1 项提醒`. */
export function findingsSummary(findings: readonly { ok: boolean; severity: 'block' | 'warn' }[]): string {
  const count = (state: MarkState) => findings.filter((finding) => stateOf(finding) === state).length
  return (['ok', 'wrong', 'warn'] as const)
    .flatMap((state) => (count(state) > 0 ? [`${count(state)} 项${STATES[state].word}`] : []))
    .join('，')
}

function stateOf({ ok, severity }: { ok: boolean; severity: 'block' | 'warn' }): MarkState {
  return ok ? 'ok' : severity === 'block' ? 'wrong' : 'warn'
}
