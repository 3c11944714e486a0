import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { RowBase, TaskRow } from './shared.ts'

const ListQuery = PageQuery.extend({
  type: z.string().max(40).optional(),
  node: z.string().max(40).optional(),
  status: z.coerce.number().int().optional().describe('status of the workflow'),
  from: Instant.optional(),
  to: Instant.optional(),
})

export const todoPage = endpoint({
  method: 'GET',
  path: '/workflow-tasks/todo/page',
  summary: 'Tasks that wait for the caller, those delegated to the caller too; newest first',
  query: ListQuery,
  returns: pageOf(TaskRow),
})

export const donePage = endpoint({
  method: 'GET',
  path: '/workflow-tasks/done/page',
  summary: 'Tasks the caller passed, rejected or handed on, newest first',
  query: ListQuery,
  returns: pageOf(TaskRow),
})

export const receivedPage = endpoint({
  method: 'GET',
  path: '/workflow-tasks/received/page',
  summary: 'Copies the caller got; counts: all, unread',
  query: ListQuery.extend({ isRead: z.enum(['true', 'false']).optional() }),
  returns: pageOf(TaskRow),
})

export const launchPage = endpoint({
  method: 'GET',
  path: '/workflows/launch/page',
  summary: 'Workflows the caller started; counts by status, key `all` and the status number',
  query: ListQuery,
  returns: pageOf(RowBase.extend({ waitsFor: z.array(z.string()).describe('names of who must act now') })),
})

export const todoCount = endpoint({
  method: 'GET',
  path: '/workflow-tasks/todo/count',
  summary: 'Tasks that wait for the caller, and unread copies; for the home page and the user menu',
  returns: z.object({ todo: z.number().int(), unread: z.number().int() }),
})
