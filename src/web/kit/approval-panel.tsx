import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { useReadOnly } from '../read-only.ts'
import { tr } from './labels.ts'
import { TimeText } from './values.tsx'

interface ApprovalPanelProps {
  /** What is approved, e.g. 中标候选人公示. */
  step: string
  pending: { initiatorName: string; startedAt: string; waitsFor: readonly string[] } | null
  refused: { revoked: boolean; endedAt: string; reasons: readonly { name: string; remark: string }[] } | null
  /** Page of the approval. */
  to: string
  /** Brings back what was submitted. */
  onRestore?: () => void
}

/** On the page of a step: that it waits for approval, with whom and since when; or why it came back. */
export function ApprovalPanel({ step, pending, refused, to, onRestore }: ApprovalPanelProps) {
  // Read inside the approval itself, the page around says all of it.
  if (useReadOnly()) return null
  const more = <Link to={to}>{tr('查看审批')} ›</Link>
  if (pending) {
    return (
      <Alert
        className="kb-approval kb-above-12 kb-below-16"
        type="info"
        showIcon
        title={`${tr(step)}${tr('审批中')}`}
        description={
          <>
            {pending.initiatorName} <TimeText at={pending.startedAt} /> {tr('提交')}
            {pending.waitsFor.length > 0 && `，${tr('等待')} ${pending.waitsFor.join('、')} ${tr('审批')}`}。
            {tr('全部同意后自动生效，期间不能办理其他变更。')}
          </>
        }
        action={more}
      />
    )
  }
  if (!refused) return null
  const verb = tr(refused.revoked ? '已撤回' : '被驳回')
  return (
    <Alert
      className="kb-approval kb-above-12 kb-below-16"
      type={refused.revoked ? 'info' : 'error'}
      showIcon
      title={`${tr(step)}${verb}（${formatTime(refused.endedAt)}）`}
      description={
        <>
          <ul>
            {refused.reasons.map((reason) => (
              <li key={`${reason.name}${reason.remark}`}>
                {reason.name}
                {reason.remark && `：${reason.remark}`}
              </li>
            ))}
          </ul>
          {onRestore && (
            <Button size="small" onClick={onRestore}>
              {tr('重新编辑')}
            </Button>
          )}
        </>
      }
      action={more}
    />
  )
}
