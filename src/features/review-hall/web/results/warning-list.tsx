import type { Warning } from '../../contract/shared.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'

const KIND: Readonly<Record<Warning['kind'], string>> = {
  outlier: '畸高或畸低',
  'no-reason': '缺少理由',
  'all-same': '未拉开差距',
  'objective-differs': '客观分不一致',
  split: '意见不一致',
}

/** What people should look at before marks are submitted or summed up. */
export function WarningList({ warnings, label }: { warnings: readonly Warning[]; label: string }) {
  if (warnings.length === 0) return null
  const sorted = warnings.toSorted((a, b) => Number(b.isBlocking) - Number(a.isBlocking))
  return (
    <details className="rv-warnings kb-tint-warning kb-plain kb-size-13 kb-below-12" open={sorted[0]!.isBlocking}>
      <summary className="kb-flex kb-gap-12 kb-tight kb-wrap kb-strong">
        {label}（{warnings.length}）
        {sorted[0]!.isBlocking && (
          <span className="kb-bad kb-regular">客观分须一致后才能汇总（财政部令第87号第六十四条）</span>
        )}
      </summary>
      <ul>
        {sorted.map((w) => (
          <li className="kb-row kb-base kb-pad-y-4" key={`${w.kind}.${w.reviewerId}.${w.bidderId}.${w.itemId}`}>
            <StatusTag label={KIND[w.kind]} tone={w.isBlocking ? 'danger' : 'warning'} />
            <span>{w.message}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
