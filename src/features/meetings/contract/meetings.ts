import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant, MINUTE } from '#contract/time.ts'
import { LONGEST_MS, MOST_PEOPLE } from '../rules/meeting.ts'

/** Meetings, who is asked to them, and what came of them. */

const Online = z.enum(['none', 'platform', 'link'])
const Answer = z.enum(['', 'coming', 'away'])
const Stage = z.enum(['toCome', 'underWay', 'over', 'cancelled'])
const At = Instant.refine((at) => Date.parse(at) % MINUTE === 0, '会议时间须为整分钟')
const byMeeting = z.object({ meetingId: Id })

export const MeetingBody = z
  .object({
    title: z.string().trim().min(1, '请填写会议名称').max(100, '会议名称不能超过 100 个字'),
    from: At,
    until: At,
    roomId: Id.nullable().default(null),
    online: Online.default('none'),
    userIds: z.array(Id).max(MOST_PEOPLE, `参会人最多 ${MOST_PEOPLE} 人`).default([]),
    agenda: z.string().trim().max(2000, '议程不能超过 2000 个字').default(''),
    orderId: Id.nullable().default(null),
  })
  .refine(({ from, until }) => until > from, { path: ['until'], message: '结束时间须晚于开始时间' })
  .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= LONGEST_MS, {
    path: ['until'],
    message: '会议时长不能超过 24 小时',
  })
  .refine(({ roomId, online }) => roomId !== null || online !== 'none', {
    path: ['roomId'],
    message: '请选择会议室，或选择线上参会方式',
  })

const BOOKING_ERRORS = ['invalid', 'conflict', 'tooLate', 'wrongState', 'unavailable'] as const

export const createMeeting = endpoint({
  method: 'POST',
  path: '/meetings',
  summary: 'Hold a meeting: book its room and ask people of the own company to it',
  body: MeetingBody,
  returns: byMeeting,
  errors: [...BOOKING_ERRORS],
})

export const changeMeeting = endpoint({
  method: 'PUT',
  path: '/meetings/{meetingId}',
  summary: 'Move or change a meeting that has not begun; where time or room change, all are told and answer anew',
  params: byMeeting,
  body: MeetingBody,
  errors: [...BOOKING_ERRORS],
})

export const cancelMeeting = endpoint({
  method: 'POST',
  path: '/meetings/{meetingId}/cancel',
  summary: 'Call a meeting off; its room is free again, and all are told',
  params: byMeeting,
  body: z.object({ reason: z.string().trim().min(1, '请填写原因').max(200, '原因不能超过 200 个字') }),
  errors: ['wrongState'],
})

export const answerMeeting = endpoint({
  method: 'PUT',
  path: '/meetings/{meetingId}/answer',
  summary: 'Say whether one comes',
  params: byMeeting,
  body: z.object({ answer: z.enum(['coming', 'away']) }),
  errors: ['wrongState'],
})

export const writeMinutes = endpoint({
  method: 'PUT',
  path: '/meetings/{meetingId}/minutes',
  summary: 'Minutes of a meeting that has begun, by its host',
  params: byMeeting,
  body: z.object({ minutes: z.string().trim().min(1, '请填写会议纪要').max(20_000, '会议纪要不能超过 20000 个字') }),
  errors: ['wrongState'],
})

export const colleagues = endpoint({
  method: 'GET',
  path: '/meetings/colleagues',
  summary: 'People of the own company who may be asked to a meeting, by name; oneself is none of them',
  returns: z.object({ people: z.array(z.object({ userId: Id, name: z.string(), department: z.string() })) }),
})

export const meetingOrders = endpoint({
  method: 'GET',
  path: '/meetings/orders',
  summary: 'The newest orders of the own company that a meeting may be about; none for who does not buy',
  query: z.object({ keyword: z.string().trim().max(100).optional() }),
  returns: z.object({ orders: z.array(z.object({ orderId: Id, code: z.string(), title: z.string() })) }),
})

const Row = z.object({
  meetingId: Id,
  /** Null of a meeting of the own company that one is not asked to. */
  title: z.string().nullable(),
  from: Instant,
  until: Instant,
  stage: Stage,
  roomName: z.string(),
  online: Online,
  hostName: z.string(),
  companyName: z.string(),
  answer: Answer,
  isHost: z.boolean(),
  /** Minutes billed; null where it is another company's. */
  minutes: z.number().int().nullable(),
})

export const meetingPage = endpoint({
  method: 'GET',
  path: '/meetings/page',
  summary: 'Meetings that one is asked to, or all of the own company, the latest first',
  query: PageQuery.extend({ scope: z.enum(['mine', 'company']).default('mine'), stage: Stage.optional() }),
  returns: pageOf(Row.extend({ canCancel: z.boolean() })),
})

const Person = z.object({
  userId: Id,
  name: z.string(),
  companyName: z.string(),
  answer: Answer,
  isHost: z.boolean(),
  isSelf: z.boolean(),
})

export const meetingDetail = endpoint({
  method: 'GET',
  path: '/meetings/{meetingId}',
  summary: 'A meeting that one is asked to',
  params: byMeeting,
  returns: Row.omit({ title: true, minutes: true }).extend({
    title: z.string(),
    agenda: z.string(),
    roomId: Id.nullable(),
    place: z.string(),
    /** What it is about, for people of the host's company who may know of it. */
    order: z.object({ orderId: Id, code: z.string(), title: z.string(), link: z.string() }).nullable(),
    people: z.array(Person),
    /** Links that were given out; for the host. */
    invitations: z.array(
      z.object({ invitationId: Id, guest: z.string(), state: z.enum(['open', 'accepted', 'withdrawn', 'expired']) }),
    ),
    cancelReason: z.string(),
    record: z.string().describe('minutes of the meeting as text'),
    recordedAt: Instant.nullable(),
    beganAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    /** Whether the host is present online: not begun, present, away (nothing is billed), or it has ended. */
    run: z.enum(['none', 'present', 'away', 'ended']),
    /** Of the host's company, for its people; null: not billed, or not one's business. */
    bill: z
      .object({
        lines: z.array(z.object({ from: Instant, until: Instant, minutes: z.number().int() })),
        minutes: z.number().int(),
        remain: z.number().int().describe('minutes left of its packages'),
      })
      .nullable(),
    actions: z.array(z.enum(['change', 'cancel', 'answer', 'invite', 'begin', 'enter', 'end', 'record'])),
  }),
})
