import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { BIDDER, bidder, hall, HOST } from './contract-place.ts'

/* What is said in the hall: to everybody, or between the host and one bidder. */

export const HallMessage = z.object({
  messageId: Id,
  /** Null: to everybody. */
  bidderId: Id.nullable(),
  senderName: z.string(),
  isHost: z.boolean(),
  isOwn: z.boolean(),
  content: z.string(),
  at: Instant,
})
export type HallMessage = z.output<typeof HallMessage>
const MessageText = z.string().trim().min(1, '请输入内容').max(500)
/** `all`: what was said to everybody; `private`: talk with the host (with this bidder). Left out: both. */
const channel = z.object({ channel: z.enum(['all', 'private']).optional(), bidderId: Id.optional() })
const Totals = z.object({
  total: z.number().int(),
  unread: z.number().int(),
  /** Unread of the talk with each bidder, for the host; others have at most their own. */
  unreadBy: z.array(z.object({ bidderId: Id, unread: z.number().int() })),
})

export const hostSend = endpoint({
  method: 'POST',
  path: `${HOST}/messages`,
  summary: 'Say something to all, or to one bidder',
  params: hall,
  body: z.object({ content: MessageText, bidderId: Id.nullable().default(null) }),
  returns: z.object({ messageId: Id }),
})
export const hostMessages = endpoint({
  method: 'GET',
  path: `${HOST}/messages/page`,
  summary: 'Messages, newest first',
  params: hall,
  query: PageQuery.extend(channel.shape),
  returns: pageOf(HallMessage),
})
export const hostMessageTotal = endpoint({
  method: 'GET',
  path: `${HOST}/messages/total`,
  summary: 'Messages and unread ones',
  params: hall,
  returns: Totals,
})
export const hostMessagesRead = endpoint({
  method: 'PUT',
  path: `${HOST}/messages/read`,
  summary: 'Mark the messages as read: all of them, those to everybody, or the talk with one bidder',
  params: hall,
  query: channel,
})

export const bidderSend = endpoint({
  method: 'POST',
  path: `${BIDDER}/bidders/{bidderId}/messages`,
  summary: 'Say something to all, or to the host only',
  params: bidder,
  body: z.object({ content: MessageText, toHostOnly: z.boolean().default(false) }),
  returns: z.object({ messageId: Id }),
})
export const bidderMessages = endpoint({
  method: 'GET',
  path: `${BIDDER}/bidders/{bidderId}/messages/page`,
  summary: 'Messages this bidder may see, newest first',
  params: bidder,
  query: PageQuery.extend(channel.shape),
  returns: pageOf(HallMessage),
})
export const bidderMessageTotal = endpoint({
  method: 'GET',
  path: `${BIDDER}/bidders/{bidderId}/messages/total`,
  summary: 'Messages and unread ones',
  params: bidder,
  returns: Totals,
})
export const bidderMessagesRead = endpoint({
  method: 'PUT',
  path: `${BIDDER}/bidders/{bidderId}/messages/read`,
  summary: 'Mark the messages as read',
  params: bidder,
})
