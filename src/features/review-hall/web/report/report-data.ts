import { useCall } from '#web/use-call.ts'
import { expertReportReads, purchaserReportReads } from '../../contract/reports.ts'
import { ReviewModel } from '../../rules/enums.ts'
import { processOf, type Project } from '../review-data.ts'
import { type Side, type StepKey, useReviewAddress } from '../review-address.ts'

/** The final report, or the one between the two stages. */
export type ReportStep = Extract<StepKey, 'review-report' | 'review-report/first-stage'>

export function reportReadsOf(side: Side): typeof expertReportReads {
  return side === 'member' ? expertReportReads : purchaserReportReads
}

/** The report of a step, followed while it is being made. */
export function useReport(project: Project, step: ReportStep) {
  const { reads } = useReviewAddress()
  const process = processOf(project, step)
  return useCall(
    reads.lastReport,
    { params: { projectId: project.projectId, processId: process?.processId ?? '' } },
    { enabled: process !== undefined, fresh: 0, every: 20_000 },
  )
}

/** Words of the empty page, and whether there is something to write about yet. */
export function reportStage(project: Project, step: ReportStep) {
  return step === 'review-report'
    ? {
        name: '评标报告',
        ready: project.conclusion !== null,
        title: '评审尚未汇总',
        hint: '全部评审项汇总后，由组长生成评审报告，各成员阅读并签署',
        writes: { processType: 3 as const },
      }
    : {
        name: '第一阶段评审报告',
        ready: project.firstStage !== null,
        ...(project.reviewModel === ReviewModel.values.doubleEnvelope
          ? {
              title: '第一阶段评审尚未结束',
              hint: '第一阶段各评审项汇总、结果确定后，由组长生成第一阶段评审报告；报价开标可在报告编制的同时进行',
            }
          : { title: '本项目不分阶段评审', hint: '单信封项目只有一份评审报告，见“评审报告”' }),
        writes: { processType: 4 as const },
      }
}
