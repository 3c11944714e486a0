import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { latestAudit, verifyAmount } from '../contract/company.ts'
import { ApplyDialog, type Proof } from './apply-dialog.tsx'
import { auditTag } from './words.ts'

type Standing = OutputOf<typeof latestAudit>

/** How the company stands, for its administrators, and what they may do next. */
export function CompanyPart() {
  const query = useCall(latestAudit, {}, { fresh: 0 })
  const [applying, setApplying] = useState<Proof | null>(null)
  const [isVerifying, setVerifying] = useState(false)
  return (
    <section className="kb-section" aria-label="企业开通">
      <h2>企业开通</h2>
      <WhenLoaded query={query}>
        {(standing) => (
          <>
            <Facts standing={standing} />
            <Next standing={standing} onApply={setApplying} onVerify={() => setVerifying(true)} />
            {applying && <ApplyDialog proof={applying} company={standing.company} onClose={() => setApplying(null)} />}
          </>
        )}
      </WhenLoaded>
      {isVerifying && <AmountDialog onClose={() => setVerifying(false)} />}
    </section>
  )
}

function Facts({ standing: { company, latest, openedAt } }: { standing: Standing }) {
  return (
    <FieldList
      items={[
        { label: '企业名称', value: company.name },
        { label: '信用代码', value: company.creditCode },
        { label: '法定代表人', value: company.legalPerson },
        openedAt && { label: '开通时间', value: formatTime(openedAt) },
        latest && {
          label: '最近申请',
          value: (
            <>
              {formatTime(latest.appliedAt)} {latest.appliedByName} <StatusTag {...auditTag(latest.status)} />
            </>
          ),
        },
        latest && { label: '经办人', value: `${latest.agentName}（${latest.agentIdentity}）` },
        latest?.accountNo && { label: '打款账户', value: `${latest.bank} ${latest.branch} ${latest.accountNo}` },
        latest?.reason && { label: '未通过原因', value: <span className="kb-bad">{latest.reason}</span>, wide: true },
      ]}
    />
  )
}

interface NextProps {
  standing: Standing
  onApply: (proof: Proof) => void
  onVerify: () => void
}

function Next({ standing, onApply, onVerify }: NextProps) {
  const { latest, obstacle, channel } = standing
  if (standing.standing === 'opened') return null
  if (obstacle) return <Alert type="warning" showIcon title={obstacle} />
  const isWaiting = standing.standing === 'pending'
  if (isWaiting && latest?.proof === 'review') return <p className="kb-note">平台正在审核，结果将以消息告知</p>
  return (
    <>
      {isWaiting && latest && (
        <p className="kb-note">
          已向对公账户发起一笔小于 1 元的打款，请在 {formatTime(latest.expiresAt)} 前填写到账金额，还可尝试{' '}
          {latest.triesLeft} 次
        </p>
      )}
      {channel === 'local' && (
        <p className="kb-note">本平台未接入银行通道，打款为模拟打款：金额在消息中告知，未发生真实转账</p>
      )}
      <div className="kb-row kb-gap-8 kb-wrap kb-above-12">
        {isWaiting && (
          <Button type="primary" onClick={onVerify}>
            填写到账金额
          </Button>
        )}
        {channel !== 'none' && (
          <Button type={isWaiting ? 'default' : 'primary'} onClick={() => onApply('bank')}>
            {isWaiting ? '重新申请打款' : '小额打款验证开通'}
          </Button>
        )}
        <Button type={channel === 'none' ? 'primary' : 'default'} onClick={() => onApply('review')}>
          {isWaiting ? '改为人工审核' : '申请人工审核开通'}
        </Button>
      </div>
    </>
  )
}

function AmountDialog({ onClose }: { onClose: () => void }) {
  return (
    <ActionDialog
      title="填写到账金额"
      okText="验证"
      endpoint={verifyAmount}
      success="验证通过，企业电子签章已开通"
      schema={verifyAmount.body}
      fields={[
        {
          kind: 'text',
          name: 'amount',
          label: '到账金额（元）',
          help: '0.01 至 0.99 元，三次填写错误后本次申请不通过',
          required: true,
          maxLength: 4,
        },
      ]}
      input={(body: { amount: string }) => ({ body })}
      onClose={onClose}
    />
  )
}
