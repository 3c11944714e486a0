import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { BodyOf } from '#contract/endpoint.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/meetings.ts'
import { rooms } from '../contract/rooms.ts'
import { ONLINE_LABELS, type Online } from '../rules/meeting.ts'
import { meetingPlace, PLACES } from '../rules/places.ts'
import { ROOM_KINDS } from '../rules/room.ts'

type Body = BodyOf<typeof c.createMeeting>

/** Books a meeting, or changes one: `?meeting=`. A free time of a room comes along from the day of rooms. */
export function Screen() {
  const [search] = useSearchParams()
  const meetingId = search.get('meeting')
  const query = useCall(c.meetingDetail, { params: { meetingId: meetingId ?? '' } }, { enabled: meetingId !== null })
  const given = {
    ...(search.has('room') && { roomId: search.get('room') }),
    ...(search.has('from') && { from: search.get('from')! }),
    ...(search.has('until') && { until: search.get('until')! }),
  }
  if (meetingId === null) return <MeetingForm initial={{ online: 'none', userIds: [], ...given }} meetingId={null} />
  return (
    <WhenLoaded query={query}>
      {({ title, from, until, roomId, online, agenda, order, people, companyName }) => (
        <MeetingForm
          meetingId={meetingId}
          initial={{
            title,
            from,
            until,
            roomId,
            online,
            agenda,
            orderId: order?.orderId ?? null,
            userIds: people.filter((one) => one.companyName === companyName && !one.isHost).map(({ userId }) => userId),
          }}
        />
      )}
    </WhenLoaded>
  )
}

function MeetingForm({ meetingId, initial }: { meetingId: string | null; initial: Partial<Body> }) {
  const navigate = useNavigate()
  const { workbench } = useSession()
  const isBuyer = workbench === 'purchaser' || workbench === 'agency'
  const kept = useCall(rooms, {}, { enabled: isBuyer }).data
  const people = useCall(c.colleagues).data?.people ?? []
  const orders = useCall(c.meetingOrders, {}, { enabled: isBuyer }).data?.orders ?? []
  const made = useRef(meetingId ?? '')
  const create = useAction(c.createMeeting, {
    success: '已预订，参会人会收到通知',
    onDone: (answer) => (made.current = answer.meetingId),
  })
  const change = useAction(c.changeMeeting, { success: '已变更，参会人会收到通知' })
  const online = (Object.keys(ONLINE_LABELS) as Online[]).filter(
    (one) => one !== 'link' || !kept || kept.link !== '' || initial.online === 'link',
  )
  const roomField: Field[] = isBuyer
    ? [
        {
          kind: 'select',
          name: 'roomId',
          label: '会议场所',
          searchable: true,
          options: (kept?.rooms ?? [])
            .filter(({ isEnabled, roomId }) => isEnabled || roomId === initial.roomId)
            .map(({ roomId, name, kind, seats }) => ({
              value: roomId,
              label: `${name}（${ROOM_KINDS[kind]}，${seats} 人）`,
            })),
          help: '不使用会议室时留空',
        },
      ]
    : []
  const orderField: Field[] =
    orders.length > 0
      ? [
          {
            kind: 'select',
            name: 'orderId',
            label: '关联采购单',
            searchable: true,
            options: orders.map(({ orderId, code, title }) => ({ value: orderId, label: `${code} ${title}` })),
            help: '仅本单位有权查看采购单的参会人可见',
          },
        ]
      : []
  return (
    <FormScreen<Body>
      title={meetingId ? '变更会议' : '预订会议'}
      back={{ label: '会议', to: PLACES.list }}
      schema={c.MeetingBody}
      initial={initial}
      sections={[
        {
          title: '时间和地点',
          fields: [
            { kind: 'text', name: 'title', label: '会议名称', required: true, maxLength: 100, wide: true },
            { kind: 'instant', name: 'from', label: '开始时间', required: true, future: true },
            { kind: 'instant', name: 'until', label: '结束时间', required: true, future: true },
            ...roomField,
            {
              kind: 'radio',
              name: 'online',
              label: '线上参会',
              options: online.map((value) => ({ value, label: ONLINE_LABELS[value] })),
              help: kept?.provider
                ? `平台会议室：${kept.provider}，按主持人在场的分钟计费`
                : '平台会议室按主持人在场的分钟计费',
            },
          ],
        },
        {
          title: '参会人和议程',
          fields: [
            {
              kind: 'select',
              name: 'userIds',
              label: '本单位参会人',
              multiple: true,
              searchable: true,
              wide: true,
              options: people.map(({ userId, name, department }) => ({
                value: userId,
                label: department ? `${name}（${department}）` : name,
              })),
              help: '外单位人员在预订后以邀请链接邀请',
            },
            ...orderField,
            { kind: 'area', name: 'agenda', label: '议程', maxLength: 2000, rows: 5, wide: true },
          ],
        },
      ]}
      submit={{
        label: meetingId ? '保存变更' : '预订',
        run: ({ roomId, orderId, ...values }) => {
          const body = { ...values, roomId: roomId ?? null, orderId: orderId ?? null }
          return meetingId ? change.run({ params: { meetingId }, body }) : create.run({ body })
        },
      }}
      onDone={() => void navigate(meetingPlace(made.current), { replace: true })}
    />
  )
}
