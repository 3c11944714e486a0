import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Project } from '../review-data.ts'

type Finding = Project['findings'][number]

/** What the law says of the committee as it is: rule by rule, with its citation. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const sorted = findings.toSorted((a, b) => weight(a) - weight(b))
  return (
    <ul className="rv-findings" aria-label="合规检查">
      {sorted.map((finding) => (
        <li key={finding.ruleId}>
          <StatusTag
            label={wordOf(finding)}
            tone={finding.ok ? 'success' : finding.severity === 'block' ? 'danger' : 'warning'}
          />
          <span>
            {finding.message}
            <small>{finding.citation}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

function wordOf({ ok, severity }: Finding): string {
  return ok ? '符合' : severity === 'block' ? '不符合' : '提示'
}

function weight({ ok, severity }: Finding): number {
  return ok ? 2 : severity === 'block' ? 0 : 1
}
