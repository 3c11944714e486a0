import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { OrderRow } from '#features/procurement/contract/order.ts'
import { FileRef, Item, NoticeRow, RailStep } from '#features/procurement/contract/shared.ts'
import { FAMILY_NAMES } from '#features/procurement/methods/all.ts'
import { RegimeValue } from '#features/procurement/rules/regimes.ts'

const params = z.object({ projectId: Id })
const query = z.object({
  /** Methods that share their pages: only orders under these. */
  family: z.enum(FAMILY_NAMES),
})

const OrderFile = FileRef.extend({ orderId: Id })

export const projectView = endpoint({
  method: 'GET',
  path: '/workbench/buyer/projects/{projectId}/view',
  summary: 'A project over all its orders of a method: lots, stages, money, notices, files',
  params,
  query,
  returns: z.object({
    project: z.object({
      projectId: Id,
      code: z.string(),
      name: z.string(),
      category: z.enum(['goods', 'works', 'services']),
      regime: RegimeValue,
      region: z.string(),
      funds: z.string(),
      budget: Amount,
      purchaserName: z.string(),
      agencyName: z.string().nullable(),
    }),
    /** Of what is shown, in yuan. Deal and saved only of orders that were awarded. */
    money: z.object({
      budget: Amount,
      ceiling: Amount.nullable(),
      deal: Amount.nullable(),
      saved: Amount.nullable(),
    }),
    orders: z.array(
      OrderRow.extend({
        lotNo: z.number().int(),
        rail: z.array(RailStep),
        /** Lines of its lot. */
        items: z.number().int(),
        controlPrice: Amount.nullable(),
        dealPrice: Amount.nullable(),
        saved: Amount.nullable(),
        winners: z.array(z.string()),
        runnerName: z.string(),
      }),
    ),
    notices: z.array(NoticeRow.extend({ orderTitle: z.string() })),
    files: z.array(OrderFile.extend({ orderTitle: z.string() })),
  }),
})

export const projectLots = endpoint({
  method: 'GET',
  path: '/workbench/buyer/projects/{projectId}/view/items',
  summary: 'The lines of the lots that are bought under a method',
  params,
  query,
  returns: z.object({ items: z.array(Item) }),
})

export const projectTimeline = endpoint({
  method: 'GET',
  path: '/workbench/buyer/projects/{projectId}/view/timeline',
  summary: 'What was done in the project and its orders of a method, from the audit chain, newest first; paged by key',
  params,
  query: query.extend({
    /** Of the page before. */
    cursor: z.string().max(100).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(30),
  }),
  returns: z.object({
    rows: z.array(
      z.object({
        key: z.string(),
        /** Place in the audit chain; null of an order before its opening, when gaps would tell of activity. */
        seq: z.number().int().nullable(),
        at: Instant,
        summary: z.string(),
        userName: z.string(),
        companyName: z.string(),
        orderTitle: z.string().nullable(),
        hash: z.string(),
      }),
    ),
    next: z.string().nullable(),
  }),
})

export const projectFile = endpoint({
  method: 'GET',
  path: '/workbench/buyer/order-files/{fileId}',
  summary: 'Which order a document belongs to',
  params: z.object({ fileId: Id }),
  returns: OrderFile.extend({
    orderTitle: z.string(),
    orderCode: z.string(),
    projectId: Id,
    projectName: z.string(),
    method: z.number().int(),
  }),
})
