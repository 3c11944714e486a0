import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { useKept } from '#web/kept.ts'
import { DetailScreen, SideBlock } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { companyAudit, companyAuditFile, decideCompanyAudit } from '../../contract/admin.ts'
import { AuditKind } from '../../rules/enums.ts'
import { AuditDocuments, AuditFacts, Changes } from '../audit-parts.tsx'
import { auditTag } from '../words.ts'
import '../enterprise.css'

type Audit = OutputOf<typeof companyAudit>

const REASONS = ['证照不清晰，无法辨认', '填写内容与证照不一致', '证照已过有效期', '缺少授权委托书']

/** An application beside its documents, and the decision. */
export function Screen() {
  const { auditId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(companyAudit, { params: { auditId } }, { fresh: 0 })
  return (
    <DetailScreen query={query} back={{ label: '企业审核', to: '/admin/company-audits' }}>
      {(audit) => ({
        title: audit.companyName,
        status: <StatusTag {...auditTag(audit.status)} />,
        facts: [
          AuditKind.label(audit.kind),
          `${audit.appliedByName} ${audit.applicantMobile}`,
          `${formatTime(audit.appliedAt)} 提交`,
        ],
        extra: audit.companyId !== null && (
          <Button onClick={() => void navigate(`/admin/companies/${audit.companyId}`)}>企业信息</Button>
        ),
        notice: <Notice audit={audit} />,
        sections: [
          audit.changes.length > 0 && {
            key: 'changes',
            title: '变更内容',
            content: <Changes changes={audit.changes} />,
          },
          { key: 'files', title: '证明资料', content: <AuditDocuments audit={audit} endpoint={companyAuditFile} /> },
        ],
        side: (
          <>
            {audit.actions.length > 0 ? <Decision key={audit.auditId} audit={audit} /> : <Decided audit={audit} />}
            <SideBlock title="申请内容">
              <AuditFacts content={audit.content} columns={1} />
            </SideBlock>
            {audit.history.length > 0 && (
              <SideBlock title="以往申请">
                <Timeline
                  items={audit.history.map((one) => ({
                    key: one.auditId,
                    at: one.decidedAt ?? one.appliedAt,
                    title: `${AuditKind.label(one.kind)}${auditTag(one.status).label}`,
                    text: one.reason,
                    state: one.status === 0 ? 'now' : one.status === 1 ? 'done' : 'danger',
                  }))}
                />
              </SideBlock>
            )}
          </>
        ),
      })}
    </DetailScreen>
  )
}

function Notice({ audit }: { audit: Audit }) {
  if (audit.status !== 0) return null
  if (audit.obstacle) return <Alert type="warning" showIcon title={`不能通过：${audit.obstacle}`} />
  if (audit.isKnown)
    return <Alert type="info" showIcon title="该主体已在平台主体库登记，法定信息一致；通过后在本平台复用该主体" />
  return null
}

function Decision({ audit }: { audit: Audit }) {
  const id = useId()
  const navigate = useNavigate()
  const [reason, setReason] = useKept(`company-audit.${audit.auditId}`, '')
  const [missing, setMissing] = useState(false)
  const decide = useAction(decideCompanyAudit, {
    success: '审核已完成',
  })
  const pass = audit.actions.find((one) => one.action === 'pass')
  const run = async (isPass: boolean) => {
    if (!isPass && reason.trim().length < 2) return setMissing(true)
    const question = isPass
      ? {
          title: '审核通过',
          content: `${audit.companyName}将立即${audit.kind === 1 ? '成为认证企业' : '变更信息'}，审核结论不能修改。`,
        }
      : { title: '驳回申请', content: `原因将告知申请人：${reason.trim()}`, danger: true }
    if (!(await ask(question))) return
    const outcome = await decide.run({
      params: { auditId: audit.auditId },
      body: { pass: isPass, reason: isPass ? '' : reason.trim() },
    })
    if (outcome.ok) void navigate('/admin/company-audits')
  }
  return (
    <section className="kb-side-block kb-stack" aria-label="审核">
      <h3>审核</h3>
      <label htmlFor={id}>驳回原因</label>
      <Input.TextArea
        id={id}
        rows={3}
        maxLength={500}
        value={reason}
        status={missing ? 'error' : ''}
        aria-invalid={missing}
        placeholder="驳回时必填，将告知申请人"
        onChange={(event) => {
          setMissing(false)
          setReason(event.target.value)
        }}
      />
      {missing && (
        <p className="kb-bad" role="alert">
          请填写驳回原因
        </p>
      )}
      <p className="kb-flex kb-gap-6 kb-wrap">
        {REASONS.map((text) => (
          <Button key={text} size="small" onClick={() => setReason(reason.trim() ? `${reason.trim()}；${text}` : text)}>
            {text}
          </Button>
        ))}
      </p>
      <div className="kb-halves">
        <Button danger loading={decide.busy} onClick={() => void run(false)}>
          驳回
        </Button>
        <Button
          type="primary"
          loading={decide.busy}
          disabled={pass?.reason !== undefined}
          onClick={() => void run(true)}
        >
          通过
        </Button>
      </div>
    </section>
  )
}

function Decided({ audit }: { audit: Audit }) {
  return (
    <SideBlock title="审核结果">
      <p>
        <StatusTag {...auditTag(audit.status)} />{' '}
        <span className="kb-muted">
          {audit.decidedByName} {formatTime(audit.decidedAt)}
        </span>
      </p>
      {audit.reason && <p>{audit.reason}</p>}
    </SideBlock>
  )
}
