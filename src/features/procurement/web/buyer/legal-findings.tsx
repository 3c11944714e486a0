import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import type { Finding } from '../../contract/shared.ts'

const STATES = {
  ok: { mark: '✓', word: '符合' },
  warn: { mark: '!', word: '提醒' },
  block: { mark: '!', word: '不符合' },
} as const

interface LegalFindingsProps {
  findings: readonly Finding[]
  /** Said when no rule could be asked yet. */
  empty?: string
  /** Takes over a date that would satisfy a rule. */
  onSuggestion?: (suggestion: Suggestion) => void
  /** Leads to the field that a rule speaks of. */
  onShow?: (field: Suggestion['field']) => void
}

type Suggestion = NonNullable<Finding['suggestion']>

/** The legal calendar: each rule with its state and citation, broken ones first. */
export function LegalFindings({
  findings,
  empty = '填写时间后在此逐条检查',
  onSuggestion,
  onShow,
}: LegalFindingsProps) {
  if (findings.length === 0) return <p className="kb-muted">{empty}</p>
  const sorted = findings.toSorted((a, b) => weight(a) - weight(b))
  return (
    <ul className="buyer-law">
      {sorted.map((finding) => {
        const state = stateOf(finding)
        return (
          <li key={`${finding.ruleId}${finding.message}`} className={`buyer-law-${state}`}>
            <span className="buyer-law-mark" role="img" aria-label={STATES[state].word}>
              {STATES[state].mark}
            </span>
            <div>
              <span>{finding.ok ? finding.title : finding.message}</span>
              <cite>{finding.citation}</cite>
              {!finding.ok && finding.suggestion && (
                <p className="kb-above-4">
                  {onSuggestion && (
                    <Button size="small" onClick={() => onSuggestion(finding.suggestion!)}>
                      调整为 {formatTime(finding.suggestion.at)}
                    </Button>
                  )}
                  {onShow && (
                    <Button size="small" type="link" onClick={() => onShow(finding.suggestion!.field)}>
                      定位
                    </Button>
                  )}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** `7 项符合` or `5 项符合，1 项不符合，1 项提醒`. */
export function findingsSummary(findings: readonly Finding[]): string {
  const count = (state: keyof typeof STATES) => findings.filter((f) => stateOf(f) === state).length
  return (['ok', 'block', 'warn'] as const)
    .flatMap((state) => (count(state) > 0 ? [`${count(state)} 项${STATES[state].word}`] : []))
    .join('，')
}

function stateOf({ ok, severity }: Finding): keyof typeof STATES {
  return ok ? 'ok' : severity
}

function weight(finding: Finding): number {
  return { block: 0, warn: 1, ok: 2 }[stateOf(finding)]
}
