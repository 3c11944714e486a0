import { Button } from 'antd'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { expertProject, writeReport } from '../../contract/expert.ts'
import { expertReads } from '../../contract/reads.ts'
import { RankingTable } from '../results/ranking-table.tsx'
import { ReportFiles, ReportState, SignTable } from '../results/report-parts.tsx'
import { ReportPreview } from '../results/report-preview.tsx'
import { type MemberProject, processOf, type Report, useMemberProject, useReviewFrame } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../review.css'
import '../report.css'
import { SignBox } from './sign-box.tsx'

/** The report: the leader has it written, every member reads and signs it. */
export function Screen() {
  const { projectId } = useReviewAddress()
  const query = useMemberProject(projectId)
  useReviewFrame(query.data, 'review-report')
  return <WhenLoaded query={query}>{(project) => <ReportPage project={project} />}</WhenLoaded>
}

function ReportPage({ project }: { project: MemberProject }) {
  const params = { projectId: project.projectId }
  const process = processOf(project, 'review-report')
  const report = useCall(
    expertReads.lastReport,
    { params: { ...params, processId: process?.processId ?? '' } },
    { enabled: process !== undefined, fresh: 0, every: 20_000 },
  )
  const summary = useCall(expertReads.summaryResult, { params }, { enabled: project.conclusion !== null })
  const write = useAction(writeReport, { refresh: [expertReads.lastReport, expertProject] })
  if (!project.conclusion)
    return <EmptyState title="评审尚未汇总" hint="全部评审项汇总后，由组长生成评审报告，各成员阅读并签署" />
  const result = summary.data && (
    <section className="rv-block">
      <h2 className="rv-h2">
        评审结果
        <small>
          {project.reviewMethodLabel}
          {project.conclusion.text && `。${project.conclusion.text}`}
        </small>
      </h2>
      <RankingTable summary={summary.data} />
    </section>
  )
  return (
    <WhenLoaded query={report}>
      {(found) =>
        found ? (
          <div className="rv-report">
            <div className="rv-report-main">
              <ReportPreview report={found} />
            </div>
            <aside className="rv-report-side">
              <ReportState report={found} />
              <ReportActions report={found} onWrite={() => void write.run({ params })} />
              <SignBox project={project} report={found} />
              <SignTable report={found} />
              {found.sha256 && <ReportFiles report={found} />}
            </aside>
            <div className="rv-report-wide">{result}</div>
          </div>
        ) : (
          <div className="rv-page">
            {result}
            <EmptyState
              title="评审报告尚未生成"
              hint={
                project.me.isLeader
                  ? '报告由系统按评审记录编制，生成后请全体成员阅读并签署'
                  : '由组长生成，生成后自动显示'
              }
              action={
                project.me.isLeader && (
                  <Button type="primary" loading={write.busy} onClick={() => void write.run({ params })}>
                    生成评审报告
                  </Button>
                )
              }
            />
          </div>
        )
      }
    </WhenLoaded>
  )
}

function ReportActions({ report, onWrite }: { report: Report; onWrite: () => void }) {
  const actions = report.actions.filter((a) => a.action === 'rewrite')
  return actions.length > 0 ? <ActionBar actions={actions} onAction={onWrite} size="small" /> : null
}
