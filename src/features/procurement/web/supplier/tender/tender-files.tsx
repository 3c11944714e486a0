import { Button } from 'antd'
import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import { openFile } from '#web/export.ts'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import { tenderFileDownload } from '../../../contract/supplier.ts'
import { FILE_KINDS, TradeStatus } from '../../../rules/enums.ts'
import { say } from '../../../methods/say.ts'
import { tenderPages } from '../tender-pages.ts'
import type { Tender } from '../words.ts'

/** The tender documents: readable here when they are PDF, to be downloaded otherwise. Each download is recorded. */
export function TenderFiles({ tender }: { tender: Tender }) {
  const { orderId, files, schedule, tradeStatus, feeDue } = tender
  const now = useNow()
  if (tradeStatus !== TradeStatus.values.passed) {
    return (
      <p className="kb-muted">
        报名审核通过后可获取
        {schedule.saleStart && `；获取时间 ${formatTime(schedule.saleStart)} 至 ${formatTime(schedule.saleEnd)}`}
      </p>
    )
  }
  if (schedule.saleStart && now < new Date(schedule.saleStart).getTime()) {
    return <p className="kb-muted">{formatTime(schedule.saleStart, true)} 起可获取</p>
  }
  if (feeDue) return <p className="kb-muted">{say(tender, '缴纳{documents}费用后可获取')}</p>
  if (files.length === 0) return <p className="kb-muted">没有文件</p>
  return (
    <ul className="kb-files">
      {files.map((file) => (
        <li key={file.fileId}>
          <span className="tender-notice-kind kb-note kb-fixed">
            {say(tender, FILE_KINDS[file.kind as keyof typeof FILE_KINDS] ?? '文件')}
          </span>
          {/\.pdf$/i.test(file.name) ? (
            <Link to={tenderPages(orderId)('documents.paper', { biddingFileId: file.fileId })}>{file.name}</Link>
          ) : (
            <span className="kb-shrink kb-break">{file.name}</span>
          )}
          <span className="kb-muted">{formatSize(file.size)}</span>
          <Fingerprint hex={file.sha256} />
          <Button
            type="link"
            size="small"
            aria-label={`下载 ${file.name}`}
            onClick={() => void openFile(tenderFileDownload, { params: { orderId, fileId: file.fileId } })}
          >
            下载
          </Button>
        </li>
      ))}
    </ul>
  )
}
