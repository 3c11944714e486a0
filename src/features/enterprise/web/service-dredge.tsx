import { Button } from 'antd'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { applyForService, latestServiceAudits } from '../contract/services.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { ServiceHistory } from './service-history.tsx'
import { auditTag } from './words.ts'
import './enterprise.css'

type State = OutputOf<typeof latestServiceAudits>[number]

/** Workbenches and services of the platform: which are open, which can be applied for, what was answered. */
export function Screen() {
  const query = useCall(latestServiceAudits, {}, { fresh: 0 })
  const apply = useApply()
  return (
    <WhenLoaded query={query}>
      {(states) => {
        const open = states.filter((one) => one.isOpen).length
        const waiting = states.filter((one) => one.latest?.status === 0).length
        return (
          <>
            <PageHead
              title="服务开通"
              facts={[`已开通 ${open} 项`, waiting > 0 && `审核中 ${waiting} 项`, '由平台审核，通过后立即生效']}
            />
            <Group title="工作台" states={states.filter((one) => one.kind === 'workbench')} onApply={apply} />
            <Group title="服务" states={states.filter((one) => one.kind === 'service')} onApply={apply} />
          </>
        )
      }}
    </WhenLoaded>
  )
}

function Group({ title, states, onApply }: { title: string; states: State[]; onApply: (state: State) => void }) {
  return (
    <section className="kb-section">
      <h2>{title}</h2>
      <ul className="ent-entries">
        {states.map((state) => (
          <li key={state.type}>
            <div>
              <div className="kb-row kb-wrap kb-strong">
                {state.label} <Tag state={state} />
              </div>
              <p className="kb-size-13 kb-soft">{state.description}</p>
            </div>
            <div className="kb-row">
              {state.latest && <ServiceHistory type={state.type} label={state.label} />}
              {state.obstacle === '' && state.latest?.status !== 0 && (
                <Button type="primary" onClick={() => onApply(state)}>
                  {state.latest ? '重新申请' : '申请开通'}
                </Button>
              )}
            </div>
            <Latest state={state} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tag({ state }: { state: State }) {
  if (state.isOpen) return <StatusTag label={state.included ? '随工作台开通' : '已开通'} tone="success" />
  if (state.latest?.status === 0) return <StatusTag label="审核中" tone="active" />
  if (state.latest?.status === 2) return <StatusTag {...auditTag(2)} />
  return <StatusTag label="未开通" />
}

function Latest({ state }: { state: State }) {
  const { latest, obstacle, isOpen } = state
  if (isOpen) return null
  if (latest?.status === 0)
    return (
      <p className="kb-hint kb-span">
        {latest.appliedByName} {formatTime(latest.appliedAt)} 提交，等待平台审核
      </p>
    )
  if (latest?.status === 2) return <p className="kb-hint kb-span">驳回原因：{latest.reason}</p>
  return obstacle === '' ? null : <p className="kb-hint kb-span">{obstacle}</p>
}

function useApply(): (state: State) => void {
  const apply = useAction(applyForService, {
    success: '申请已提交，请等待平台审核',
  })
  return ({ type, label }) =>
    askText({
      title: `申请开通${label}`,
      label: '申请说明（选填）',
      least: 0,
      placeholder: '如：业务范围、预计使用情况',
      run: (statement) => apply.run({ body: { type, statement } }),
    })
}
