import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { type AuditDetail, auditDetail, auditFile, withdrawAudit } from '../contract/certification.ts'
import { AuditKind } from '../rules/enums.ts'
import { AuditDocuments, AuditFacts, Changes } from './audit-parts.tsx'
import { auditTag, CERTIFICATE } from './words.ts'

/** An application that waits: what was handed in, and that the answer comes by text message. */
export function AuditWaiting({ audit }: { audit: AuditDetail }) {
  const navigate = useNavigate()
  const of = audit.kind === AuditKind.values.change ? 'company' : 'person'
  const query = useCall(auditDetail, { params: { auditId: audit.auditId } })
  const withdraw = useAction(withdrawAudit, {
    success: '已撤回，可修改后重新提交',
  })
  return (
    <DetailScreen query={query} back={backOf(audit)}>
      {(shown) => ({
        title: shown.companyName,
        status: <StatusTag {...auditTag(shown.status)} />,
        facts: [
          AuditKind.label(shown.kind),
          `${formatTime(shown.appliedAt)} 提交`,
          `结果将以短信通知 ${shown.content.contactMobile}`,
        ],
        actions: shown.actions,
        onAction: () => withdraw.run({ params: { auditId: shown.auditId } }),
        extra: of === 'person' && (
          <Button onClick={() => void navigate(`${CERTIFICATE}?another=1`)}>认证其他企业</Button>
        ),
        sections: [
          shown.changes.length > 0 && {
            key: 'changes',
            title: '变更内容',
            content: <Changes changes={shown.changes} />,
          },
          { key: 'facts', title: '申请内容', content: <AuditFacts content={shown.content} /> },
          { key: 'files', title: '证明资料', content: <AuditDocuments audit={shown} endpoint={auditFile} /> },
        ],
      })}
    </DetailScreen>
  )
}

function backOf(audit: AuditDetail): { label: string; to: string } {
  return audit.kind === AuditKind.values.change
    ? { label: '认证信息', to: '/enterprise/certificate/info' }
    : { label: '选择企业', to: '/select-company' }
}
