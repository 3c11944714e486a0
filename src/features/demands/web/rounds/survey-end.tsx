import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { EmptyState } from '#web/kit/states.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { demandDetail } from '../../contract/demand.ts'
import { endSurvey, moveSurveyEnd } from '../../contract/survey.ts'
import { type At, placesOf } from '../at.ts'
import { ChangeTable } from '../parts.tsx'

type Demand = OutputOf<typeof demandDetail>

interface Values {
  what: 'move' | 'end'
  endsAt?: string
  reason: string
}

/** Moves the end of the survey, or ends it now: all are told, answers stay. */
export function Screen(at: At) {
  const { orderId: demandId = '' } = useParams()
  const query = useCall(demandDetail, { params: { demandId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(demand) => <EndForm at={at} demand={demand} />}</WhenLoaded>
}

function EndForm({ at, demand }: { at: At; demand: Demand }) {
  const { demandId, actions, rounds, changes } = demand
  const navigate = useNavigate()
  const place = placesOf(at)
  const move = useAction(moveSurveyEnd, { success: '截止时间已调整，参与的供应商已收到通知' })
  const end = useAction(endSurvey, { success: '调研已结束，参与的供应商已收到通知' })
  const options = (['move', 'end'] as const).flatMap((value) => {
    const action = actions.find((one) => one.action === value)
    return action && !action.reason ? [{ value, label: action.label }] : []
  })
  const last = rounds.at(-1)
  const history = changes.length > 0 && { title: '变更记录', content: <ChangeTable changes={changes} /> }
  if (options.length === 0 || !last) {
    const reason = actions.find(({ action }) => action === 'move')?.reason
    return (
      <EmptyState
        title="现在不能变更调研截止时间"
        hint={reason ?? '调研进行中可以调整或提前结束；已截止而应答不足 3 份时可以延长'}
        action={<Link to={place.survey(demandId)}>返回调研</Link>}
      />
    )
  }
  const fields: Field[] = [
    { kind: 'radio', name: 'what', label: '变更', required: true, wide: true, options },
    {
      kind: 'instant',
      name: 'endsAt',
      label: '新的截止时间',
      required: true,
      future: true,
      when: ({ what }) => what === 'move',
    },
    { kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 500, rows: 2 },
  ]
  return (
    <FormScreen<Values>
      title="变更调研截止时间"
      back={{ label: demand.title, to: place.survey(demandId) }}
      facts={[demand.code, `第 ${last.roundNo} 轮`, `现截止时间 ${formatTime(last.endsAt)}`]}
      draft={`demands.end.${demandId}.${changes.length}`}
      initial={{ what: options[0]!.value }}
      sections={[
        { title: '变更', hint: '全部参与者收到通知和原因；已提交的应答继续有效，截止前可以修改。', fields },
        ...(history ? [history] : []),
      ]}
      submit={{
        label: '确定变更',
        confirm: '变更后立即通知全部参与的供应商。',
        run: ({ what, endsAt, reason }) =>
          what === 'move'
            ? move.run({ params: { demandId }, body: { endsAt: endsAt!, reason } })
            : end.run({ params: { demandId }, body: { reason } }),
      }}
      onDone={() => void navigate(place.survey(demandId), { replace: true })}
    />
  )
}
