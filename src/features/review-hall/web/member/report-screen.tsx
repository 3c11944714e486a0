import { Button } from 'antd'
import { useState } from 'react'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction } from '#web/use-call.ts'
import { writeReport } from '../../contract/expert.ts'
import { type Catalog } from '../../contract/reports.ts'
import { CatalogList } from '../report/catalog-list.tsx'
import { type ReportStep, reportStage, useReport } from '../report/report-data.ts'
import { ReportFiles, ReportState, SignTable } from '../report/report-parts.tsx'
import { ReportPreview } from '../report/report-preview.tsx'
import { StageResult } from '../report/stage-result.tsx'
import { askHow } from '../report/write-dialog.tsx'
import { type MemberProject, type Report, useMemberProject, useReviewFrame } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../review.css'
import '../report.css'
import { SignBox } from './sign-box.tsx'

/** The report: the leader has it written, every member reads and signs it. */
export function Screen({ step = 'review-report' }: { step?: ReportStep }) {
  const { projectId } = useReviewAddress()
  const query = useMemberProject(projectId)
  useReviewFrame(query, step)
  return <WhenLoaded query={query}>{(project) => <ReportPage project={project} step={step} />}</WhenLoaded>
}

function ReportPage({ project, step }: { project: MemberProject; step: ReportStep }) {
  const params = { projectId: project.projectId }
  const stage = reportStage(project, step)
  const report = useReport(project, step)
  const [catalog, setCatalog] = useState<Catalog | null>(null)
  const write = useAction(writeReport)
  if (!stage.ready) return <EmptyState title={stage.title} hint={stage.hint} />
  const start = () =>
    askHow(stage.name, async (how) => (await write.run({ params, body: { ...stage.writes, ...how } })).ok)
  const result = <StageResult project={project} step={step} />
  const empty = (
    <div className="rv-page kb-column kb-gap-20">
      {result}
      <EmptyState
        title={`${stage.name}尚未生成`}
        hint={
          project.me.isLeader ? '报告由系统按评审记录编制，生成后请全体成员阅读并签署' : '由组长生成，生成后自动显示'
        }
        action={
          project.me.isLeader && (
            <Button type="primary" loading={write.busy} onClick={start}>
              生成{stage.name}
            </Button>
          )
        }
      />
    </div>
  )
  if (!stage.begun)
    return (
      <div className="rv-page kb-column kb-gap-20">
        {result}
        <EmptyState title={stage.title} hint={stage.hint} />
      </div>
    )
  return (
    <WhenLoaded query={report}>
      {(found) =>
        found ? (
          <div className="rv-report">
            <div className="rv-report-main kb-frame">
              <ReportPreview report={found} name={stage.name} catalog={catalog} />
            </div>
            <aside className="kb-column kb-gap-20">
              <ReportState report={found} />
              <Rewrite report={found} onWrite={start} />
              <SignBox project={project} report={found} />
              <SignTable report={found} />
              <CatalogList
                projectId={project.projectId}
                report={found}
                shown={catalog?.catalogId ?? null}
                onShow={setCatalog}
              />
              {found.sha256 && <ReportFiles report={found} name={stage.name} />}
            </aside>
            <div className="kb-span">{result}</div>
          </div>
        ) : (
          empty
        )
      }
    </WhenLoaded>
  )
}

function Rewrite({ report, onWrite }: { report: Report; onWrite: () => void }) {
  const actions = report.actions.filter((a) => a.action === 'rewrite')
  return actions.length > 0 ? <ActionBar actions={actions} onAction={onWrite} size="small" /> : null
}
