import { Button } from 'antd'
import { useState } from 'react'
import { askText } from '#web/kit/ask-text.tsx'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction } from '#web/use-call.ts'
import { againSign, backToInit, deemAgreed, signBack, signComplete } from '../../contract/purchaser.ts'
import { type Catalog, createProcess, uploadComplete } from '../../contract/reports.ts'
import { ReviewerSignStatus } from '#features/evaluation/rules/enums.ts'
import { CatalogList } from '../report/catalog-list.tsx'
import { type ReportStep, reportStage, useReport } from '../report/report-data.ts'
import { ReportFiles, ReportState, SignTable } from '../report/report-parts.tsx'
import { ReportPreview } from '../report/report-preview.tsx'
import { StageResult } from '../report/stage-result.tsx'
import { type Project, type Report, useOwnerProject, useReviewFrame } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../review.css'
import '../report.css'

/** Result and report from the purchaser's side: following the signatures, giving back, ending the review. */
export function Screen({ step = 'review-report' }: { step?: ReportStep }) {
  const { projectId } = useReviewAddress()
  const query = useOwnerProject(projectId)
  useReviewFrame(query, step)
  return <WhenLoaded query={query}>{(project) => <ReportPage project={project} step={step} />}</WhenLoaded>
}

function ReportPage({ project, step }: { project: Project; step: ReportStep }) {
  const { projectId } = project
  const stage = reportStage(project, step)
  const report = useReport(project, step).data
  const [catalog, setCatalog] = useState<Catalog | null>(null)
  if (!stage.ready) return <EmptyState title={stage.title} hint={stage.hint} />
  return (
    <div className="rv-report">
      <div className="kb-span">
        <StageResult project={project} step={step} />
      </div>
      {report ? (
        <>
          <div className="rv-report-main kb-frame">
            <ReportPreview report={report} name={stage.name} catalog={catalog} />
          </div>
          <aside className="kb-column kb-gap-20">
            <ReportState report={report} />
            <ReportActions projectId={projectId} report={report} name={stage.name} />
            <CatalogList projectId={projectId} report={report} shown={catalog?.catalogId ?? null} onShow={setCatalog} />
            {report.sha256 && <ReportFiles report={report} name={stage.name} />}
          </aside>
        </>
      ) : (
        <div className="kb-span">
          <EmptyState
            title={stage.begun ? `${stage.name}尚未生成` : stage.title}
            hint={stage.begun ? '由评标委员会组长生成，全体成员签署后进入下一步' : stage.hint}
            action={step !== 'review-report' && <CreateProcess project={project} />}
          />
        </div>
      )}
    </div>
  )
}

/** Between the stages the purchaser asks for the first-stage report. */
function CreateProcess({ project }: { project: Project }) {
  const create = useAction(createProcess, { success: '已建立，由组长生成报告' })
  const actions = project.actions.filter((a) => a.action === 'createFirstStageReport')
  if (actions.length === 0) return null
  const params = { projectId: project.projectId }
  return <ActionBar actions={actions} onAction={() => void create.run({ params, body: { processType: 4 } })} />
}

/** What is done with the report as a whole; parts and signatures have their buttons in their rows. */
const OF_REPORT: readonly string[] = ['backToInit', 'signBack', 'uploadComplete', 'signComplete']

function ReportActions({ projectId, report, name }: { projectId: string; report: Report; name: string }) {
  const params = { projectId, reportId: report.reportId }
  const back = useAction(backToInit, { success: '已退回组长重新生成' })
  const voidAll = useAction(signBack, { success: '签署已退回' })
  const voidOne = useAction(againSign, { success: '已退回该成员的签署' })
  const deem = useAction(deemAgreed, { success: '已记录' })
  const complete = useAction(signComplete, {
    success: report.processType === 3 ? '评标已结束' : `${name}已签署完成`,
  })
  const uploaded = useAction(uploadComplete, { success: '正在按上传的文件重新生成' })
  const act = (action: string) => {
    switch (action) {
      case 'backToInit':
        return askText({
          title: '退回重写',
          label: '退回原因',
          run: (reason) => back.run({ params, body: { reason } }),
        })
      case 'signBack':
        return askText({
          title: '退回签署',
          label: '退回原因',
          run: (reason) => voidAll.run({ params, body: { reason } }),
        })
      case 'uploadComplete':
        return uploaded.run({ params })
      case 'signComplete':
        return complete.run({ params })
      default:
        return undefined
    }
  }
  const may = (action: string) => report.actions.some((a) => a.action === action && a.reason === undefined)
  return (
    <>
      <ActionBar
        actions={report.actions.filter((a) => OF_REPORT.includes(a.action))}
        onAction={(a) => void act(a)}
        size="small"
      />
      <SignTable
        report={report}
        renderEnd={({ reviewerId, name: member, signState }) => {
          const isSigned = signState === ReviewerSignStatus.values.signed
          if (isSigned && may('againSign'))
            return (
              <Button
                type="link"
                size="small"
                onClick={() =>
                  askText({
                    title: `退回${member}的签署`,
                    label: '退回原因',
                    hint: '该成员的签署作废，须重新阅读并签署。',
                    run: (reason) => voidOne.run({ params, query: { reviewerId }, body: { reason } }),
                  })
                }
              >
                重新签署
              </Button>
            )
          if (isSigned || !may('deemAgreed')) return null
          return (
            <Button
              type="link"
              size="small"
              onClick={() =>
                askText({
                  title: `${member}拒绝签署`,
                  label: '拒绝签署的情形',
                  hint: '拒绝在评标报告上签字又不书面说明其不同意见和理由的，视为同意评标结果（《招标投标法实施条例》第五十三条），情形记入签署页。报告完成前该成员仍可补签。',
                  run: (reason) => deem.run({ params, query: { reviewerId }, body: { reason } }),
                })
              }
            >
              视为同意
            </Button>
          )
        }}
      />
    </>
  )
}
