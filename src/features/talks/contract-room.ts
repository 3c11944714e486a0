import * as z from 'zod'
import { endpoint, type OutputOf } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { LINE_LENGTH } from './rules-room.ts'

/** The room of a talk with one supplier: who is there, and what is written. Its two sides alone enter it. */

const params = z.object({ talkId: Id })
const ROOM = '/workbench/talk-rooms/{talkId}'

const Side = z.enum(['buyer', 'supplier'])

export const RoomLine = z.object({
  lineId: Id,
  side: Side,
  /** A supplier learns no name of the buyer's side, whose members are not told. */
  name: z.string(),
  content: z.string(),
  at: Instant,
})
export type RoomLine = z.output<typeof RoomLine>

export const talkRoom = endpoint({
  method: 'GET',
  path: ROOM,
  summary: 'The room of a talk, from the call on: whether it is held, who is there, and the newest lines',
  params,
  returns: z.object({
    talkId: Id,
    side: Side,
    supplierName: z.string(),
    beganAt: Instant.nullable(),
    /** When the time that each supplier has is over; null where none is set. */
    endsAt: Instant.nullable(),
    /** Why the caller cannot write; null when it can. */
    blocked: z.string().nullable(),
    people: z.array(z.object({ side: Side, name: z.string() })).describe('present now'),
    lines: z.array(RoomLine).describe('oldest first'),
  }),
})
export type TalkRoom = OutputOf<typeof talkRoom>

export const sayInTalk = endpoint({
  method: 'POST',
  path: `${ROOM}/lines`,
  summary: 'Write a line while the talk is held; the other side sees it at once',
  params,
  body: z.object({ content: z.string().trim().min(1, '请输入内容').max(LINE_LENGTH, `不超过 ${LINE_LENGTH} 字`) }),
  returns: z.object({ lineId: Id }),
  errors: ['wrongState', 'invalid'],
})

export const hereInTalk = endpoint({
  method: 'PUT',
  path: `${ROOM}/presence`,
  summary: 'A sign of life from the room',
  params,
  apart: 'a sign of life changes nothing that is loaded: who comes is told by an event',
})
