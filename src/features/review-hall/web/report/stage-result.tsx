import { useCall } from '#web/use-call.ts'
import { RankingTable } from '../results/ranking-table.tsx'
import type { Project } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import type { ReportStep } from './report-data.ts'
import { FirstStageResult } from './first-stage-result.tsx'
import { ReplayNote } from './replay-note.tsx'

/** What the report is about: the ranking, or who passed the first stage. */
export function StageResult({ project, step }: { project: Project; step: ReportStep }) {
  const { reads } = useReviewAddress()
  const isFinal = step === 'review-report'
  const summary = useCall(
    reads.summaryResult,
    { params: { projectId: project.projectId } },
    { enabled: isFinal && project.conclusion !== null },
  )
  if (!isFinal) return <FirstStageResult project={project} />
  if (!summary.data) return null
  return (
    <section>
      <h2 className="rv-h2 kb-below-8">
        评审结果
        <small>
          {project.reviewMethodLabel}
          {project.conclusion?.text && `。${project.conclusion.text}`}
        </small>
      </h2>
      <RankingTable summary={summary.data} />
      <ReplayNote projectId={project.projectId} />
    </section>
  )
}
