import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { latestAudit, ownJoinRequests } from '../contract/certification.ts'
import { JoinStatus } from '../rules/enums.ts'
import { tr } from '#web/kit/labels.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'

const AUDIT_TAGS = {
  0: { label: '认证审核中', tone: 'active' },
  2: { label: '认证被驳回', tone: 'danger' },
  3: { label: '认证已撤回', tone: 'neutral' },
} as const

/** What the person has applied for and waits for: a company's certification, being taken in by one. */
export function Part() {
  const navigate = useNavigate()
  const audit = useCall(latestAudit, { query: {} }, { fresh: 0 })
  const joins = useCall(ownJoinRequests, {}, { fresh: 0 })
  const waiting = (joins.data ?? []).filter((one) => one.status !== JoinStatus.values.accepted).slice(0, 3)
  const own = audit.data && audit.data.status !== 1 ? audit.data : null
  if (!own && waiting.length === 0) return null
  return (
    <section aria-label={tr('我的申请')} className="kb-above-16 kb-below-16 kb-pad-top-12 kb-rule-top">
      <h2 className="kb-size-14 kb-below-4">{tr('我的申请')}</h2>
      {own && (
        <div className="kb-pad-y-8 kb-row kb-gap-12 kb-between">
          <span>
            {own.companyName} <StatusTag {...AUDIT_TAGS[own.status as 0 | 2 | 3]} />
            {own.reason && <span className="kb-muted"> {own.reason}</span>}
          </span>
          <Button size="small" onClick={() => void navigate('/home/enterprise-certificate')}>
            {tr(own.status === 0 ? '查看' : '修改后重新提交')}
          </Button>
        </div>
      )}
      {waiting.map((one) => (
        <div key={one.id} className="kb-pad-y-8 kb-row kb-gap-12 kb-between">
          <span>
            {tr('加入')}
            {one.companyName}{' '}
            <StatusTag
              label={JoinStatus.label(one.status)}
              tone={one.status === JoinStatus.values.pending ? 'active' : 'danger'}
            />
          </span>
        </div>
      ))}
    </section>
  )
}
