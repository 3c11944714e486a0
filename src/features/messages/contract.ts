import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { Identity } from '#contract/workbench.ts'

export const Message = z.object({
  messageId: Id,
  kind: z.string(),
  /** What the kind is called, e.g. 报名审核结果. */
  kindLabel: z.string(),
  title: z.string(),
  content: z.string(),
  /** Address of the page concerned, within the workbench. */
  link: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: Instant,
})
export type Message = z.output<typeof Message>

const OfWorkbench = z.object({ identity: Identity })
const Ids = z.object({ messageIds: z.array(Id).min(1).max(100) })

export const messagePage = endpoint({
  method: 'GET',
  path: '/message/platform/1/page',
  summary: 'Messages of one workbench, newest first',
  query: PageQuery.extend({
    identity: Identity,
    isRead: z.enum(['true', 'false']).optional(),
    group: z.string().max(40).optional(),
  }),
  returns: pageOf(Message),
})

export const markRead = endpoint({
  method: 'PUT',
  path: '/message/platform/1',
  summary: 'Mark messages as read',
  body: Ids,
})

export const markAllRead = endpoint({
  method: 'PUT',
  path: '/message/platform/1/all',
  summary: 'Mark all messages of one workbench as read',
  query: OfWorkbench,
})

export const deleteMessages = endpoint({
  method: 'DELETE',
  path: '/message/platform/1',
  summary: 'Delete messages',
  body: Ids,
})

export const unreadCount = endpoint({
  method: 'GET',
  path: '/message/platform/1/unread',
  summary: 'Number of unread messages of one workbench',
  query: OfWorkbench,
  returns: z.object({
    count: z.number().int(),
    /** The newest unread one: tells a new message from one that was there before. */
    latestId: Id.nullable(),
  }),
})
