import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { LapseNote } from '../lapse-note.tsx'
import type { Tender } from '../words.ts'
import { TradeStatus } from '../../../rules/enums.ts'
import { signUpPart } from '../../../rules/own-part.ts'

/** The own sign-up: what was handed in, and what came of it; before, what will be needed. */
export function SignUpState({ tender }: { tender: Tender }) {
  const { trade, settings } = tender
  if (!trade) {
    const { qualifications } = settings
    return (
      <>
        <p className="kb-muted">
          尚未报名{tender.schedule.signUpEnd && `，报名截止 ${formatTime(tender.schedule.signUpEnd, true)}`}。
          {qualifications.length > 0 && '须提交：'}
        </p>
        {qualifications.length > 0 && (
          <ul className="kb-bullets">
            {qualifications.map((one) => (
              <li key={one.name}>
                {one.name}
                {!one.required && <span className="kb-muted">（选交）</span>}
                <LapseNote lapse={tender.lapses.find(({ kind }) => kind === one.name)} />
              </li>
            ))}
          </ul>
        )}
      </>
    )
  }
  const part = signUpPart(trade.status)
  return (
    <>
      <FieldList
        items={[
          { label: '状态', value: part && <StatusTag label={part.label} tone={part.tone} /> },
          { label: '报名时间', value: formatTime(trade.createdAt, true) },
          trade.reason !== '' && { label: '审核意见', value: trade.reason, wide: true },
          { label: '联系人', value: trade.contactName },
          { label: '联系电话', value: trade.contactMobile },
          trade.contactEmail !== '' && { label: '邮箱', value: trade.contactEmail },
          trade.statement !== '' && { label: '报名说明', value: trade.statement, wide: true },
        ]}
      />
      {trade.status !== TradeStatus.values.passed &&
        tender.lapses.map((lapse) => (
          <p key={lapse.kind} className="kb-below-8">
            {lapse.kind}
            <LapseNote lapse={lapse} />
          </p>
        ))}
      <ul className="kb-files">
        {trade.files.map((file) => (
          <li key={file.fileId}>
            <span className="tender-notice-kind kb-note kb-fixed">{file.kind}</span>
            <span className="kb-shrink kb-break">{file.name}</span>
            <span className="kb-muted">
              {formatSize(file.size)}
              {file.validUntil !== null && `，有效期至 ${file.validUntil}`}
            </span>
            <Fingerprint hex={file.sha256} />
          </li>
        ))}
      </ul>
    </>
  )
}
