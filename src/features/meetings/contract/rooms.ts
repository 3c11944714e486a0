import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { DAY_MINUTES, ROOM_KINDS } from '../rules/room.ts'

/** Rooms of the own company: what they are, when they are open, and who has them. */

const Kind = z.number().int().min(1).max(Object.keys(ROOM_KINDS).length)
const Opening = z
  .object({
    weekday: z.number().int().min(1).max(7).describe('1 Monday – 7 Sunday'),
    from: z.number().int().min(0).max(DAY_MINUTES).describe('minute of the day in Beijing'),
    until: z.number().int().min(0).max(DAY_MINUTES),
  })
  .refine(({ from, until }) => until > from, '结束时间须晚于开始时间')

const Room = z.object({
  name: z.string().trim().min(1, '请填写名称').max(50, '名称不能超过 50 个字'),
  kind: Kind,
  place: z.string().trim().max(100, '地点不能超过 100 个字').default(''),
  seats: z.number().int('请填写整数').min(1, '至少 1 人').max(10_000, '最多 10000 人'),
  equipment: z.string().trim().max(200, '设备不能超过 200 个字').default(''),
  hours: z.array(Opening).min(1, '请至少设置一天的开放时间').max(28, '开放时间最多 28 段'),
  isEnabled: z.boolean().default(true),
})
const byRoom = z.object({ roomId: Id })
const closure = z
  .object({
    from: Instant,
    until: Instant,
    reason: z.string().trim().min(1, '请填写原因').max(100, '原因不能超过 100 个字'),
  })
  .refine(({ from, until }) => until > from, { path: ['until'], message: '结束时间须晚于开始时间' })

const Closure = z.object({ closureId: Id, from: Instant, until: Instant, reason: z.string() })

export const rooms = endpoint({
  method: 'GET',
  path: '/meeting-rooms',
  summary: 'Rooms of the own company, those in use first, with what of their closures is not over',
  returns: z.object({
    rooms: z.array(Room.extend({ roomId: Id, closures: z.array(Closure) })),
    /** May change them. */
    isKeeper: z.boolean(),
    /** Where the company holds online meetings of its own; empty: nowhere. */
    link: z.string(),
    /** What an online meeting of the platform is held in. */
    provider: z.string(),
  }),
})

export const createRoom = endpoint({
  method: 'POST',
  path: '/meeting-rooms',
  summary: 'Add a room',
  body: Room,
  returns: byRoom,
  errors: ['invalid'],
})

export const updateRoom = endpoint({
  method: 'PUT',
  path: '/meeting-rooms/{roomId}',
  summary: 'Change a room; one that is disabled is booked no more, and bookings of it stay',
  params: byRoom,
  body: Room,
  errors: ['invalid'],
})

export const closeRoom = endpoint({
  method: 'POST',
  path: '/meeting-rooms/{roomId}/closures',
  summary: 'Close a room for a time; meetings in it are named and stay',
  params: byRoom,
  body: closure,
  returns: z.object({ closureId: Id, meetings: z.array(z.string()).describe('booked already: when, and by whom') }),
  errors: ['invalid'],
})

export const reopenRoom = endpoint({
  method: 'DELETE',
  path: '/meeting-rooms/{roomId}/closures/{closureId}',
  summary: 'Take a closure back',
  params: byRoom.extend({ closureId: Id }),
})

export const setLink = endpoint({
  method: 'PUT',
  path: '/meeting-settings',
  summary: 'Where the company holds online meetings of its own',
  body: z.object({
    link: z
      .string()
      .trim()
      .max(500, '链接不能超过 500 个字符')
      .refine((link) => link === '' || /^https:\/\/[^\s/@]+(\/\S*)?$/.test(link), '请填写 HTTPS 地址')
      .describe('an https address; `{{room}}` in it stands for the code of the meeting'),
  }),
})

/** Who has a room, and whether one may know what for. */
export const Span = z.object({
  from: Instant,
  until: Instant,
  what: z.enum(['meeting', 'closed']),
  /** Title of a meeting that one takes part in, reason of a closure; null: not one's business. */
  title: z.string().nullable(),
  /** Whom to ask. */
  who: z.string(),
  meetingId: Id.nullable(),
  isOwn: z.boolean(),
})

export const roomDay = endpoint({
  method: 'GET',
  path: '/meeting-rooms/days',
  summary: 'Rooms of the own company on one day: when each is open, booked and closed',
  query: z.object({ day: z.iso.date('日期格式不正确'), kind: z.coerce.number().pipe(Kind).optional() }),
  returns: z.object({
    day: z.iso.date(),
    rooms: z.array(
      Room.omit({ hours: true, isEnabled: true }).extend({
        roomId: Id,
        isEnabled: z.boolean(),
        openings: z.array(z.object({ from: z.number().int(), until: z.number().int() })),
        spans: z.array(Span),
      }),
    ),
  }),
})
