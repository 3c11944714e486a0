import { Alert } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import type { demandDetail } from '../contract/demand.ts'

/** What the rules say of a demand; they warn and do not block. */
export function FindingsList({ findings }: Pick<OutputOf<typeof demandDetail>, 'findings'>) {
  if (findings.length === 0) return null
  return (
    <div className="kb-stack kb-gap-8 kb-below-16">
      {findings.map(({ ruleId, title, message, source, severity }) => (
        <Alert
          key={ruleId}
          type={severity === 'block' ? 'error' : 'warning'}
          showIcon
          title={title}
          description={`${message}（依据：${source}）`}
        />
      ))}
    </div>
  )
}
