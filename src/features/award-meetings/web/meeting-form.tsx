import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createMeeting, meetingChoices, meetingDetail, MeetingFields, updateMeeting } from '../contract.ts'
import { BALLOTS, LEAST_MEMBERS, MEETING_RULES } from '../rules/meeting.ts'
import { meetingPlace } from '../rules/places.ts'

type Values = InputOf<typeof createMeeting>['body'] & Record<string, unknown>
type Side = 'purchaser' | 'agency'

/** Prepares an award meeting: agenda, way of deciding, members, time. */
export function Screen({ side }: { side: Side }) {
  const { meetId } = useParams()
  const choices = useCall(meetingChoices, {}, { fresh: 0 })
  return (
    <WhenLoaded query={choices}>
      {(data) =>
        meetId ? <Existing meetId={meetId} side={side} choices={data} /> : <MeetingForm side={side} choices={data} />
      }
    </WhenLoaded>
  )
}

interface MeetingFormProps {
  side: Side
  choices: OutputOf<typeof meetingChoices>
  meeting?: OutputOf<typeof meetingDetail>
}

function Existing({ meetId, ...rest }: MeetingFormProps & { meetId: string }) {
  const query = useCall(meetingDetail, { params: { meetId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(meeting) => <MeetingForm {...rest} meeting={meeting} />}</WhenLoaded>
}

function MeetingForm({ side, choices, meeting }: MeetingFormProps) {
  const navigate = useNavigate()
  const target = useRef(meeting?.meetId ?? '')
  const create = useAction(createMeeting, { success: '定标会草稿已保存' })
  const update = useAction(updateMeeting, { success: '定标会草稿已保存' })
  const orders = [
    ...(meeting?.agenda ?? []),
    ...choices.orders.filter(({ orderId }) => !meeting?.agenda.some((one) => one.orderId === orderId)),
  ]
  const people = choices.people.map(({ employeeId, name, department, companyName }) => ({
    value: employeeId,
    label: `${name}（${department || companyName}）`,
  }))
  const fields: Field[] = [
    { kind: 'text', name: 'title', label: '会议名称', required: true, wide: true },
    {
      kind: 'select',
      name: 'orderIds',
      label: '议程（采购单）',
      required: true,
      multiple: true,
      searchable: true,
      wide: true,
      options: orders.map(({ orderId, title, code }) => ({ value: orderId, label: `${title}（${code}）` })),
      help: orders.length === 0 ? '没有等待定标的采购单' : '召集后，这些采购单在会议结束前不能定标',
    },
    {
      kind: 'radio',
      name: 'rule',
      label: '定标方式',
      required: true,
      options: Object.entries(MEETING_RULES).map(([value, label]) => ({ value, label })),
      help: '票决须过半数；票决抽签由得票最多的两名候选人抽签确定；价格最低不投票',
    },
    {
      kind: 'radio',
      name: 'ballot',
      label: '投票方式',
      required: true,
      options: Object.entries(BALLOTS).map(([value, label]) => ({ value, label })),
      help: '全部成员投票后方开启，此前任何人不可见',
    },
    {
      kind: 'select',
      name: 'memberIds',
      label: '定标成员',
      required: true,
      multiple: true,
      searchable: true,
      wide: true,
      options: people,
      help: `${LEAST_MEMBERS} 人以上单数，参加评审的人员不能作为成员`,
    },
    { kind: 'select', name: 'chairId', label: '主持人', required: true, searchable: true, options: people },
    { kind: 'instant', name: 'meetAt', label: '会议时间', required: true },
    { kind: 'text', name: 'place', label: '会议地点' },
    { kind: 'area', name: 'note', label: '会议材料说明', maxLength: 2000, rows: 3 },
  ]
  return (
    <FormScreen<Values>
      title={meeting ? '编辑定标会' : '新建定标会'}
      back={{ label: '定标会', to: `/${side}/calibration/list` }}
      facts={[meeting?.code]}
      draft={`award-meetings.${meeting?.meetId ?? 'new'}`}
      schema={MeetingFields}
      initial={meeting ? valuesOf(meeting) : { rule: 'vote', ballot: 'secret' }}
      sections={[{ title: '会议', fields }]}
      submit={{
        label: '保存草稿',
        async run(values) {
          if (meeting) return update.run({ params: { meetId: meeting.meetId }, body: values })
          const outcome = await create.run({ body: values })
          if (outcome.ok) target.current = outcome.data.meetId
          return outcome
        },
      }}
      onDone={() => void navigate(meetingPlace(side, target.current), { replace: true })}
    />
  )
}

function valuesOf(meeting: OutputOf<typeof meetingDetail>): Partial<Values> {
  const { title, rule, ballot, place, meetAt, note, agenda, memberList } = meeting
  const chair = memberList.find(({ isChair }) => isChair)
  return {
    title,
    rule,
    ballot,
    place,
    meetAt,
    note,
    orderIds: agenda.map(({ orderId }) => orderId),
    memberIds: memberList.map(({ employeeId }) => employeeId),
    ...(chair && { chairId: chair.employeeId }),
  }
}
