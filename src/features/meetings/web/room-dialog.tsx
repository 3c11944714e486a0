import * as z from 'zod'
import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import * as c from '../contract/rooms.ts'
import { ROOM_KINDS, WEEKDAYS } from '../rules/room.ts'
import { dayText, readDay } from './hours.ts'

type Room = OutputOf<typeof c.rooms>['rooms'][number]

const WORKDAYS = 5
const USUAL = '08:00-18:00'

/** Texts of the days as `d1` to `d7`. */
const Days = z.record(
  z.string(),
  z
    .string()
    .optional()
    .refine((text) => readDay(text ?? '', 1) !== undefined, '请按 08:00-12:00，14:00-18:00 的格式填写'),
)
const { name, kind, place, seats, equipment, isEnabled } = c.createRoom.body.shape
const Form = z.object({ name, kind, place, seats, equipment, isEnabled, days: Days })
type Values = z.input<typeof Form>

/** A room, new or known; its hours are written a line a weekday. */
export function RoomDialog({ room, onClose }: { room: Room | null; onClose: () => void }) {
  const days = WEEKDAYS.map((label, i): Field => ({
    kind: 'text',
    name: `days.d${i + 1}`,
    label,
    placeholder: '不开放',
    maxLength: 60,
  }))
  const initial = {
    name: room?.name ?? '',
    kind: room?.kind ?? 1,
    place: room?.place ?? '',
    ...(room && { seats: room.seats }),
    equipment: room?.equipment ?? '',
    isEnabled: room?.isEnabled ?? true,
    days: Object.fromEntries(
      WEEKDAYS.map((_, i) => [`d${i + 1}`, room ? dayText(room.hours, i + 1) : i < WORKDAYS ? USUAL : '']),
    ),
  }
  const fields: Field[] = [
    { kind: 'text', name: 'name', label: '名称', required: true, maxLength: 50 },
    {
      kind: 'select',
      name: 'kind',
      label: '类型',
      required: true,
      options: Object.entries(ROOM_KINDS).map(([value, label]) => ({ value: Number(value), label })),
    },
    { kind: 'text', name: 'place', label: '地点', maxLength: 100 },
    { kind: 'integer', name: 'seats', label: '可容纳人数', required: true, min: 1, max: 10_000, unit: '人' },
    { kind: 'text', name: 'equipment', label: '设备', maxLength: 200, wide: true },
    ...days,
    { kind: 'switch', name: 'isEnabled', label: '启用' },
  ]
  const bodyOf = ({ days: texts, ...values }: Values) => ({
    ...values,
    hours: WEEKDAYS.flatMap((_, i) => readDay(texts[`d${i + 1}`] ?? '', i + 1) ?? []),
  })
  const common = {
    fields,
    initial,
    schema: Form,
    width: 720,
    hint: '开放时间按周设置，如 08:00-12:00，14:00-18:00；留空为不开放。停用后不能再预订，已有预订保留。',
    success: '已保存',
    onClose,
  }
  return room ? (
    <ActionDialog
      {...common}
      title={`编辑“${room.name}”`}
      endpoint={c.updateRoom}
      input={(values: Values) => ({ params: { roomId: room.roomId }, body: bodyOf(values) })}
    />
  ) : (
    <ActionDialog
      {...common}
      title="新增会议场所"
      endpoint={c.createRoom}
      input={(values: Values) => ({ body: bodyOf(values) })}
    />
  )
}
