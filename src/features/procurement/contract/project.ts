import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount, Quantity } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { FAMILY_NAMES } from '../methods/all.ts'
import { RegimeValue } from '../rules/regimes.ts'
import { Shares } from './budget.ts'
import { Item, OrderStateValue, OrderStatusValue } from './shared.ts'

export const ProjectFields = z.object({
  name: z.string().trim().min(1, '请输入项目名称').max(200),
  category: z.enum(['goods', 'works', 'services']),
  /** What it obeys. */
  regime: RegimeValue,
  region: z.string().trim().max(100).default(''),
  funds: z.string().trim().max(200).default(''),
  budget: Amount,
  /** The purchaser's budget lines that it is bought from; left out: as they are. */
  budgetShares: Shares.optional(),
  description: z.string().trim().max(5000).default(''),
  /** Agency's side only: the purchaser it works for. A purchaser entrusts its project beside (feature entrust). */
  purchaserCompanyId: Id.nullable().default(null),
})

export const ProjectRow = z.object({
  projectId: Id,
  code: z.string(),
  name: z.string(),
  category: z.enum(['goods', 'works', 'services']),
  budget: Amount,
  purchaserName: z.string(),
  agencyName: z.string().nullable(),
  orders: z.number().int(),
  items: z.number().int(),
  /** Made by registering a finished purchase (补录). */
  isSupplement: z.boolean(),
  createdAt: Instant,
})

const params = z.object({ projectId: Id })

export const projectPage = endpoint({
  method: 'GET',
  path: '/workbench/buyer/projects/page',
  summary: 'Projects of the own company',
  query: PageQuery.extend({
    category: z.enum(['goods', 'works', 'services']).optional(),
    /** With an order under this method, or one of this family. */
    method: z.coerce.number().int().optional(),
    family: z.enum(FAMILY_NAMES).optional(),
    /** For agencies: the company that it is bought for. */
    purchaserCompanyId: Id.optional(),
  }),
  returns: pageOf(ProjectRow),
})

export const projectDetail = endpoint({
  method: 'GET',
  path: '/workbench/buyer/projects/{projectId}',
  summary: 'One project with its items and orders',
  params,
  returns: ProjectRow.extend({
    regime: RegimeValue,
    region: z.string(),
    funds: z.string(),
    description: z.string(),
    purchaserCompanyId: Id,
    agencyCompanyId: Id.nullable(),
    lines: z.array(Item),
    orderList: z.array(
      z.object({
        orderId: Id,
        code: z.string(),
        title: z.string(),
        method: z.number().int(),
        status: OrderStatusValue,
        state: OrderStateValue,
      }),
    ),
    actions: z.array(Action),
  }),
})

export const createProject = endpoint({
  method: 'POST',
  path: '/workbench/buyer/projects',
  summary: 'Create a project',
  body: ProjectFields,
  returns: z.object({ projectId: Id, code: z.string() }),
})

export const updateProject = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/projects/{projectId}',
  summary: 'Change a project; its items freeze once an order of it is published',
  params,
  body: ProjectFields,
  errors: ['wrongState'],
})

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/workbench/buyer/projects/{projectId}',
  summary: 'Delete a project without orders',
  params,
  errors: ['wrongState'],
})

export const ItemFields = z.object({
  /** Lines are numbered within their lot, in the order given. */
  lotNo: z.number().int().min(1).max(99).default(1),
  code: z.string().trim().max(60).default(''),
  name: z.string().trim().min(1, '请输入名称').max(200),
  spec: z.string().trim().max(2000).default(''),
  unit: z.string().trim().min(1, '请输入单位').max(20),
  quantity: Quantity,
  controlPrice: Quantity.nullable().default(null),
  section: z.string().trim().max(100).default(''),
  remark: z.string().trim().max(500).default(''),
})

export const replaceItems = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/projects/{projectId}/items',
  summary: 'Replace the bill of quantities',
  params,
  body: z.object({ items: z.array(ItemFields).max(5000) }),
  returns: z.object({ count: z.number().int() }),
  errors: ['wrongState'],
})

export const importItems = endpoint({
  method: 'POST',
  path: '/workbench/buyer/projects/{projectId}/items/import',
  summary: 'Read a bill of quantities from xlsx; nothing is stored when a cell is wrong',
  params,
  /** The published bill template that the file was made from; the platform's own columns without it. */
  query: z.object({ template: Id.optional() }),
  multipart: true,
  once: false,
  returns: z.object({
    count: z.number().int(),
    errors: z.array(z.object({ cell: z.string(), row: z.number().int(), column: z.string(), message: z.string() })),
    hidden: z.array(z.number().int()).describe('rows that were stored although the file does not show them'),
  }),
})

export const exportItems = endpoint({
  method: 'GET',
  path: '/workbench/buyer/projects/{projectId}/items/export',
  summary: 'The bill of quantities as xlsx',
  params,
  answer: 'file',
})

export const itemTemplate = endpoint({
  method: 'GET',
  path: '/workbench/buyer/item-template',
  summary: 'Empty bill of quantities to fill in',
  answer: 'file',
})

export const partnerCompanies = endpoint({
  method: 'GET',
  path: '/workbench/buyer/partners',
  summary: 'Agencies to entrust, or purchasers to work for',
  query: z.object({ kind: z.enum(['agency', 'purchaser']), keyword: z.string().trim().max(60).optional() }),
  returns: z.array(z.object({ companyId: Id, name: z.string() })),
})
