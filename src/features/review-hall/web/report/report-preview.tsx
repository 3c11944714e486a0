import { Progress } from 'antd'
import { Suspense, lazy } from 'react'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import type { Catalog } from '../../contract/reports.ts'
import { ReportStatus } from '#features/evaluation/rules/enums.ts'
import { useFileContent } from '../files/file-cache.ts'
import type { Report } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { reportReadsOf } from './report-data.ts'

const PdfView = lazy(() => import('#web/kit/pdf/pdf-view.tsx').then((m) => ({ default: m.PdfView })))

interface ReportPreviewProps {
  report: Report
  name: string
  /** A part of the report; null: the whole of it. */
  catalog: Catalog | null
}

/** The report as it is signed, page by page; or one part of it. */
export function ReportPreview({ report, name, catalog }: ReportPreviewProps) {
  const S = ReportStatus.values
  if (catalog?.sha256) return <Part report={report} catalog={catalog} sha256={catalog.sha256} />
  switch (report.state) {
    case S.success:
      return report.sha256 ? <Whole report={report} name={name} sha256={report.sha256} /> : null
    case S.fail:
      return <EmptyState title={`${name}生成失败`} hint={report.failure || '请重新生成'} />
    case S.init:
      // Given back with a reason, or being uploaded to.
      return report.backReason ? (
        <EmptyState title={`${name}已退回`} hint="由组长重新生成后签署" />
      ) : (
        <EmptyState
          title={`${name}正在更换附件`}
          hint="采购人上传全部附件并点击“上传完成”后，报告按新的文件指纹重新生成"
        />
      )
    case S.pending:
    case S.generating:
    case S.regenerated:
      return <Making report={report} name={name} />
  }
}

function Making({ report: { progress }, name }: { report: Report; name: string }) {
  const share = progress.total === 0 ? 0 : Math.round((progress.done / progress.total) * 100)
  return (
    <div className="rv-making">
      <EmptyState title={`正在生成${name}`} hint="生成后自动显示，无需刷新；可以离开本页" />
      <Progress percent={share} aria-label="生成进度" />
      <p className="kb-muted">
        已生成 {progress.done} / {progress.total} 份
      </p>
    </div>
  )
}

function Whole({ report, name, sha256 }: { report: Report; name: string; sha256: string }) {
  const { projectId, reads } = useReviewAddress()
  const input = { params: { projectId, reportId: report.reportId } }
  const content = useFileContent(reads.reportFile, input, sha256)
  return <Pages content={content} name={name} place={`report.${sha256}`} />
}

function Part({ report, catalog, sha256 }: { report: Report; catalog: Catalog; sha256: string }) {
  const { projectId, side } = useReviewAddress()
  const params = { projectId, reportId: report.reportId, catalogId: catalog.catalogId }
  const content = useFileContent(reportReadsOf(side).catalogFile, { params, query: { save: 'false' } }, sha256)
  return <Pages content={content} name={catalog.label} place={`report.${sha256}`} />
}

function Pages(props: { content: ReturnType<typeof useFileContent>; name: string; place: string }) {
  const { content, name, place } = props
  if (content === null) return <Skeleton lines={14} />
  if ('failure' in content) return <EmptyState title={content.failure} />
  return (
    <Suspense fallback={<Skeleton lines={14} />}>
      <PdfView key={place} blob={content.blob} name={name} place={place} />
    </Suspense>
  )
}
