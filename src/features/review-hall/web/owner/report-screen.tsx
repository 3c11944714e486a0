import { Button } from 'antd'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { againSign, backToInit, purchaserProject, signBack, signComplete } from '../../contract/purchaser.ts'
import { purchaserReads } from '../../contract/reads.ts'
import { ReviewerSignStatus } from '../../rules/enums.ts'
import { askReason } from '../ask-reason.tsx'
import { RankingTable } from '../results/ranking-table.tsx'
import { ReportFiles, ReportState, SignTable } from '../results/report-parts.tsx'
import { ReportPreview } from '../results/report-preview.tsx'
import { processOf, type Project, type Report, useOwnerProject, useReviewFrame } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../review.css'
import '../report.css'

/** Result and report from the purchaser's side: following the signatures, giving back, ending the review. */
export function Screen() {
  const { projectId } = useReviewAddress()
  const query = useOwnerProject(projectId)
  useReviewFrame(query.data, 'review-report')
  return <WhenLoaded query={query}>{(project) => <ReportPage project={project} />}</WhenLoaded>
}

function ReportPage({ project }: { project: Project }) {
  const params = { projectId: project.projectId }
  const process = processOf(project, 'review-report')
  const report = useCall(
    purchaserReads.lastReport,
    { params: { ...params, processId: process?.processId ?? '' } },
    { enabled: process !== undefined, fresh: 0, every: 20_000 },
  )
  const summary = useCall(purchaserReads.summaryResult, { params }, { enabled: project.conclusion !== null })
  if (!project.conclusion)
    return <EmptyState title="评审尚未汇总" hint="评标委员会汇总全部评审项后，可在此查看评审结果和评审报告" />
  return (
    <div className="rv-report">
      <div className="rv-report-wide">
        {summary.data && (
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
        )}
      </div>
      {report.data ? (
        <>
          <div className="rv-report-main">
            <ReportPreview report={report.data} />
          </div>
          <aside className="rv-report-side">
            <ReportState report={report.data} />
            <ReportActions projectId={project.projectId} report={report.data} />
            {report.data.sha256 && <ReportFiles report={report.data} />}
          </aside>
        </>
      ) : (
        <div className="rv-report-wide">
          <EmptyState title="评审报告尚未生成" hint="由评标委员会组长生成，全体成员签署后可结束评标" />
        </div>
      )}
    </div>
  )
}

function ReportActions({ projectId, report }: { projectId: string; report: Report }) {
  const params = { projectId, reportId: report.reportId }
  const refresh = [purchaserReads.lastReport, purchaserProject]
  const back = useAction(backToInit, { refresh, success: '已退回组长重新生成' })
  const voidAll = useAction(signBack, { refresh, success: '签署已退回' })
  const voidOne = useAction(againSign, { refresh, success: '已退回该成员的签署' })
  const complete = useAction(signComplete, { refresh, success: '评标已结束' })
  const act = (action: string) => {
    switch (action) {
      case 'backToInit':
        return askReason({
          title: '退回重写',
          label: '退回原因',
          run: async (reason) => (await back.run({ params, body: { reason } })).ok,
        })
      case 'signBack':
        return askReason({
          title: '退回签署',
          label: '退回原因',
          run: async (reason) => (await voidAll.run({ params, body: { reason } })).ok,
        })
      case 'signComplete':
        return complete.run({ params })
      default:
        return undefined
    }
  }
  const again = report.actions.find((a) => a.action === 'againSign' && a.reason === undefined)
  return (
    <>
      <ActionBar
        actions={report.actions.filter((a) => a.action !== 'againSign')}
        onAction={(a) => void act(a)}
        size="small"
      />
      <SignTable
        report={report}
        renderEnd={(sign) =>
          again &&
          sign.signState === ReviewerSignStatus.values.signed && (
            <Button
              type="link"
              size="small"
              onClick={() =>
                askReason({
                  title: `退回${sign.name}的签署`,
                  label: '退回原因',
                  hint: '该成员的签署作废，须重新阅读并签署。',
                  run: async (reason) =>
                    (await voidOne.run({ params, query: { reviewerId: sign.reviewerId }, body: { reason } })).ok,
                })
              }
            >
              重新签署
            </Button>
          )
        }
      />
    </>
  )
}
