import { Button } from 'antd'
import type { ReactNode } from 'react'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import { ProcessType, ReportScope, ReviewerSignStatus } from '#features/evaluation/rules/enums.ts'
import type { Report } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { reportTone } from '../tones.ts'
import { reportReadsOf } from './report-data.ts'

/** State of the report: when made, which document, what went wrong. */
export function ReportState({ report }: { report: Report }) {
  return (
    <div>
      <p className="kb-flex kb-gap-12 kb-tight kb-wrap kb-hint">
        <StatusTag
          label={report.completedAt ? '签署完成' : report.stateLabel}
          tone={report.completedAt ? 'success' : reportTone(report.state)}
        />
        {report.scope !== ReportScope.values.all && <span className="kb-soft">{ReportScope.label(report.scope)}</span>}
        {report.generatedAt && <span>生成于 {formatTime(report.generatedAt, true)}</span>}
        {report.completedAt && <span>完成于 {formatTime(report.completedAt, true)}</span>}
      </p>
      {report.failure && <p className="kb-bad kb-flex kb-gap-12 kb-tight kb-wrap kb-hint">{report.failure}</p>}
      {report.backReason && (
        <p className="kb-warn kb-flex kb-gap-12 kb-tight kb-wrap kb-hint">退回原因：{report.backReason}</p>
      )}
      {report.sha256 && (
        <p className="kb-break kb-flex kb-gap-12 kb-tight kb-wrap kb-hint">
          <span>文件指纹（SHA-256）</span>
          <Fingerprint hex={report.sha256} full />
        </p>
      )}
    </div>
  )
}

/** Who has signed, when, and with which opinion. */
export function SignTable({
  report,
  renderEnd,
}: {
  report: Report
  renderEnd?: (sign: Report['signs'][number]) => ReactNode
}) {
  const signed = report.signs.filter((s) => s.signState === ReviewerSignStatus.values.signed).length
  const deemed = report.signs.filter((s) => s.deemed !== '').length
  return (
    <section>
      <h2 className="rv-h2 kb-below-8">
        签署情况
        <small>
          {signed}/{report.signs.length} 已签署{deemed > 0 && `，其中 ${deemed} 人视为同意`}
        </small>
      </h2>
      <ul>
        {report.signs.map((sign) => (
          <li key={sign.reviewerId} className="kb-row kb-flat kb-wrap kb-line kb-size-13">
            <b>{sign.name}</b>
            {sign.isLeader && <span className="kb-chip">组长</span>}
            <StatusTag
              label={sign.deemed ? '视为同意' : ReviewerSignStatus.label(sign.signState)}
              tone={
                sign.deemed ? 'warning' : sign.signState === ReviewerSignStatus.values.signed ? 'success' : 'neutral'
              }
            />
            <time className="kb-note kb-push">{sign.signedAt ? formatTime(sign.signedAt, true) : ''}</time>
            {renderEnd?.(sign)}
            {sign.opinion && <p className="kb-wide kb-warn">不同意见：{sign.opinion}</p>}
            {sign.deemed && <p className="kb-wide kb-warn">拒绝签署且未书面说明不同意见：{sign.deemed}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The report and its tables as files of their own. */
export function ReportFiles({ report, name }: { report: Report; name: string }) {
  const { projectId, reads, side } = useReviewAddress()
  const more = reportReadsOf(side)
  const input = { params: { projectId, reportId: report.reportId } }
  const isFinal = report.processType === ProcessType.values.report
  const files: readonly (readonly [string, Pick<Endpoint, 'path'>])[] = [
    [`${name} PDF`, reads.reportFile],
    [`${name} Word`, more.word],
    ['签署页', reads.reviewerSigns],
    ...(isFinal
      ? ([
          ['评审排序表', reads.ratingRank],
          ['总得分表', reads.finalScore],
          ['评委评审明细', reads.reviewerScore],
          ['开标唱标内容', more.bidderMark],
          ['询标记录', more.askFile],
          ['多轮报价记录', more.roundOffers],
        ] as const)
      : ([['评委评审明细', reads.reviewerScore]] as const)),
  ]
  return (
    <section aria-label="下载">
      <h2 className="kb-below-8">下载</h2>
      <div className="kb-actions">
        {files.map(([label, endpoint]) => (
          <Button key={label} size="small" onClick={() => void openFile(endpoint, input)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}
