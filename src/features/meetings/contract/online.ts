import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { LINE_LENGTH } from '../rules/meeting.ts'

/** Invitations by link, the time of an online meeting, and the platform's own room. */

const byMeeting = z.object({ meetingId: Id })
const byCode = z.object({ code: z.string().regex(/^[\w-]{43}$/) })

export const invite = endpoint({
  method: 'POST',
  path: '/meetings/{meetingId}/invitations',
  summary: 'A link with which one person of another company joins the meeting; it is shown this once',
  params: byMeeting,
  body: z.object({ guest: z.string().trim().min(1, '请填写受邀人').max(50, '受邀人不能超过 50 个字') }),
  returns: z.object({ invitationId: Id, code: z.string() }),
  errors: ['wrongState', 'tooMany'],
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/meetings/{meetingId}/invitations/{invitationId}',
  summary: 'Take a link back; whoever accepted by it is asked no more',
  params: byMeeting.extend({ invitationId: Id }),
  errors: ['wrongState'],
})

export const invitation = endpoint({
  method: 'GET',
  path: '/meeting-invitations/{code}',
  summary: 'What a link invites to, for whoever holds it',
  params: byCode,
  returns: z.object({
    meetingId: Id,
    title: z.string(),
    hostName: z.string(),
    companyName: z.string(),
    from: Instant,
    until: Instant,
    state: z.enum(['open', 'accepted', 'own', 'over']),
  }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/meeting-invitations/{code}/accept',
  summary: 'Join the meeting that a link invites to; one person a link',
  params: byCode,
  returns: byMeeting,
  errors: ['wrongState'],
})

export const beginMeeting = endpoint({
  method: 'POST',
  path: '/meetings/{meetingId}/begin',
  summary: 'The host begins an online meeting; from now on minutes are billed while the host is there',
  params: byMeeting,
  errors: ['wrongState', 'tooEarly', 'tooLate', 'serviceNotBought', 'unavailable'],
})

export const hostBeat = endpoint({
  method: 'PUT',
  path: '/meetings/{meetingId}/beat',
  summary: 'A sign of life of the host; minutes that have begun are billed',
  params: byMeeting,
  returns: z.object({
    run: z.enum(['present', 'away', 'ended']),
    minutes: z.number().int().describe('billed of this meeting'),
    remain: z.number().int().describe('minutes left of the packages'),
    isLow: z.boolean().describe('they end within five minutes, or have ended'),
  }),
  apart: 'a sign of life comes every few seconds: its answer says what was billed',
})

export const endMeeting = endpoint({
  method: 'POST',
  path: '/meetings/{meetingId}/end',
  summary: 'The host ends an online meeting for all',
  params: byMeeting,
  errors: ['wrongState'],
})

export const enterMeeting = endpoint({
  method: 'PUT',
  path: '/meetings/{meetingId}/entry',
  summary:
    'Come to an online meeting: an address for this person alone, for two minutes; null: the page of the platform',
  params: byMeeting,
  returns: z.object({ url: z.string().nullable() }),
  errors: ['wrongState', 'unavailable'],
})

const Line = z.object({ lineId: Id, name: z.string(), content: z.string(), at: Instant, isHost: z.boolean() })
export type MeetingLine = z.output<typeof Line>

export const meetingRoom = endpoint({
  method: 'GET',
  path: '/meetings/{meetingId}/room',
  summary: 'The platform’s own room: who is there, and what is written',
  params: byMeeting,
  returns: z.object({
    title: z.string(),
    hostName: z.string(),
    isHost: z.boolean(),
    /** Why nothing can be written; null: it can. */
    blocked: z.string().nullable(),
    people: z.array(z.object({ userId: Id, name: z.string(), companyName: z.string(), isHost: z.boolean() })),
    lines: z.array(Line).describe('oldest first'),
  }),
})

export const sayInMeeting = endpoint({
  method: 'POST',
  path: '/meetings/{meetingId}/lines',
  summary: 'Write a line while the host is present; everybody there sees it at once',
  params: byMeeting,
  body: z.object({ content: z.string().trim().min(1, '请输入内容').max(LINE_LENGTH, `不超过 ${LINE_LENGTH} 字`) }),
  returns: z.object({ lineId: Id }),
  errors: ['wrongState'],
})

export const hereInMeeting = endpoint({
  method: 'PUT',
  path: '/meetings/{meetingId}/presence',
  summary: 'A sign of life of somebody in the platform’s own room',
  params: byMeeting,
  apart: 'a sign of life changes nothing that is loaded: who comes is told by an event',
})
