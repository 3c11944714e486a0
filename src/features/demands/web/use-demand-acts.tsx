import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { answerOf, useAction, useCall } from '#web/use-call.ts'
import { demandChoices, type demandDetail, publishDemand, removeDemand, withdrawDemand } from '../contract/demand.ts'
import { endSurvey, inviteSuppliers, moveSurveyEnd } from '../contract/survey.ts'
import { fillDemand } from '../contract/rounds.ts'
import { type ProfileName, profileOf } from '../rules/profiles.ts'
import type { DemandAction } from '../rules/status.ts'
import { type At, placesOf } from './at.ts'
import { demandFieldsOf } from './form/extra-fields.ts'

type Demand = OutputOf<typeof demandDetail>

/** What is done with a demand, from whatever page of it: `act` takes an action of the server, `dialog` is to be drawn. */
export function useDemandActs(at: At, demandId: string) {
  const navigate = useNavigate()
  const place = placesOf(at)
  const params = { demandId }
  const [open, setOpen] = useState<'move' | 'invite' | 'fill' | null>(null)
  const rule = answerOf(useCall(approvalNode, { params: { type: 'demand', node: 'publish' } }))
  const publish = useAction(publishDemand, { success: toldOf('已发布') })
  const remove = useAction(removeDemand, {
    success: '已删除',
    onDone: () => void navigate(place.list, { replace: true }),
  })
  const end = useAction(endSurvey, { success: '调研已结束，参与的供应商已收到通知' })
  const withdraw = useAction(withdrawDemand, { success: '需求已撤回' })
  const acts: Record<DemandAction, (demand: Demand) => unknown> = {
    edit: () => navigate(place.edit(demandId)),
    remove: () => remove.run({ params }),
    publish: async (demand) =>
      confirmStep(publishQuestion(demand), await rule(), (approval) => publish.run({ params, body: approval })),
    decide: () => navigate(place.trades(demandId)),
    invite: () => setOpen('invite'),
    move: () => (place.move(demandId) === place.survey(demandId) ? setOpen('move') : navigate(place.move(demandId))),
    end: () =>
      askText({
        title: '提前结束调研',
        hint: '结束后供应商不能再提交或修改应答，全部参与者收到通知和原因。',
        okText: '结束调研',
        danger: true,
        run: (reason) => end.run({ params, body: { reason } }),
      }),
    enter: () => navigate(place.entry(demandId)),
    fill: () => setOpen('fill'),
    askMarks: () => navigate(place.rounds(demandId)),
    nextRound: () => navigate(`${place.rounds(demandId)}?edit=round`),
    conclude: () => navigate(place.conclude(demandId)),
    plan: () => navigate(place.newPlan(demandId)),
    handOver: () => navigate(place.result(demandId)),
    withdraw: () =>
      askText({
        title: '撤回需求',
        hint: '撤回后不能恢复，参与调研的供应商收到通知和原因。',
        okText: '撤回',
        danger: true,
        run: (reason) => withdraw.run({ params, body: { reason } }),
      }),
  }
  return {
    act: (action: string, demand: Demand) => acts[action as DemandAction](demand),
    dialog: open && <Dialog kind={open} demandId={demandId} profile={at.profile} onClose={() => setOpen(null)} />,
  }
}

/** What follows from publishing, and what the rules warn of. */
function publishQuestion({ mode, findings }: Demand) {
  const warned = findings.map(({ title, message }) => `${title}：${message}`).join('')
  const isAsked = mode !== 'none'
  const follows = isAsked
    ? '发布后需求内容和参数不能修改，供应商可以报名应答；截止时间可以调整，全部参与者会收到通知。'
    : '确认后需求内容不能修改，可以直接形成结论。'
  return {
    title: isAsked ? '发布调研' : '确认需求',
    content: warned ? `${follows}请注意：${warned}` : follows,
    okText: isAsked ? '发布' : '确认',
  }
}

interface DialogProps {
  kind: 'move' | 'invite' | 'fill'
  demandId: string
  profile: ProfileName
  onClose: () => void
}

function Dialog({ kind, demandId, profile, onClose }: DialogProps) {
  const params = { demandId }
  if (kind === 'move')
    return (
      <ActionDialog
        title="调整调研截止时间"
        endpoint={moveSurveyEnd}
        fields={[
          { kind: 'instant', name: 'endsAt', label: '新的截止时间', required: true, future: true },
          { kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 500, rows: 2 },
        ]}
        input={(body: { endsAt: string; reason: string }) => ({ params, body })}
        hint="全部参与者收到通知；已提交的应答继续有效，截止前可以修改。"
        success="截止时间已调整"
        onClose={onClose}
      />
    )
  if (kind === 'fill') return <LateFields demandId={demandId} profile={profile} onClose={onClose} />
  return <Invite demandId={demandId} onClose={onClose} />
}

/** What is known only after the survey. */
function LateFields({ demandId, profile, onClose }: Omit<DialogProps, 'kind'>) {
  const late = profileOf(profile).demandFields.filter(({ isLate }) => isLate)
  return (
    <ActionDialog
      title="补充许可信息"
      endpoint={fillDemand}
      fields={demandFieldsOf(late)}
      input={({ extras }: { extras: Record<string, string> }) => ({ params: { demandId }, body: { extras } })}
      success="已补充"
      onClose={onClose}
    />
  )
}

function Invite({ demandId, onClose }: { demandId: string; onClose: () => void }) {
  const { data } = useCall(demandChoices, {})
  return (
    <ActionDialog
      title="邀请供应商参与调研"
      endpoint={inviteSuppliers}
      fields={[
        {
          kind: 'select',
          name: 'companyIds',
          label: '供应商',
          required: true,
          multiple: true,
          searchable: true,
          options: (data?.suppliers ?? []).map(({ companyId, name }) => ({ value: companyId, label: name })),
        },
      ]}
      input={(body: { companyIds: string[] }) => ({ params: { demandId }, body })}
      success="邀请已发出"
      onClose={onClose}
    />
  )
}
