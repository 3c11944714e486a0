import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import type { ContentOf } from '../contract/content.ts'
import { templateVersion } from '../contract/templates.ts'
import { diffContents } from '../rules/diff.ts'
import type { TemplateKind } from '../rules/kinds.ts'
import { DRAFT } from './version-draft.ts'

interface DifferenceProps {
  kind: TemplateKind
  draft: ContentOf
  pair: [string, string]
}

/** Lines added and removed between two contents. */
export function Difference({ kind, draft, pair }: DifferenceProps) {
  const [older, newer] = [useContent(pair[0], draft), useContent(pair[1], draft)]
  if (!older || !newer) return <Skeleton lines={6} />
  const lines = diffContents(kind, older, newer)
  const changed = lines.filter(({ change }) => change !== 'same').length
  if (changed === 0) return <p className="kb-muted">两个版本的内容相同。</p>
  return (
    <div className="tpl-diff kb-size-13 kb-frame" tabIndex={0} role="region" aria-label="差异">
      <p className="tpl-diff-line kb-muted" role="status">
        共 {changed} 处不同
      </p>
      <ul>
        {lines.map(({ change, text }, i) => (
          <li key={i} className={`tpl-diff-line kb-break ${TONES[change]}`}>
            <span className="tpl-sign kb-inline-block">{SIGNS[change]}</span>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

const SIGNS = { same: '', added: '增', removed: '删' } as const
const TONES = { same: '', added: 'kb-tag-success', removed: 'kb-tag-danger' } as const

function useContent(versionId: string, draft: ContentOf): ContentOf | undefined {
  const isDraft = versionId === DRAFT
  const query = useCall(templateVersion, { params: { versionId } }, { fresh: Infinity, enabled: !isDraft })
  return isDraft ? draft : query.data?.content
}
