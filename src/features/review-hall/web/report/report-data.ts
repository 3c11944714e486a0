import { useCall } from '#web/use-call.ts'
import { expertReportReads, purchaserReportReads } from '../../contract/reports.ts'
import { OfferBidOpenStatus, ReviewModel } from '#features/evaluation/rules/enums.ts'
import { isActiveProcess } from '../../rules/session-status.ts'
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
  const process = processOf(project, step)
  const begun = process !== undefined && isActiveProcess(process.processStatus)
  if (step === 'review-report')
    return {
      name: '评标报告',
      ready: project.conclusion !== null,
      begun,
      title: '尚未开始',
      hint: '全部评审项汇总后，由组长生成评审报告，各成员阅读并签署',
      writes: { processType: 3 as const },
    }
  return {
    name: '第一阶段评审报告',
    ready: project.firstStage !== null,
    begun,
    ...(project.reviewModel === ReviewModel.values.doubleEnvelope
      ? { title: '尚未开始', hint: firstStageHint(project) }
      : { title: '本项目不分阶段评审', hint: '单信封项目只有一份评审报告，见“评审报告”' }),
    writes: { processType: 4 as const },
  }
}

/** What the first-stage report waits for. */
function firstStageHint({ firstStage, offerBidOpenStatus }: Project): string {
  if (firstStage === null) return '第一阶段评审结果确定、报价开标结束后，由采购人启动第一阶段评审报告的编制'
  if (offerBidOpenStatus !== OfferBidOpenStatus.values.ended)
    return '报价开标结束后，由采购人启动第一阶段评审报告的编制'
  return '由采购人启动第一阶段评审报告的编制，启动后由组长生成，全体成员阅读并签署'
}
