import { Suspense, lazy } from 'react'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { ReportStatus } from '../../rules/enums.ts'
import { useFileContent } from '../files/file-cache.ts'
import type { Report } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'

const PdfView = lazy(() => import('#web/kit/pdf/pdf-view.tsx').then((m) => ({ default: m.PdfView })))

/** The report as it is signed, page by page. */
export function ReportPreview({ report }: { report: Report }) {
  switch (report.state) {
    case ReportStatus.values.success:
      return report.sha256 ? <Pages reportId={report.reportId} sha256={report.sha256} /> : null
    case ReportStatus.values.fail:
      return <EmptyState title="评审报告生成失败" hint={report.failure || '请重新生成'} />
    case ReportStatus.values.init:
      return <EmptyState title="评审报告已退回" hint="由组长重新生成后签署" />
    case ReportStatus.values.pending:
    case ReportStatus.values.generating:
    case ReportStatus.values.regenerated:
      return <EmptyState title="正在生成评审报告" hint="生成后自动显示，无需刷新" />
  }
}

function Pages({ reportId, sha256 }: { reportId: string; sha256: string }) {
  const { projectId, reads } = useReviewAddress()
  const content = useFileContent(reads.reportFile, { params: { projectId, reportId } })
  if (content === null) return <Skeleton lines={14} />
  if ('failure' in content) return <EmptyState title={content.failure} />
  return (
    <Suspense fallback={<Skeleton lines={14} />}>
      <PdfView blob={content.blob} name="评标报告" place={`report.${sha256}`} />
    </Suspense>
  )
}
