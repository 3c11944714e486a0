import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { findingsSummary, MarkedList, markedFindings } from '#web/kit/marked-list.tsx'
import { methodOf } from '../../methods/all.ts'
import { isRuled, regimeUnder } from '../../rules/legal-calendar-schedule.ts'
import { REGIMES } from '../../rules/regimes.ts'
import type { OrderDetail } from './tones.ts'
import type { Finding } from '../../contract/shared.ts'

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

interface LawSummaryProps {
  order: Pick<OrderDetail, 'method' | 'project'>
  findings: readonly Finding[]
}

/** Whose rules are checked, and with what result. */
export function LawSummary({ order: { method, project }, findings }: LawSummaryProps) {
  const { calendar } = methodOf(method)
  const label = isRuled(calendar) ? REGIMES[regimeUnder(project, calendar)].label : ''
  return (
    <p className="kb-size-13 kb-below-8 kb-soft" role="status">
      {label}，{findingsSummary(findings)}
    </p>
  )
}

/** The legal calendar: each rule with its state and citation, broken ones first. */
export function LegalFindings({
  findings,
  empty = '填写时间后在此逐条检查',
  onSuggestion,
  onShow,
}: LegalFindingsProps) {
  if (findings.length === 0) return <p className="kb-muted">{empty}</p>
  const rows = markedFindings(findings, ({ ok, title, suggestion }) =>
    ok
      ? { text: title }
      : {
          more: suggestion && (
            <p className="kb-above-4">
              {onSuggestion && (
                <Button size="small" onClick={() => onSuggestion(suggestion)}>
                  调整为 {formatTime(suggestion.at)}
                </Button>
              )}
              {onShow && (
                <Button size="small" type="link" onClick={() => onShow(suggestion.field)}>
                  定位
                </Button>
              )}
            </p>
          ),
        },
  )
  return <MarkedList rows={rows} />
}
