import { Alert } from 'antd'
import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { auditDetail, auditFile } from '../contract/certification.ts'
import { AuditKind } from '../rules/enums.ts'
import { AuditDocuments, AuditFacts, Changes } from './audit-parts.tsx'
import { auditTag } from './words.ts'

/** One application of the company, as it was handed in and decided. */
export function Screen() {
  const { auditId = '' } = useParams()
  const query = useCall(auditDetail, { params: { auditId } })
  return (
    <DetailScreen query={query} back={{ label: '认证记录', to: '/enterprise/certificate/process' }}>
      {(audit) => ({
        title: audit.companyName,
        status: <StatusTag {...auditTag(audit.status)} />,
        facts: [
          AuditKind.label(audit.kind),
          `${audit.appliedByName} ${formatTime(audit.appliedAt)} 提交`,
          audit.decidedAt && `平台 ${formatTime(audit.decidedAt)} 审核`,
        ],
        notice: audit.reason && (
          <Alert type={audit.status === 2 ? 'error' : 'info'} showIcon title={`审核意见：${audit.reason}`} />
        ),
        sections: [
          audit.changes.length > 0 && {
            key: 'changes',
            title: '变更内容',
            content: <Changes changes={audit.changes} />,
          },
          { key: 'facts', title: '申请内容', content: <AuditFacts content={audit.content} /> },
          { key: 'files', title: '证明资料', content: <AuditDocuments audit={audit} endpoint={auditFile} /> },
        ],
      })}
    </DetailScreen>
  )
}
