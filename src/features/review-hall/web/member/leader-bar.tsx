import { Checkbox } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { reReview, summariseWay } from '../../contract/expert.ts'
import { expertReads } from '../../contract/reads.ts'
import { ReviewerTaskStatus } from '#features/evaluation/rules/enums.ts'
import { TextBox } from '#web/kit/ask-text.tsx'
import type { MemberProject, Way } from '../review-data.ts'

/** What the leader may do with a way: sum it up, give it back. For ways with such actions only. */
export function LeaderBar({ project, way }: { project: MemberProject; way: Way }) {
  const params = { projectId: project.projectId, wayId: way.wayId }
  const summarise = useAction(summariseWay, {
    onDone: ({ rejected, concluded }) =>
      toast.success(concluded ? '评审已汇总完成' : rejected > 0 ? `已汇总，否决投标 ${rejected} 份` : '已汇总'),
  })
  const again = useAction(reReview, { success: '已退回重新评审' })
  const progress = useCall(expertReads.taskSummary, { params }, { enabled: !way.isAutomatic })

  const act = (action: string) => {
    switch (action) {
      case 'summarise':
        return summarise.run({ params })
      case 'reReview':
        return askReturn({
          title: `退回重新评审：${way.name}`,
          people: (progress.data ?? []).filter((p) => p.status === ReviewerTaskStatus.values.submitted),
          run: async (given) => (await again.run({ params, body: given })).ok,
        })
      default:
        return undefined
    }
  }
  return <ActionBar actions={way.actions} onAction={act} />
}

interface Return {
  reason: string
  reviewerIds: string[]
}

interface ReturnQuestion {
  title: string
  people: readonly { reviewerId: string; name: string }[]
  run: (given: Return) => Promise<boolean>
}

/** Asks why, and to whom, a way is given back. */
function askReturn({ title, people, run }: ReturnQuestion): void {
  openDialog<Return>({
    title,
    content: (state) => <ReturnFields people={people} onChange={state.set} />,
    run: async (given) => {
      if (given && given.reason.trim().length >= 2) return run(given)
      toast.warning('请填写退回原因')
      return false
    },
  })
}

function ReturnFields({
  people,
  onChange,
}: {
  people: readonly { reviewerId: string; name: string }[]
  onChange: (given: Return) => void
}) {
  const [given, setGiven] = useState<Return>({ reason: '', reviewerIds: [] })
  const change = (part: Partial<Return>) => {
    const merged = { ...given, ...part }
    setGiven(merged)
    onChange(merged)
  }
  return (
    <>
      <p className="rv-dialog-hint kb-hint">退回后可修改，已填写的评审意见保留。不选评委时退回全部评委。</p>
      <Checkbox.Group
        className="kb-flex kb-gap-16 kb-tight kb-wrap"
        aria-label="退回的评委"
        options={people.map((p) => ({ value: p.reviewerId, label: p.name }))}
        value={given.reviewerIds}
        onChange={(reviewerIds) => change({ reviewerIds: reviewerIds })}
      />
      <TextBox label="退回原因" onChange={(reason) => change({ reason })} />
    </>
  )
}
