import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { ask, toast } from '#web/feedback.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { InstantInput } from '#web/kit/instant-input.tsx'
import type { Tone } from '#web/kit/status-tag.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { addDelegation, delegations, endDelegation } from '../../contract/delegations.ts'
import type { Person } from '../../contract/shared.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import { PeopleSelect } from '../people-select.tsx'

type Given = OutputOf<typeof delegations>['given'][number]

const STATES: Record<Given['state'], { label: string; tone: Tone }> = {
  coming: { label: '未开始', tone: 'neutral' },
  active: { label: '生效中', tone: 'active' },
  over: { label: '已结束', tone: 'neutral' },
}

/** Who acts for me while I am away; what others have asked me to do. */
export function Delegations({ onClose }: { onClose: () => void }) {
  const query = useCall(delegations)
  return (
    <Modal open title="外出委托" width={640} footer={null} onCancel={onClose} destroyOnHidden>
      <p className="kb-note kb-block kb-below-12">
        委托期间，到达您的审批同时由受托人代为处理，记录中注明“代审批”；您本人仍可处理。
      </p>
      <NewDelegation />
      <WhenLoaded query={query}>
        {({ given, received }) => (
          <>
            {given.length > 0 && <GivenList rows={given} />}
            {received.length > 0 && (
              <section className="kb-side-block">
                <h3>委托给我的</h3>
                <ul>
                  {received.map((one) => (
                    <li key={one.delegationId} className="kb-row kb-gap-12 kb-tight kb-between kb-wrap kb-line">
                      <b>{one.fromName}</b>
                      <span className="kb-muted">
                        {formatTime(one.from)} 至 {formatTime(one.until)}
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </WhenLoaded>
    </Modal>
  )
}

function NewDelegation() {
  const [to, setTo] = useState<Person[]>([])
  const [from, setFrom] = useState<string>()
  const [until, setUntil] = useState<string>()
  const [reason, setReason] = useState('')
  const add = useAction(addDelegation, { success: '委托已设置' })
  const send = async () => {
    const [person] = to
    if (!person) return toast.warning('请选择受托人')
    if (!from || !until) return toast.warning('请选择委托的起止时间')
    if (from >= until) return toast.warning('结束时间须晚于开始时间')
    const outcome = await add.run({ body: { employeeId: person.employeeId, from, until, reason: reason.trim() } })
    if (!outcome.ok) return
    setTo([])
    setFrom(undefined)
    setUntil(undefined)
    setReason('')
  }
  return (
    <section className="kb-side-block" aria-label="新委托">
      <Labelled label="受托人">{(id) => <PeopleSelect id={id} value={to} onChange={setTo} />}</Labelled>
      <div className="wf-two">
        <Labelled label="开始时间">
          {(id) => <InstantInput id={id} future value={from ?? null} onChange={setFrom} />}
        </Labelled>
        <Labelled label="结束时间">
          {(id) => <InstantInput id={id} future value={until ?? null} onChange={setUntil} />}
        </Labelled>
      </div>
      <Labelled label="事由（可选）">
        {(id) => <Input id={id} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Labelled>
      <Button type="primary" loading={add.busy} onClick={() => void send()}>
        设置委托
      </Button>
    </section>
  )
}

function GivenList({ rows }: { rows: readonly Given[] }) {
  const end = useAction(endDelegation, { success: '委托已结束' })
  return (
    <section className="kb-side-block">
      <h3>我的委托</h3>
      <ul>
        {rows.map((one) => (
          <li key={one.delegationId} className="kb-row kb-gap-12 kb-tight kb-between kb-wrap kb-line">
            <span>
              <b>{one.toName}</b> <StatusTag {...STATES[one.state]} />
            </span>
            <span className="kb-muted">
              {formatTime(one.from)} 至 {formatTime(one.until)}
            </span>
            {one.reason && <span className="kb-muted">{one.reason}</span>}
            {one.state !== 'over' && (
              <Button
                size="small"
                danger
                onClick={async () => {
                  const content = `结束后，新到达的审批不再由${one.toName}代为处理。`
                  if (await ask({ title: '结束委托', content, danger: true })) {
                    await end.run({ params: { id: one.delegationId } })
                  }
                }}
              >
                结束
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
